// When a budget of rows counts as spent.

/** What is left of it is too little to wait for once more. */
const restShare = 0.05;

/** Whether so many rows that were read leave too little of a budget to go on. */
export const isSpent = (read: number, budget: number): boolean => read >= budget * (1 - restShare);

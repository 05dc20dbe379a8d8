// JSON for standard output: one value a line, for readers that know other line ends than ours.

/** Line ends of Unicode that JSON leaves as they are: NEL, LS and PS. */
const lineEnds = /[\u0085\u2028\u2029]/gu;

/** A value on one line, whatever takes it apart into lines. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(lineEnds, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Seconds to the millisecond: what a clock gives beyond is noise. */
export const roundedSeconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

// A batch of tasks of the extract function, in the order that keeps it within its time: first what was told of mails and
// documents, then what is pending, and a word to the queue where something is left of that.

import type { Archive } from '../archive/archive.ts';
import { followFiles, isJustBegun, workOffAWhile } from '../archive/files/followFiles.ts';
import type { Extract } from '../archive/files/indexing.ts';
import { limits } from '../limits.ts';
import type { FileQueue } from './fileQueue.ts';
import type { FileTask } from './fileTasks.ts';
import type { Handled } from './sqsBatch.ts';

export interface FileTaskContext {
  readonly archive: Archive;
  readonly extract: Extract;
  readonly queue: Pick<FileQueue, 'workOff'>;
}

/** How often in a row it is tried again soon where nothing can be done; the schedule goes on with it. */
const mostStands = 6;

/**
 * Does tasks and answers for each in the order given.
 * @param onFailure gives what is told of failures that cost no task, by the name of the event that is logged
 */
export async function handleFileTasks(
  { archive, extract, queue }: FileTaskContext,
  tasks: readonly FileTask[],
  onFailure: (event: string) => (error: unknown) => void,
): Promise<Handled[]> {
  const deadline = performance.now() + limits.beginMilliseconds.value;
  const subjects = tasks.flatMap(task => (task.kind === 'index' ? [task.subject] : []));
  const followed = await followFiles(archive, extract, subjects, {
    deadline,
    onSealFailure: onFailure('sealingFailure'),
  });
  const asked = tasks.flatMap(task => (task.kind === 'workOff' ? [task.stood] : []));
  const workedOff = asked.length > 0 ? await workOff(Math.min(...asked)) : null;
  // The first file of all begins a generation.
  if (!workedOff && subjects.length > 0 && (await isJustBegun(archive))) await queue.workOff();
  const answers = followed.values();
  return tasks.map(task => (task.kind === 'workOff' ? workedOff : answers.next().value) ?? { error: 'no answer' });

  async function workOff(stood: number): Promise<Handled> {
    try {
      // What is left of the function's time is another's, who begins with all of his.
      if (performance.now() >= deadline - limits.workOffMilliseconds.value) {
        await queue.workOff(stood);
        return { outcome: 'postponed' };
      }
      const outcome = await workOffAWhile(archive, extract, onFailure('filesFailure'));
      if (outcome === 'more') await queue.workOff();
      if (outcome === 'stands' && stood < mostStands) await queue.workOff(stood + 1);
      return { outcome };
    } catch (error) {
      return { error };
    }
  }
}

// Names what an import could not take, and stops naming where there is too much of one kind.

import type { ImportProblem } from '../import/importMail.ts';
import { counted } from './humanUnits.ts';
import { printable } from './printable.ts';

/** Sources named one by one for each cause; a full disk fails every message in the same words. */
const namedOfEachCause = 10;

/**
 * One line for each problem, the first few of a cause by name.
 * @param failed all failures, of which `problems` may hold only the first.
 */
export function problemLines(problems: readonly ImportProblem[], failed: number): readonly string[] {
  const lines: string[] = [];
  for (const [message, those] of Map.groupBy(problems, problem => problem.message)) {
    for (const { origin } of those.slice(0, namedOfEachCause)) lines.push(`${origin}: ${message}`);
    const more = those.length - namedOfEachCause;
    if (more > 0) lines.push(`${counted(more, 'more like this', 'more like these')}: ${message}`);
  }
  const unnamed = failed - problems.length;
  if (unnamed > 0) lines.push(`and ${counted(unnamed, 'further problem')}`);
  return lines.map(line => `mailglob: ${printable(line)}`);
}

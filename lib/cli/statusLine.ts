// One line that says what an archive holds.

import type { Status } from '../archive/status.ts';
import { counted, humanCount, humanSize } from './humanUnits.ts';

/** E.g. `2 messages with 3 attachments, 45 kB`, and what is wrong where something is. */
export function statusLine(status: Status): string {
  const { messages, attachments, bytes, damaged, quarantined } = status;
  return [
    `${counted(messages, 'message')} with ${counted(attachments, 'attachment')}, ${humanSize(bytes)}`,
    ...(damaged > 0 ? [`${humanCount(damaged)} damaged`] : []),
    ...(quarantined > 0 ? [`${humanCount(quarantined)} in quarantine`] : []),
  ].join(', ');
}

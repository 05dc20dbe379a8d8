// What a message of the extract queue asks: what S3 says of `content/` (a mail was taken in) and of `library/`, or what
// is sent here and by a schedule: to work off whatever is pending.

import { readContentBlobKey } from '../archive/blobKeys.ts';
import type { FileSubject } from '../archive/files/indexing.ts';
import { libraryPrefix } from '../archive/files/libraryPaths.ts';
import { readObjectChanges } from './s3Events.ts';

export type FileTask =
  | { readonly kind: 'index'; readonly subject: FileSubject }
  /** @see workOffAWhile; `stood` says how often in a row nothing could be done */
  | { readonly kind: 'workOff'; readonly stood: number };

type WorkOffMessage = { readonly files: 'workOff'; readonly stood?: number };

export const workOffMessage = (stood = 0): string =>
  JSON.stringify({ files: 'workOff', ...(stood > 0 && { stood }) } satisfies WorkOffMessage);

/** @throws NoS3EventError for what is neither */
export function readFileTasks(body: string): FileTask[] {
  const message = workOffIn(body);
  if (message) return [{ kind: 'workOff', stood: Number.isSafeInteger(message.stood) ? (message.stood ?? 0) : 0 }];
  return readObjectChanges(body).flatMap(({ key }): FileTask[] => {
    const subject = subjectOf(key);
    return subject ? [{ kind: 'index', subject }] : [];
  });
}

function workOffIn(body: string): WorkOffMessage | null {
  // Keys of strangers' mail are in no message that begins so.
  if (!body.startsWith('{"files":')) return null;
  try {
    const message = JSON.parse(body) as WorkOffMessage;
    return message.files === 'workOff' ? message : null;
  } catch {
    return null;
  }
}

/** Whether something was created or removed does not matter: what lies there when it is looked at counts. */
function subjectOf(key: string): FileSubject | null {
  if (key.startsWith(libraryPrefix)) return key.endsWith('/') ? null : { kind: 'library', path: key };
  const mail = readContentBlobKey(key);
  return mail && { kind: 'mail', ...mail };
}

// The bar of an import, moved by the reader and by the writer: files are read in large pieces, and messages stored in
// small ones.

import type { ImportSummary } from '../import/importMail.ts';
import type { ReadProgress } from '../import/sourceItem.ts';
import { counted } from './humanUnits.ts';
import { startProgress } from './progress.ts';

export interface ImportProgress {
  /** For readSources(). Without a bar nothing is asked for: knowing the total costs a walk over the directories. */
  readonly reading: { readonly onProgress?: (progress: ReadProgress) => void };
  /** For importMail(). */
  readonly storing: { readonly onProgress: (summary: ImportSummary) => void };
  /** Takes the bar away. */
  readonly end: () => void;
}

/** Progress on standard error; none with `quiet`. */
export function startImportProgress(label: string, quiet: boolean): ImportProgress {
  const progress = startProgress({ label, unit: 'bytes' }, quiet);
  let bytesRead = 0;
  let bytesTotal: number | null = null;
  let note = '';
  const show = () => progress.update(bytesRead, bytesTotal, note);
  const onRead = (read: ReadProgress) => {
    ({ bytesRead, bytesTotal } = read);
    show();
  };
  return {
    reading: quiet ? {} : { onProgress: onRead },
    storing: {
      onProgress({ messages }) {
        note = counted(messages, 'message');
        show();
      },
    },
    end: progress.end,
  };
}

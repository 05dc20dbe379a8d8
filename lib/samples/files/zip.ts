// Zips files with fixed times, so that the same files give the same bytes everywhere.

import { zipSync } from 'fflate';

/** @param date a calendar day, written as noon of that day whatever the zone of this machine. */
export function zip(files: Readonly<Record<string, string | Uint8Array>>, date: string): Uint8Array {
  const [year = 1980, month = 1, day = 1] = date.split('-').map(Number);
  const mtime = new Date(year, month - 1, day, 12);
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? Buffer.from(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime });
}

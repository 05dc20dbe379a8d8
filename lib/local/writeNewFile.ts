// A new file with all its bytes, on the disk or as good as there. What names it durably is the caller's.

import { closeSync, fdatasync, openSync, writeFileSync, writeSync } from 'node:fs';
import { open, unlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const syncData = promisify(fdatasync);

/** Up to here, writing into the page cache at once costs less than handing it to another thread. */
const smallBytes = 128 * 1024;

/** Writes a file that is not there yet, mode 0600; it is taken away again where that fails. */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > smallBytes) return writeLargeFile(path, bytes);
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    await syncData(file);
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    closeSync(file);
  }
}

/** The same without waiting for the disk: for bytes that can be made again. */
export async function writeVolatileFile(path: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > smallBytes) return writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
}

async function writeLargeFile(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.datasync();
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

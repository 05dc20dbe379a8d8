// A new file with all its bytes, on the disk or as good as there. What names it durably is the caller's.

import { open, unlink } from 'node:fs/promises';

/**
 * Writes a file that is not there yet, mode 0600; it is taken away again where that fails.
 * @param isDurable whether to wait for the disk
 */
export async function writeNewFile(path: string, bytes: Uint8Array, isDurable: boolean): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    if (isDurable) await handle.datasync();
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

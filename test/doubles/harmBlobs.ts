// The blobs of a data directory as a failing disk, or someone's hand, would change them. For small blobs alone.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

function withTable<T>(dir: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(dir, 'blobs', 'blobs.db'), { timeout: 10_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Puts other bytes under a key, with all else as it was. */
export function changeBlob(dir: string, key: string, bytes: Uint8Array): void {
  withTable(dir, db => {
    const { changes } = db
      .prepare('UPDATE contents SET bytes = ? WHERE id = (SELECT content FROM blobs WHERE key = ?)')
      .run(bytes, key);
    if (changes !== 1) throw new Error(`nothing under ${key}`);
    db.prepare('UPDATE blobs SET sizeBytes = ? WHERE key = ?').run(bytes.length, key);
  });
}

/** The keys of blobs; none where there is no data directory yet. */
export function keysOfBlobs(dir: string): string[] {
  try {
    return withTable(dir, db => db.prepare('SELECT key FROM blobs ORDER BY key').all()).map(({ key }) => String(key));
  } catch {
    return [];
  }
}

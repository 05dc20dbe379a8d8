// What changed under `library/` since it was taken in: seen by looking at everything that lies there, where no event tells.

import type { Archive } from '../archive.ts';
import type { BlobInfo, Blobs, Row } from '../ports.ts';
import { type LibraryDocument, listLibraryDocuments, pendingDocument } from './libraryDocuments.ts';
import { libraryPrefix } from './libraryPaths.ts';

const objectsAtOnce = 1_000;

/** Puts every document as pending that came, changed or went; tells how many. */
export async function pendLibraryChanges({ store, blobs }: Archive): Promise<number> {
  const known = new Map<string, LibraryDocument>();
  for await (const document of listLibraryDocuments(store)) known.set(document.path, document);
  const rows: Row[] = [];
  for await (const info of libraryObjects(blobs)) {
    if (!isTakenIn(known.get(info.key), info)) rows.push(pendingDocument(info.key));
    known.delete(info.key);
  }
  for (const path of known.keys()) rows.push(pendingDocument(path));
  if (rows.length > 0) await store.put(rows);
  return rows.length;
}

/** Every document under `library/`: not the empty objects that some programs put in the place of directories. */
export async function* libraryObjects(blobs: Blobs): AsyncGenerator<BlobInfo> {
  for (let after: string | undefined; ; ) {
    const page = await blobs.list(libraryPrefix, { ...(after !== undefined && { after }), limit: objectsAtOnce });
    yield* page.filter(({ key }) => !key.endsWith('/'));
    after = page.at(-1)?.key;
    if (page.length < objectsAtOnce || after === undefined) return;
  }
}

/** Whether a document is known as it lies there. */
export function isTakenIn(document: LibraryDocument | undefined, { modifiedAt, sizeBytes }: BlobInfo): boolean {
  if (!document || document.isGone) return false;
  const [{ modified, sizeBytes: size }, ...others] = document.versions;
  return others.length === 0 && modified === modifiedAt && size === sizeBytes;
}

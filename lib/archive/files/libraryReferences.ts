// Which documents of the library refer to which: rows by target, so that whoever comes or goes finds those it matters to.
// A target is a path of the library, or a name without a path, which any document of that name answers, as editors of
// notes take it.

import { fileReferenceKey, fileReferencesPk, librarySpace } from '../fileKeys.ts';
import type { Key, Row, Store } from '../ports.ts';
import { readAll } from '../readAll.ts';
import { diagnosticKey, diagnosticRow } from './fileDiagnostics.ts';
import { type LibraryDocument, readLibraryDocument } from './libraryDocuments.ts';
import { libraryPosition, libraryPrefix, nameOfPath } from './libraryPaths.ts';

/** One thing that a document refers to, as written, and what may answer it. */
interface Reference {
  readonly written: string;
  readonly targets: readonly string[];
}

const nameMark = '*';
const nameTarget = (name: string): string => nameMark + name.normalize('NFC').toLowerCase();

/** What a document at a path answers to. */
const targetsAnswered = (path: string): readonly string[] => [path, nameTarget(nameOfPath(path))];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Segments of a path with `.` and `..` followed; null where they lead out of the library. */
function resolvePath(from: readonly string[], path: string): string | null {
  const segments = [...from];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length === 0) return null;
    else segments.pop();
  }
  return libraryPrefix + segments.join('/');
}

/** Directories above a document that may be the root of its site: the highest ones. */
const mostRoots = 8;

/** The library itself, and every directory that a document lies in: one of them is what a path from the root begins at. */
const rootsOf = (directory: readonly string[]): string[][] =>
  Array.from({ length: Math.min(mostRoots, directory.length + 1) }, (_, depth) => directory.slice(0, depth));

/** @param path of the document that has it */
function referenceOf(path: string, written: string): Reference {
  const clean = decoded(written.split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/');
  const directory = path.slice(libraryPrefix.length).split('/').slice(0, -1);
  const targets = [
    ...(clean.startsWith('/')
      ? rootsOf(directory).map(root => resolvePath(root, clean))
      : [resolvePath(directory, clean), resolvePath([], clean)]),
    // As one writes who sees the path of the document.
    ...(clean.startsWith(`/${libraryPrefix}`) ? [resolvePath([], clean.slice(libraryPrefix.length + 1))] : []),
    ...(clean.includes('/') || clean === '' ? [] : [nameTarget(clean)]),
  ];
  return {
    written,
    targets: [...new Set(targets.filter(target => target !== null && target !== libraryPrefix))] as string[],
  };
}

const imageEnding = /\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|avif|hei[cf]|ico)$/i;
const isImage = ({ written }: Reference): boolean => imageEnding.test(written.split(/[?#]/, 1)[0] ?? '');

/** Row of a document that answers to a name; and of one that refers to a target, with what it has written. */
const answerMark = '+';
const sourceMark = '-';
const answerRow = (target: string, path: string): Row => ({
  ...fileReferenceKey(target, answerMark, path),
  data: JSON.stringify([path]),
});
const sourceKey = (target: string, source: string): Key => fileReferenceKey(target, sourceMark, source);

/** Whether a document answers a reference now. */
async function isAnswered(store: Store, { targets }: Reference): Promise<boolean> {
  for (const target of targets) {
    if (!target.startsWith(nameMark)) {
      if (await readLibraryDocument(store, target)) return true;
      continue;
    }
    const page = await store.read({
      ...{ pk: fileReferencesPk(target), from: answerMark, below: sourceMark },
      ...{ direction: 'ascending', limit: 1 },
    });
    if (page.rows.length > 0) return true;
  }
  return false;
}

interface Source {
  readonly path: string;
  readonly written: readonly string[];
}

/** The documents that refer to a target. */
async function sourcesOf(store: Store, target: string): Promise<Source[]> {
  const sources: Source[] = [];
  for await (const row of readAll(store, fileReferencesPk(target), { above: sourceMark })) {
    const [path, written] = JSON.parse(row.data) as [string, readonly string[]];
    sources.push({ path, written });
  }
  return sources;
}

async function isReferredTo(store: Store, path: string): Promise<boolean> {
  for (const target of targetsAnswered(path))
    if ((await sourcesOf(store, target)).some(source => source.path !== path)) return true;
  return false;
}

const positionOf = ({ path, versions }: LibraryDocument): string => libraryPosition(path, versions[0].modified);
const told = (document: LibraryDocument, detail = '') => ({
  ...{ space: librarySpace, position: positionOf(document), detail },
});

/** Brings what is told of one reference of a document to what is so now. */
async function judgeReference(store: Store, document: LibraryDocument, reference: Reference): Promise<void> {
  if (!isImage(reference)) return;
  const detail = told(document, reference.written);
  if (await isAnswered(store, reference)) return store.delete([diagnosticKey('brokenReference', detail)]);
  await store.put([diagnosticRow('brokenReference', detail)]);
  // Whoever came meanwhile may have looked before this stood.
  if (await isAnswered(store, reference)) await store.delete([diagnosticKey('brokenReference', detail)]);
}

/** Brings to what is so now whether nobody refers to a document. */
async function judgeDocument(store: Store, path: string): Promise<void> {
  const document = await readLibraryDocument(store, path);
  if (!document) return;
  if (await isReferredTo(store, path)) return store.delete([diagnosticKey('unreferenced', told(document))]);
  await store.put([diagnosticRow('unreferenced', told(document))]);
  if (await isReferredTo(store, path)) await store.delete([diagnosticKey('unreferenced', told(document))]);
}

/** Documents that answer to a target. */
async function answering(store: Store, target: string): Promise<string[]> {
  if (!target.startsWith(nameMark)) return [target];
  const page = await store.read({
    ...{ pk: fileReferencesPk(target), from: answerMark, below: sourceMark },
    ...{ direction: 'ascending', limit: mostAnswers },
  });
  return page.rows.map(row => (JSON.parse(row.data) as [string])[0]);
}

/** Documents of one name that are told of. */
const mostAnswers = 100;

/** Judges again what other documents say of a path that came or went. */
async function judgeSources(store: Store, path: string): Promise<void> {
  for (const target of targetsAnswered(path))
    for (const { path: source, written } of await sourcesOf(store, target)) {
      const document = await readLibraryDocument(store, source);
      if (document) for (const one of written) await judgeReference(store, document, referenceOf(source, one));
    }
}

/** The targets of what a document refers to. */
export const targetsOf = (path: string, references: readonly string[]): string[] => [
  ...new Set(references.flatMap(written => referenceOf(path, written).targets)),
];

/**
 * Follows a document that came, or changed: what it refers to, and what refers to it. Its own row is written before.
 * @param references of its text, as written
 * @param before targets of the version before
 */
export async function followReferences(
  store: Store,
  document: LibraryDocument,
  references: readonly string[],
  before: readonly string[],
): Promise<void> {
  const { path } = document;
  const own = references.map(written => referenceOf(path, written));
  const byTarget = new Map<string, string[]>();
  for (const { written, targets } of own)
    for (const target of targets) byTarget.set(target, [...(byTarget.get(target) ?? []), written]);
  await store.put([
    answerRow(nameTarget(nameOfPath(path)), path),
    ...[...byTarget].map(([target, written]) => ({
      ...sourceKey(target, path),
      data: JSON.stringify([path, written]),
    })),
  ]);
  const left = before.filter(target => !byTarget.has(target));
  await leaveTargets(store, path, left);
  for (const reference of own) await judgeReference(store, document, reference);
  for (const target of byTarget.keys())
    for (const other of await answering(store, target)) if (other !== path) await judgeDocument(store, other);
  await judgeDocument(store, path);
  await judgeSources(store, path);
}

async function leaveTargets(store: Store, path: string, targets: readonly string[]): Promise<void> {
  if (targets.length === 0) return;
  await store.delete(targets.map(target => sourceKey(target, path)));
  for (const target of targets) for (const other of await answering(store, target)) await judgeDocument(store, other);
}

/** Follows a document that went; its own row is taken away before. */
export async function forgetReferences(store: Store, { path, targets }: LibraryDocument): Promise<void> {
  const answers = fileReferenceKey(nameTarget(nameOfPath(path)), answerMark, path);
  await store.delete([answers]);
  await leaveTargets(store, path, targets);
  await judgeSources(store, path);
}

/** What is told of a version of a document, which goes with it. */
export async function forgetTold(store: Store, position: string): Promise<void> {
  const { pk } = diagnosticRow('brokenReference', { space: librarySpace, position, detail: '' });
  const keys: Key[] = [diagnosticKey('unreferenced', { space: librarySpace, position, detail: '' })];
  for (;;) {
    const page = await store.read({
      pk,
      from: position,
      below: `${position}\u{10ffff}`,
      direction: 'ascending',
      limit: 1000,
    });
    keys.push(...page.rows.map(({ sk }) => ({ pk, sk })));
    await store.delete(keys.splice(0));
    if (!page.hasMore || page.rows.length === 0) return;
  }
}

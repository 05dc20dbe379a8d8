// A message's tree -> its parts in order, its bodies and its flags. One message at a time; nested ones by recursion.

import { limits } from '../limits.ts';
import { normalizeFileName } from '../names/normalizeFileName.ts';
import { charsetHints } from './charsetHints.ts';
import { chooseBodies, type Leaf } from './chooseBodies.ts';
import { readCms } from './cms.ts';
import { addPart, type Collection, hasRoom, pathInto } from './collection.ts';
import { addTnefFiles, tnefBody } from './collectTnef.ts';
import { findEmbeddedFiles } from './embeddedFiles.ts';
import { decodeWords } from './encodedWords.ts';
import { type Budget, type Entity, isMessageType, readHeadersOnly, readMessage } from './entity.ts';
import { type HeaderField, headerValue } from './headers.ts';
import type { Part, PartKind } from './message.ts';
import { parameterValue } from './parameters.ts';
import { partName } from './partName.ts';
import { collectReferences, type References } from './references.ts';
import { htmlText, plainText } from './textBody.ts';
import { readTnef } from './tnef.ts';
import { decodeTransferEncoding } from './transferEncoding.ts';

export interface Collected {
  readonly text: string | null;
  readonly html: string | null;
  readonly isEncrypted: boolean;
  readonly hasUnverifiedSignature: boolean;
  readonly hasUnexpandedTnef: boolean;
}

const signatureTypes = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'application/x-pgp-signature',
]);

/** The leaves of one message in order; a nested message is one leaf. */
function leavesOf(root: Entity, hints: readonly string[], budget: Budget): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (entity: Entity, around: readonly Entity[]) => {
    if (entity.children.length > 0 && entity.mediaType.startsWith('multipart/')) {
      const inner = [...around, entity];
      for (const child of entity.children) visit(child, inner);
      return;
    }
    const { name, exceededLimit } = partName(entity, hints);
    if (exceededLimit) budget.exceeded = true;
    // What follows a last delimiter that lacks its closing hyphens is no part.
    if (entity.isCutOff && entity.headers.length === 0 && entity.body.length === 0) return;
    leaves.push({ entity, around, name });
  };
  visit(root, []);
  return leaves;
}

/** Decoded content of leaves, each decoded once. */
function contentReader(collection: Collection, root: Entity): (entity: Entity) => Uint8Array {
  const known = new Map<Entity, Uint8Array>();
  return entity => {
    const before = known.get(entity);
    if (before !== undefined) return before;
    const { bytes, stopsWithinGroup } = decodeTransferEncoding(entity.body, entity.encoding);
    const endsWithinLine = !endsLine(entity.body);
    const isCut =
      entity.encoding !== 'base64'
        ? entity.isCutOff && !entity.headersComplete
        : entity.isCutOff
          ? stopsWithinGroup || endsWithinLine
          : entity === root && stopsWithinGroup && endsWithinLine;
    if (isCut) collection.isCutWithinData = true;
    // Undecoded bytes are a view into the mail and cost nothing.
    if (bytes !== entity.body) collection.budget.decodedBytes -= bytes.length;
    known.set(entity, bytes);
    return bytes;
  };
}

const endsLine = (bytes: Uint8Array): boolean => bytes.length === 0 || bytes[bytes.length - 1] === 0x0a;

const bare = (header: string | null): string | null => {
  const id = header?.trim().replace(/^<|>$/g, '').trim() ?? '';
  return id === '' ? null : id;
};

function kindOf(leaf: Leaf, references: References): PartKind {
  const { entity } = leaf;
  if (signatureTypes.has(entity.mediaType)) return 'signature';
  if (!/^(?:image|audio|font)\//.test(entity.mediaType)) return 'attachment';
  const id = bare(headerValue(entity.headers, 'content-id'));
  if (id !== null && references.ids.has(id.toLowerCase())) return 'inline';
  const location = headerValue(entity.headers, 'content-location');
  if (location !== null && references.locations.has(location)) return 'inline';
  const isRelated = leaf.around.at(-1)?.mediaType === 'multipart/related';
  return id !== null && isRelated && entity.disposition?.value !== 'attachment' ? 'inline' : 'attachment';
}

/** The decoded subject of a message's headers, unfolded and trimmed. */
export const subjectOf = (headers: readonly HeaderField[], hints: readonly string[] = []): string =>
  decodeWords(headerValue(headers, 'subject') ?? '', hints)
    .replace(/[\t\n\v\f\r]+/g, ' ')
    .trim();

/** Text and HTML that a message has to offer, and where it was found. */
interface Readable {
  readonly text: string | null;
  readonly html: string | null;
}

/** Gathers the parts of the message `root`, nested ones too, and reads its bodies. `path` is that of the message itself. */
export function collectParts(root: Entity, collection: Collection, path: string | null): Collected {
  const hints = charsetHints(root);
  const leaves = leavesOf(root, hints, collection.budget);
  const bodies = chooseBodies(leaves);
  const contentOf = contentReader(collection, root);
  const references = referencesOf(leaves, contentOf, hints);
  const protection = protectionOf(root);
  /** Text bodies without the files that were in them. */
  const texts = new Map<Leaf, Uint8Array>();
  /** What containers hold, read where the message has no body of its own. */
  const inner: Readable[] = [];
  for (const leaf of leaves) {
    const content = contentOf(leaf.entity);
    const isBody = leaf === bodies.plain || leaf === bodies.html;
    if (!hasRoom(collection)) break;
    const container: Container = { leaf, content, collection, path };
    if (!isBody && isTnefLeaf(leaf)) {
      const expanded = addTnef(container, hints);
      if (expanded !== null) {
        inner.push(expanded);
        continue;
      }
      protection.hasUnexpandedTnef = true;
    }
    const part = isBody ? null : addLeaf(container, kindOf(leaf, references), hints);
    if (leaf === bodies.plain || bodies.plainAfter.includes(leaf)) texts.set(leaf, addEmbedded(container, hints));
    const nested = leaf.entity.children[0];
    if (part !== null && nested !== undefined) {
      protection.hasUnexpandedTnef ||= collectParts(nested, collection, pathInto(part)).hasUnexpandedTnef;
    }
    if (part !== null && isCmsLeaf(leaf)) {
      const opened = openCms(container, part, protection);
      if (opened !== null) inner.push(opened);
    }
  }
  const textOf = (list: readonly (Leaf | null)[], read: typeof plainText): string | null => {
    const found = list.flatMap(leaf =>
      leaf === null ? [] : [read(leaf.entity, texts.get(leaf) ?? contentOf(leaf.entity), hints)],
    );
    return found.length === 0 ? null : found.join('\n');
  };
  const html =
    textOf([bodies.html, ...bodies.htmlAfter], htmlText) ?? inner.find(one => one.html !== null)?.html ?? null;
  const text = textOf([bodies.plain, ...bodies.plainAfter], plainText);
  const isEmpty = text === null || text.trim() === '';
  const innerText = isEmpty ? (inner.find(one => one.text !== null)?.text ?? null) : null;
  // An empty version beside a full one is no body to read.
  return { text: innerText ?? (isEmpty && html !== null ? null : text), html, ...protection };
}

function referencesOf(
  leaves: readonly Leaf[],
  contentOf: (entity: Entity) => Uint8Array,
  hints: readonly string[],
): References {
  const references: References = { ids: new Set(), locations: new Set() };
  const media = leaves.filter(({ entity }) => /^(?:image|audio|font)\//.test(entity.mediaType));
  if (media.length === 0) return references;
  const hasLocations = media.some(({ entity }) => headerValue(entity.headers, 'content-location') !== null);
  for (const { entity } of leaves) {
    if (entity.mediaType !== 'text/html' || entity.children.length > 0) continue;
    const base = headerValue(entity.headers, 'content-base') ?? headerValue(entity.headers, 'content-location');
    collectReferences(htmlText(entity, contentOf(entity), hints), references, hasLocations ? { base } : null);
  }
  return references;
}

/** How many containers a path leads through. */
const levelOf = (path: string | null): number => (path === null ? 0 : path.split('/').length);

/** A leaf that may hold more, and where its parts go. */
interface Container {
  readonly leaf: Leaf;
  readonly content: Uint8Array;
  readonly collection: Collection;
  readonly path: string | null;
}

function addLeaf({ leaf, content, collection, path }: Container, kind: PartKind, hints: readonly string[]): Part {
  const { entity, name } = leaf;
  const facts = {
    kind,
    mediaType: entity.mediaType,
    disposition: dispositionOf(entity, kind),
    contentId: bare(headerValue(entity.headers, 'content-id')),
    content,
    path,
  };
  return addPart(collection, facts, { raw: name, subject: nestedSubject(entity, content, hints) });
}

/** The subject of a nested message; one that lies too deep to be opened has it too. */
function nestedSubject(entity: Entity, content: Uint8Array, hints: readonly string[]): string | null {
  const nested = entity.children[0];
  if (nested !== undefined) return subjectOf(nested.headers, hints);
  return isMessageType(entity.mediaType) ? subjectOf(readHeadersOnly(content).fields, hints) : null;
}

function dispositionOf(entity: Entity, kind: PartKind): Part['disposition'] {
  if (entity.disposition === null || entity.disposition.value === '')
    return kind === 'inline' ? 'inline' : 'attachment';
  return entity.disposition.value === 'inline' ? 'inline' : 'attachment';
}

/** Adds the uuencoded and yEncoded files of a text body; gives back the text without them. */
function addEmbedded({ content, collection, path }: Container, hints: readonly string[]): Uint8Array {
  const { files, rest, hasMore } = findEmbeddedFiles(content, limits.parts.value - collection.parts.length);
  if (hasMore) collection.budget.exceeded = true;
  for (const file of files) {
    collection.budget.decodedBytes -= file.bytes.length;
    if (!hasRoom(collection)) break;
    const name = decodeWords(file.name, hints);
    addPart(
      collection,
      {
        kind: 'attachment',
        mediaType: 'application/octet-stream',
        disposition: 'attachment',
        contentId: null,
        content: file.bytes,
        path,
      },
      { raw: name === '' ? null : name, subject: null },
    );
  }
  return rest;
}

const isTnefLeaf = ({ entity, name }: Leaf): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(entity.mediaType) || /^win(?:mail)?\.dat$/i.test(name ?? '');

/** Adds the files of a TNEF container in its place; null, with nothing added, where it cannot be read. */
function addTnef({ leaf, content, collection, path }: Container, hints: readonly string[]): Readable | null {
  const levels = limits.nesting.value - levelOf(path);
  const tnef = readTnef(content, levels, hints);
  if (tnef === null) return null;
  const body = tnefBody(tnef, collection.budget);
  // Nothing that could stand in its place.
  if (tnef.files.length === 0 && body.text === null && body.html === null) return null;
  const filename = normalizeFileName(leaf.name ?? '') ?? 'winmail.dat';
  addTnefFiles(tnef, collection, pathInto({ path, filename, number: 0 }));
  return body;
}

const isCmsLeaf = ({ entity, name }: Leaf): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/.test(entity.mediaType) || /\.p7m$/i.test(name ?? '');

/** Opens an opaque-signed S/MIME part to its own parts; the part itself stays, as a signature's only form. */
function openCms(container: Container, part: Part, protection: Protection): Readable | null {
  const { leaf, content, collection } = container;
  const cms = readCms(content);
  const type = parameterValue(leaf.entity.contentType, 'smime-type')?.toLowerCase() ?? '';
  if (cms?.kind === 'enveloped' || (cms === null && type.includes('enveloped'))) protection.isEncrypted = true;
  if (cms?.kind === 'signed' || (cms === null && type === 'signed-data')) protection.hasUnverifiedSignature = true;
  if (cms === null || cms.content === null) return null;
  const nesting = levelOf(pathInto(part));
  if (nesting > limits.nesting.value) return null;
  const entity = readMessage(cms.content, collection.budget, { nesting, multiparts: leaf.around.length });
  const inner = collectParts(entity, collection, pathInto(part));
  protection.isEncrypted ||= inner.isEncrypted;
  protection.hasUnexpandedTnef ||= inner.hasUnexpandedTnef;
  return inner;
}

interface Protection {
  isEncrypted: boolean;
  hasUnverifiedSignature: boolean;
  hasUnexpandedTnef: boolean;
}

/** Signed or encrypted by its own structure; what nested messages are says nothing of it. */
function protectionOf(root: Entity): Protection {
  const protection: Protection = { isEncrypted: false, hasUnverifiedSignature: false, hasUnexpandedTnef: false };
  const visit = (entity: Entity) => {
    const { mediaType } = entity;
    if (mediaType === 'multipart/encrypted' || mediaType === 'application/pgp-encrypted') protection.isEncrypted = true;
    if (mediaType === 'multipart/signed' || signatureTypes.has(mediaType)) protection.hasUnverifiedSignature = true;
    if (mediaType.startsWith('multipart/')) for (const child of entity.children) visit(child);
  };
  visit(root);
  return protection;
}

// A message's tree -> its parts in order, its bodies and its flags. One message at a time; nested ones by recursion.

import { hash } from 'node:crypto';
import { limits } from '../limits.ts';
import { normalizeFileName } from '../names/normalizeFileName.ts';
import { chooseBodies, type Leaf } from './chooseBodies.ts';
import { decodeWords } from './encodedWords.ts';
import type { Budget, Entity } from './entity.ts';
import { type HeaderField, headerValue } from './headers.ts';
import type { Part, PartKind } from './message.ts';
import { parameterValue } from './parameters.ts';
import { partName } from './partName.ts';
import { collectReferences, type References } from './references.ts';
import { htmlText, plainText } from './textBody.ts';
import { decodeTransferEncoding } from './transferEncoding.ts';

/** What is gathered over a message and all that is nested in it. */
export interface Collection {
  readonly parts: Part[];
  readonly budget: Budget;
  /** The last base64 data of the mail stops within itself: see isDamaged in parseMessage.ts. */
  isCutWithinData: boolean;
}

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

/** Charset labels that a message uses, its most telling first: what helps to read bytes without a label. */
function charsetHints(root: Entity): string[] {
  const hints = new Set<string>();
  const visit = (entity: Entity) => {
    const charset = parameterValue(entity.contentType, 'charset');
    if (charset !== null && hints.size < 10) hints.add(charset.toLowerCase());
    if (!entity.mediaType.startsWith('message/')) for (const child of entity.children) visit(child);
  };
  visit(root);
  for (const { value } of root.headers) {
    if (hints.size >= 10) break;
    const label = /=\?([^?\s*]{1,60})[^?]{0,20}\?[BbQq]\?/.exec(value)?.[1];
    if (label !== undefined) hints.add(label.toLowerCase());
  }
  return [...hints];
}

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
    leaves.push({ entity, around, name });
  };
  visit(root, []);
  return leaves;
}

/** Decoded content of leaves, each decoded once. */
function contentReader(collection: Collection): (entity: Entity) => Uint8Array {
  const known = new Map<Entity, Uint8Array>();
  return entity => {
    const before = known.get(entity);
    if (before !== undefined) return before;
    const { bytes, stopsWithinGroup } = decodeTransferEncoding(entity.body, entity.encoding);
    if (entity.isCutOff && entity.encoding === 'base64' && (stopsWithinGroup || !endsLine(entity.body))) {
      collection.isCutWithinData = true;
    }
    collection.budget.decodedBytes -= bytes.length;
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

const joinPath = (path: string | null, segment: string): string => (path === null ? segment : `${path}/${segment}`);

/** The decoded subject of a message's headers, unfolded and trimmed. */
export const subjectOf = (headers: readonly HeaderField[], hints: readonly string[] = []): string =>
  decodeWords(headerValue(headers, 'subject') ?? '', hints).trim();

/** Adds one part, numbered by its place; gives it back. */
function addPart(collection: Collection, part: Omit<Part, 'number' | 'sizeBytes' | 'sha256'>): Part {
  const whole: Part = {
    ...part,
    number: collection.parts.length + 1,
    sizeBytes: part.content.length,
    sha256: hash('sha256', part.content, 'hex'),
  };
  collection.parts.push(whole);
  return whole;
}

/** Gathers the parts of the message `root`, nested ones too, and reads its bodies. `path` is that of the message itself. */
export function collectParts(root: Entity, collection: Collection, path: string | null): Collected {
  const { budget } = collection;
  const hints = charsetHints(root);
  const leaves = leavesOf(root, hints, budget);
  const bodies = chooseBodies(leaves);
  const contentOf = contentReader(collection);
  const references = referencesOf(leaves, contentOf, hints);
  for (const leaf of leaves) {
    if (leaf === bodies.plain || leaf === bodies.html) {
      contentOf(leaf.entity);
      continue;
    }
    if (collection.parts.length >= limits.parts.value || budget.decodedBytes < 0) {
      budget.exceeded = true;
      break;
    }
    addLeaf(leaf, kindOf(leaf, references), contentOf(leaf.entity), collection, path);
  }
  const textOf = (list: readonly (Leaf | null)[], read: typeof plainText): string | null => {
    const texts = list.flatMap(leaf => (leaf === null ? [] : [read(leaf.entity, contentOf(leaf.entity), hints)]));
    return texts.length === 0 ? null : texts.join('\n');
  };
  const html = textOf([bodies.html, ...bodies.htmlAfter], htmlText);
  const text = textOf([bodies.plain, ...bodies.plainAfter], plainText);
  return {
    // An empty version beside a full one is no body to read.
    text: text !== null && html !== null && text.trim() === '' ? null : text,
    html,
    ...protectionOf(root),
    hasUnexpandedTnef: leaves.some(leaf => isTnef(leaf.entity)),
  };
}

const isTnef = (entity: Entity): boolean => /^application\/(?:vnd\.)?ms-tnef$/.test(entity.mediaType);

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

function addLeaf(leaf: Leaf, kind: PartKind, content: Uint8Array, collection: Collection, path: string | null): void {
  const { entity } = leaf;
  const nested = entity.children[0];
  const derived = leaf.name === null && nested !== undefined ? subjectOf(nested.headers) : '';
  const raw = leaf.name;
  const filename =
    raw === null ? (derived === '' ? null : normalizeFileName(`${derived}.eml`)) : normalizeFileName(raw);
  const part = addPart(collection, {
    kind,
    filename,
    rawFilename: raw,
    wasFileNameNormalized: filename !== raw,
    mediaType: entity.mediaType,
    disposition: dispositionOf(entity, kind),
    contentId: bare(headerValue(entity.headers, 'content-id')),
    content,
    path,
  });
  if (nested !== undefined) collectParts(nested, collection, joinPath(path, part.filename ?? String(part.number)));
}

function dispositionOf(entity: Entity, kind: PartKind): Part['disposition'] {
  if (entity.disposition === null || entity.disposition.value === '')
    return kind === 'inline' ? 'inline' : 'attachment';
  return entity.disposition.value === 'inline' ? 'inline' : 'attachment';
}

/** Signed or encrypted by its own structure; what nested messages are says nothing of it. */
function protectionOf(root: Entity): { isEncrypted: boolean; hasUnverifiedSignature: boolean } {
  let isEncrypted = false;
  let hasUnverifiedSignature = false;
  const visit = (entity: Entity) => {
    const { mediaType } = entity;
    if (mediaType === 'multipart/encrypted' || mediaType === 'application/pgp-encrypted') isEncrypted = true;
    if (mediaType === 'multipart/signed' || signatureTypes.has(mediaType)) hasUnverifiedSignature = true;
    if (mediaType === 'application/pkcs7-mime' || mediaType === 'application/x-pkcs7-mime') {
      const type = parameterValue(entity.contentType, 'smime-type')?.toLowerCase() ?? '';
      if (type === 'signed-data') hasUnverifiedSignature = true;
      if (type.includes('enveloped')) isEncrypted = true;
    }
    if (mediaType.startsWith('multipart/')) for (const child of entity.children) visit(child);
  };
  visit(root);
  return { isEncrypted, hasUnverifiedSignature };
}

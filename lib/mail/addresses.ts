// Address lists of From, To and the like -> mailboxes. RFC 5322 section 3.4 with its obsolete forms, and what is sent instead.

import { fromBinary, hasEightBit, isBlank, trimBlanks } from './bytes.ts';
import { isUtf8 } from './charsets.ts';
import { decodeWords } from './encodedWords.ts';
import { guessCharset } from './guessCharset.ts';
import type { Mailbox } from './message.ts';
import { type Reading, readMultibyte } from './multibyteText.ts';

/** One mailbox in the making. */
interface Draft {
  /** Words before the angle bracket; quoted strings without their quotes. */
  words: { text: string; isQuoted: boolean; isJoined: boolean }[];
  angle: string | null;
  comments: string[];
}

/** Charset labels found nearby, and the charset of the raw bytes where the syntax could not be told without it. */
interface Charsets {
  readonly hints: readonly string[];
  readonly raw: string | null;
}

const newDraft = (): Draft => ({ words: [], angle: null, comments: [] });

/** Reads a run that ends at an unescaped `close`; escapes are taken out. `open` nests where it is given. */
function readDelimited(text: string, at: number, close: string, open?: string): { value: string; end: number } {
  let value = '';
  let depth = 0;
  for (let i = at + 1; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\' && i + 1 < text.length) value += text.charAt(++i);
    else if (char === close && depth === 0) return { value, end: i + 1 };
    else {
      if (char === open) depth++;
      else if (char === close) depth--;
      value += char;
    }
  }
  return { value, end: text.length };
}

/** The address between angle brackets: without blanks and an old route (`@a,@b:`). */
function angleAddress(text: string): string {
  const bare = text.includes('"') ? trimBlanks(text) : text.replace(/[ \t\r\n\v\f]+/g, '');
  return bare
    .replace(/^@[^:]*:/, '')
    .replace(/^<+|>+$/g, '')
    .replace(/^mailto:/i, '');
}

const clean = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** A name as a mail shows it: decoded, without the quotes some programs put into it once more. */
function displayName(text: string, { hints, raw }: Charsets): string | null {
  let name = clean(decodeWords(text, hints, raw));
  const quoted = /^(["'])(.*)\1$/.exec(name);
  if (quoted !== null) name = (quoted[2] as string).trim();
  return name === '' ? null : name;
}

function finish(draft: Draft, charsets: Charsets, out: Mailbox[]): void {
  const { hints } = charsets;
  const { words, angle, comments } = draft;
  const join = (list: Draft['words']) =>
    list.map((word, i) => (i > 0 && !word.isJoined ? ' ' : '') + word.text).join('');
  const comment = comments.length > 0 ? comments.join(' ') : '';
  if (angle !== null) {
    const name = join(words);
    const address = clean(decodeWords(angleAddress(angle), hints));
    if (address !== '' || name !== '')
      out.push({ address, displayName: displayName(name === '' ? comment : name, charsets) });
    return;
  }
  if (words.length === 0) return;
  // No brackets: the word with an @ is the address, with what is written right against it.
  const at = words.findIndex(word => !word.isQuoted && word.text.includes('@'));
  if (at < 0) {
    const isOneWord = words.length === 1 && !words[0]?.isQuoted && ![...(words[0]?.text ?? '')].some(isBlank);
    const text = decodeWords(join(words), hints);
    if (isOneWord && !text.includes('=?') && text === words[0]?.text)
      out.push({ address: text, displayName: displayName(comment, charsets) });
    else out.push({ address: '', displayName: displayName(join(words), charsets) });
    return;
  }
  let first = at;
  while (first > 0 && words[first]?.isJoined) first--;
  let last = at;
  while (last + 1 < words.length && (words[last + 1]?.isJoined || words[last]?.text.endsWith('@'))) last++;
  const address = words
    .slice(first, last + 1)
    .map(word => (word.isQuoted ? `"${word.text}"` : word.text))
    .join('');
  const rest = join([...words.slice(0, first), ...words.slice(last + 1)]);
  out.push({
    address: clean(decodeWords(angleAddress(address), hints)),
    displayName: displayName(rest === '' ? comment : rest, charsets),
  });
}

const encodedWord = /=\?[^?\s]{1,60}\?[BbQq]\?[^?\s]{0,1000}\?=/y;

interface Drafts extends Reading {
  readonly drafts: readonly Draft[];
}

const manyNames = 200;

/** Every piece that may become a mailbox. */
function parse(value: string): Drafts {
  const drafts: Draft[] = [];
  let draft = newDraft();
  const next = () => {
    drafts.push(draft);
    draft = newDraft();
  };
  let i = 0;
  let isJoined = false;
  while (i < value.length) {
    const char = value.charAt(i);
    if (char === ',' || char === ';') {
      next();
      i++;
    } else if (char === '(') {
      const read = readDelimited(value, i, ')', '(');
      draft.comments.push(read.value.trim());
      i = read.end;
    } else if (char === '<') {
      // A second address without a comma between them.
      if (draft.angle !== null) next();
      const close = value.indexOf('>', i);
      const end = close < 0 ? value.length : close;
      draft.angle = value.slice(i + 1, end);
      i = Math.min(end + 1, value.length);
    } else if (char === '"') {
      if (draft.angle !== null) next();
      const read = readDelimited(value, i, '"');
      draft.words.push({ text: read.value, isQuoted: true, isJoined });
      i = read.end;
      isJoined = true;
      continue;
    } else if (char === ':' && draft.angle === null && !draft.words.some(word => word.text.includes('@'))) {
      // What stood before was a group's name.
      draft = newDraft();
      i++;
    } else if (isBlank(char)) {
      i++;
    } else {
      const start = i;
      // Commas and the like within an encoded word are its own.
      encodedWord.lastIndex = i;
      if (encodedWord.test(value)) i = encodedWord.lastIndex;
      while (
        i < value.length &&
        !isBlank(value.charAt(i)) &&
        !/[,;<("]/.test(value.charAt(i)) &&
        !(value.charAt(i) === ':' && isGroupColon(value, start, i))
      )
        i++;
      if (i === start) i++;
      const text = value.slice(start, i);
      if (text !== '>') {
        if (draft.angle !== null) next();
        draft.words.push({ text, isQuoted: false, isJoined });
      }
      isJoined = true;
      continue;
    }
    isJoined = false;
  }
  next();
  const texts = drafts
    .flatMap(({ words, comments }) => [...words.map(word => word.text), ...comments])
    .filter(hasEightBit);
  return { drafts, texts, oddities: 0 };
}

const mailboxes = (drafts: readonly Draft[], charsets: Charsets): Mailbox[] => {
  const out: Mailbox[] = [];
  for (const draft of drafts) finish(draft, charsets, out);
  return out;
};

/** A colon ends a group's name unless an address or an encoded word is being written. */
function isGroupColon(value: string, start: number, at: number): boolean {
  const text = value.slice(start, at);
  return !text.includes('@') && !text.includes('=?') && !/^(?:mailto|smtp|\[)/i.test(text);
}

/**
 * The mailboxes of a header value (one character per byte), in order; those of groups in their place. A comment is the
 * name where there is no other (`ann@example.com (Ann)`); one word without an @ is a local address.
 */
export function parseAddresses(value: string, hints: readonly string[] = []): Mailbox[] {
  const { reading, charset } = readMultibyte(value, hints, parse);
  // A list of many names in the raw has one charset, which takes long to guess name by name.
  const names = reading.texts.length > manyNames ? fromBinary(reading.texts.join(' ')) : null;
  const raw = charset ?? (names === null || isUtf8(names) ? null : guessCharset(names, hints));
  const found = mailboxes(reading.drafts, { hints, raw });
  // The whole list as encoded words, brackets and all.
  if (value.includes('=?') && !found.some(mailbox => mailbox.address.includes('@'))) {
    const decoded = decodeWords(value, hints);
    if (decoded.includes('@')) {
      return mailboxes(parse(decoded).drafts, { hints, raw: null }).filter(mailbox => mailbox.address !== '');
    }
  }
  return found;
}

// A document in RTF -> its text: sections by headings. Bytes are read in the code page of their font. Text that was deleted
// with changes tracked is left out. RTF inside of mail containers is lib/mail/rtf.ts.

import { toBinary } from '../mail/bytes.ts';
import { decoderOf, isUtf8 } from '../mail/charsets.ts';
import type { Draft } from './draft.ts';
import { ReadingEnd } from './readingEnd.ts';
import {
  fontCharsets,
  hiddenDestinations,
  ownParagraphs,
  paragraphEnds,
  shownDestinations,
  written,
} from './rtfGroups.ts';

/** Groups deeper than this are read as if they were flat. */
const deepestGroup = 10_000;

interface Group {
  readonly destination: 'body' | 'hidden' | 'fonts' | 'styles' | 'title';
  readonly isDeleted: boolean;
  /** Bytes that stand in for one `\u` character. */
  readonly skip: number;
  readonly font: number | null;
  readonly ownParagraph: boolean;
}

interface Fonts {
  readonly charsets: Map<number, string>;
  current: number;
}

const controlWord = /\\(?:([A-Za-z]{1,32})(-?\d{1,10})? ?|'([0-9A-Fa-f]{2})|([^A-Za-z']))/y;
/** A mark of RTF that, after the first byte of two, is the second. */
const secondByte = /^(?:[{}]|\\[^'{}\\*~_a-z])/i;
const ofTwoBytes = /^(?:shift_jis|euc-kr|gb18030|big5|cp(?:1361|9(?:32|36|49|50)))$/;
const isJapanese = /^(?:shift_jis|cp932)$/;
const startsPair = (byte: number, charset: string): boolean =>
  byte < 0xff && ofTwoBytes.test(charset) && !(isJapanese.test(charset) && byte >= 0xa0 && byte < 0xe0);

/** Whether bytes above ASCII are UTF-8, as programs write it that do not know the code pages of RTF. */
const isUtf8Text = (bytes: Uint8Array): boolean =>
  isUtf8(bytes) && bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0) > 1;

/** Ordinary characters up to the next that means something. */
const plainRun = /[^\\{}\r\n]+/y;

export function readRtf(bytes: Uint8Array, draft: Draft): void {
  const source = toBinary(bytes);
  const fonts: Fonts = { charsets: new Map(), current: 0 };
  const headingStyles = new Set<number>();
  let style = { number: 0, name: '' };
  let codePage = 'windows-1252';
  let defaultFont: number | null = null;
  let group: Group = { destination: 'body', isDeleted: false, skip: 1, font: null, ownParagraph: false };
  const stack: Group[] = [];
  /** Paragraphs begun, the innermost last: one for the body, one for each note or box that is open. */
  const paragraphs: string[] = [''];
  const after: string[] = [];
  let title = '';
  let pending: number[] = [];
  let pendingSkip = 0;
  /** Whether bytes above ASCII stand there as they are, which only few programs write. */
  let isRaw = false;
  /** Whether the last byte is the first of two: what follows it is a byte, whatever it else would mean. */
  let isLead = false;
  let isHeading = false;
  let isAfterStar = false;

  const charset = (): string => fonts.charsets.get(group.font ?? defaultFont ?? -1) ?? codePage;

  function append(text: string): void {
    if (group.isDeleted) return;
    if (group.destination === 'body') paragraphs[paragraphs.length - 1] += text;
    else if (group.destination === 'title') title += text;
    else if (group.destination === 'styles') style.name += text;
  }
  function flush(): void {
    if (pending.length === 0) return;
    const bytes = Uint8Array.from(pending);
    const decoder =
      decoderOf(isRaw && !ofTwoBytes.test(charset()) && isUtf8Text(bytes) ? 'utf-8' : charset()) ??
      decoderOf('windows-1252');
    append(decoder?.decode(bytes) ?? '');
    isRaw = false;
    pending = [];
    isLead = false;
  }
  function putByte(byte: number): void {
    if (pendingSkip > 0) pendingSkip--;
    else if (group.destination !== 'hidden' && group.destination !== 'fonts') pending.push(byte);
  }
  /** Bytes as they are, not escaped. */
  function putRun(run: string): void {
    for (let i = 0; i < run.length; i++) {
      const byte = run.charCodeAt(i);
      putByte(byte);
      isRaw ||= byte > 0x7f;
      isLead = !isLead && byte > 0x80 && startsPair(byte, charset());
    }
  }
  function put(text: string): void {
    flush();
    append(text);
  }
  function endParagraph(): void {
    flush();
    if (group.destination !== 'body' && group.destination !== 'hidden') return;
    const text = paragraphs.at(-1) ?? '';
    paragraphs[paragraphs.length - 1] = '';
    if (paragraphs.length > 1) {
      if (text.trim() !== '') after.push(text);
      return;
    }
    if (isHeading && text.trim() !== '' && text.length < 250 && !text.includes('\t')) draft.section(text);
    else draft.line(text);
    for (const line of after.splice(0)) draft.line(line);
  }

  function open(): void {
    flush();
    pendingSkip = 0;
    if (stack.length >= deepestGroup) return;
    stack.push(group);
    group = { ...group, ownParagraph: false };
  }
  function close(): void {
    flush();
    pendingSkip = 0;
    if (group.destination === 'styles' && style.name !== '') {
      if (/^(?:heading|title|subtitle|überschrift|titre|título|titolo)\b/i.test(style.name.trim()))
        headingStyles.add(style.number);
      style = { number: 0, name: '' };
    }
    if (group.ownParagraph) {
      const text = paragraphs.pop() ?? '';
      if (text.trim() !== '') after.push(text);
    }
    group = stack.pop() ?? group;
  }

  /** A destination hides or shows what its group holds. */
  function destination(name: string): boolean {
    const isStarred = isAfterStar;
    isAfterStar = false;
    const hide = () => {
      group = { ...group, destination: 'hidden' };
    };
    if (name === 'fonttbl') group = { ...group, destination: 'fonts' };
    else if (name === 'stylesheet') group = { ...group, destination: 'styles' };
    else if (name === 'info') hide();
    else if (name === 'title' && group.destination === 'hidden') group = { ...group, destination: 'title' };
    else if (group.destination !== 'body') return false;
    else if (hiddenDestinations.has(name)) hide();
    else if (ownParagraphs.has(name)) {
      group = { ...group, ownParagraph: true };
      paragraphs.push('');
    } else if (isStarred && !shownDestinations.has(name)) hide();
    else return false;
    return true;
  }

  function word(name: string, argument: string | undefined): void {
    const value = argument === undefined ? null : Number(argument);
    if (name === 'ud') {
      // The Unicode form of what the group before it holds in a code page.
      const outer = stack.at(-1);
      group = { ...group, destination: outer?.destination === 'hidden' ? 'body' : group.destination };
      isAfterStar = false;
      return;
    }
    if (destination(name)) return;
    if (name === 'u') {
      const code = value ?? 63;
      put(group.destination === 'fonts' ? '' : String.fromCharCode(code < 0 ? code + 65_536 : code));
      pendingSkip = group.skip;
    } else if (name === 'uc') group = { ...group, skip: Math.min(Math.max(0, value ?? 1), 10) };
    else if (name === 'f' || name === 'af') fontWord(name, value);
    else if (name === 'fcharset') {
      const known = fontCharsets[value ?? 0];
      if (group.destination === 'fonts' && known !== undefined) fonts.charsets.set(fonts.current, known);
    } else if (name === 'cpg') fonts.charsets.set(fonts.current, `cp${value}`);
    else if (name === 'ansicpg' && value !== null && value > 0) codePage = `cp${value}`;
    else if (name === 'mac') codePage = 'macintosh';
    else if (name === 'pc' || name === 'pca') codePage = name === 'pc' ? 'cp437' : 'cp850';
    else if (name === 'deff') defaultFont = value;
    else if (name === 'deleted') {
      flush();
      group = { ...group, isDeleted: value !== 0 };
    } else if (name === 'plain') {
      flush();
      group = { ...group, font: null, isDeleted: false };
    } else if (name === 'pard') isHeading = false;
    else if (name === 's') {
      if (group.destination === 'styles') style.number = value ?? 0;
      else isHeading = headingStyles.has(value ?? -1);
    } else if (name === 'outlinelevel') {
      if (group.destination === 'styles') headingStyles.add(style.number);
      else isHeading = value !== null && value < 9;
    } else if (paragraphEnds.has(name)) {
      if (group.destination === 'body') endParagraph();
    } else if (Object.hasOwn(written, name)) put(written[name] as string);
  }
  function fontWord(name: string, value: number | null): void {
    if (group.destination === 'fonts') fonts.current = value ?? 0;
    else if (name === 'f') {
      flush();
      group = { ...group, font: value };
    }
  }

  let at = 0;
  while (at < source.length) {
    const char = source.charAt(at);
    if (isLead && secondByte.test(source.slice(at, at + 2))) {
      putRun(char);
      at++;
    } else if (char === '{') {
      open();
      at++;
    } else if (char === '}') {
      close();
      at++;
    } else if (char === '\\') {
      controlWord.lastIndex = at;
      const match = controlWord.exec(source);
      if (match === null) {
        at++;
        continue;
      }
      at = controlWord.lastIndex;
      const [, name, argument, hex, symbol] = match;
      if (name === 'bin') at += Math.max(0, Number(argument ?? 0));
      else if (name !== undefined) word(name, argument);
      else if (hex !== undefined) putByte(Number.parseInt(hex, 16));
      else if (symbol === '*') isAfterStar = true;
      else if (symbol === '~') put('\u00a0');
      else if (symbol === '_') put('-');
      else if (symbol === '\n' || symbol === '\r') endParagraph();
      else if (symbol === '\\' || symbol === '{' || symbol === '}') putByte(symbol.charCodeAt(0));
      if (symbol !== '*') isAfterStar = false;
    } else {
      plainRun.lastIndex = at;
      const run = plainRun.exec(source)?.[0] ?? '';
      putRun(run);
      at += Math.max(1, run.length);
    }
  }
  endParagraph();
  for (const line of after) draft.line(line);
  if (title.trim() !== '') draft.title = title;
  if (stack.length > 0) throw new ReadingEnd('text', 'it breaks off; this is what could be read');
}

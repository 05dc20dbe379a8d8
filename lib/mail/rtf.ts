// The RTF body of a TNEF message: decompression (MS-OXRTFCP) and the text or HTML in it (MS-OXRTFEX). No general RTF reader.

import { toBinary } from './bytes.ts';
import { decoderOf } from './charsets.ts';

const dictionaryStart =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const compressed = 0x75465a4c;
const uncompressed = 0x414c454d;

/** The RTF of a PR_RTF_COMPRESSED value; null where it is none. At most `most` bytes come out. */
export function decompressRtf(bytes: Uint8Array, most: number): Uint8Array | null {
  if (bytes.length < 16) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rawSize = view.getUint32(4, true);
  const kind = view.getUint32(8, true);
  if (kind === uncompressed) return bytes.subarray(16, Math.min(bytes.length, 16 + rawSize));
  if (kind !== compressed) return null;
  const dictionary = new Uint8Array(4096);
  for (let i = 0; i < dictionaryStart.length; i++) dictionary[i] = dictionaryStart.charCodeAt(i);
  let place = dictionaryStart.length;
  // Two bytes of a reference are at most 17 bytes of text.
  const out = new Uint8Array(Math.min(rawSize, most, bytes.length * 9));
  let written = 0;
  let at = 16;
  while (at < bytes.length && written < out.length) {
    const control = bytes[at++] as number;
    for (let bit = 0; bit < 8 && at < bytes.length && written < out.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        const byte = bytes[at++] as number;
        out[written++] = byte;
        dictionary[place] = byte;
        place = (place + 1) % 4096;
        continue;
      }
      const reference = ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const offset = reference >> 4;
      if (offset === place) return out.subarray(0, written);
      for (let i = 0; i < (reference & 15) + 2 && written < out.length; i++) {
        const byte = dictionary[(offset + i) % 4096] as number;
        out[written++] = byte;
        dictionary[place] = byte;
        place = (place + 1) % 4096;
      }
    }
  }
  return out.subarray(0, written);
}

/** Groups that hold no text of the body. */
const hiddenGroups = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'object',
  'header',
  'footer',
  'themedata',
  'generator',
  'xmlnstbl',
  'listtable',
  'listoverridetable',
  'rsidtbl',
]);
const breaks: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  tab: '\t',
  row: '\n',
  cell: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
};
/** Groups deeper than this are read as if they were flat. */
const deepestGroup = 1000;

interface Group {
  isHidden: boolean;
  /** `\htmlrtf`: RTF that repeats what HTML says. */
  isRepeat: boolean;
  isHtmlTag: boolean;
  /** Characters that stand in for one `\u` character. */
  skip: number;
}

const controlWord = /\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'([0-9a-f]{2})|([^a-z']))/iy;

/** The text of RTF bytes; where the RTF was made from HTML, that HTML. */
export function rtfBody(bytes: Uint8Array): { readonly text: string | null; readonly html: string | null } {
  const source = toBinary(bytes);
  if (!source.startsWith('{\\rtf')) return { text: null, html: null };
  const isHtml = /\\fromhtml1/.test(source.slice(0, 2000));
  const codePage = /\\ansicpg(\d{1,5})/.exec(source.slice(0, 2000))?.[1] ?? '1252';
  const decoder = decoderOf(`cp${codePage}`) ?? decoderOf('windows-1252');
  const out: string[] = [];
  let pending: number[] = [];
  let pendingSkip = 0;
  let group: Group = { isHidden: false, isRepeat: false, isHtmlTag: false, skip: 1 };
  const stack: Group[] = [];
  const isShown = () => !group.isHidden && (!isHtml || group.isHtmlTag || !group.isRepeat);
  const flush = () => {
    if (pending.length > 0) out.push(decoder?.decode(Uint8Array.from(pending)) ?? '');
    pending = [];
  };
  const putByte = (byte: number) => {
    if (pendingSkip > 0) pendingSkip--;
    else if (isShown()) pending.push(byte);
  };
  const putText = (text: string) => {
    if (!isShown()) return;
    flush();
    out.push(text);
  };
  const word = (name: string, argument: string | undefined) => {
    if (hiddenGroups.has(name)) group.isHidden = true;
    else if (name === 'htmlrtf') group.isRepeat = argument !== '0';
    else if (name === 'htmltag') {
      group.isHidden = false;
      group.isHtmlTag = true;
    } else if (name === 'uc') group.skip = Math.min(Number(argument ?? 1), 10);
    else if (name === 'u') {
      const code = Number(argument ?? 63);
      putText(String.fromCharCode(code < 0 ? code + 65536 : code));
      pendingSkip = group.skip;
    } else if (Object.hasOwn(breaks, name) && (!isHtml || !group.isHtmlTag || name === 'tab'))
      putText(isHtml && name === 'par' ? '\r\n' : (breaks[name] as string));
  };
  for (let at = 0; at < source.length; ) {
    const char = source.charAt(at);
    if (char === '{') {
      if (stack.length < deepestGroup) {
        stack.push(group);
        group = { ...group };
      }
      pendingSkip = 0;
      at++;
    } else if (char === '}') {
      group = stack.pop() ?? group;
      pendingSkip = 0;
      at++;
    } else if (char === '\\') {
      controlWord.lastIndex = at;
      const match = controlWord.exec(source);
      if (match === null) break;
      at = controlWord.lastIndex;
      if (match[1] !== undefined) word(match[1], match[2]);
      else if (match[3] !== undefined) putByte(Number.parseInt(match[3], 16));
      else if (match[4] === '*') group.isHidden = !source.startsWith('\\htmltag', at);
      else if (match[4] === '~') putText('\u00a0');
      else if (match[4] === '\n' || match[4] === '\r') putText('\n');
      else if (match[4] === '_') putText('-');
      else if (match[4] === '\\' || match[4] === '{' || match[4] === '}') putByte(match[4].charCodeAt(0));
    } else {
      if (char !== '\r' && char !== '\n') putByte(char.charCodeAt(0));
      at++;
    }
  }
  flush();
  const body = out.join('').toWellFormed();
  return isHtml ? { text: null, html: body } : { text: body.trim() === '' ? null : body, html: null };
}

// Encodes text into the character sets that older mail is written in. It knows nothing of mail.
// The platform only decodes them, so each table is its decoder turned round.

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/**
 * Encodes a text.
 * @param charset utf-8, iso-2022-jp, or any single- or double-byte set that TextDecoder knows.
 * @throws Error where the set lacks a character.
 */
export function encodeText(text: string, charset = 'utf-8'): Uint8Array {
  if (charset === 'utf-8' || charset === 'us-ascii') return new TextEncoder().encode(text);
  if (charset === 'iso-2022-jp') return encodeIso2022Jp(text);
  const table = tableOf(charset);
  return Uint8Array.from([...text].flatMap(character => codeOf(table, character, charset)));
}

/** JIS X 0208 is EUC-JP without its high bits, between the escapes that switch to it and back to ASCII. */
function encodeIso2022Jp(text: string): Uint8Array {
  const table = tableOf('euc-jp');
  const bytes: number[] = [];
  let isWide = false;
  for (const character of text) {
    const code = codeOf(table, character, 'iso-2022-jp');
    if (code.length === 2 && !isWide) bytes.push(0x1b, 0x24, 0x42);
    if (code.length === 1 && isWide) bytes.push(0x1b, 0x28, 0x42);
    isWide = code.length === 2;
    bytes.push(...code.map(byte => byte & 0x7f));
  }
  if (isWide) bytes.push(0x1b, 0x28, 0x42);
  return Uint8Array.from(bytes);
}

function codeOf(table: ReadonlyMap<string, readonly number[]>, character: string, charset: string): readonly number[] {
  const code = table.get(character);
  if (code === undefined) throw new Error(`${charset} has no ${character}`);
  return code;
}

function tableOf(charset: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(charset);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(charset, { fatal: true });
  const decode = (code: readonly number[]): string => {
    try {
      return decoder.decode(Uint8Array.from(code));
    } catch {
      return '';
    }
  };
  const table = new Map<string, readonly number[]>();
  const learn = (code: readonly number[]) => {
    const character = decode(code);
    if ([...character].length === 1 && !table.has(character)) table.set(character, code);
  };
  for (let byte = 0; byte < 256; byte++) learn([byte]);
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) learn([lead, trail]);
  }
  tables.set(charset, table);
  return table;
}

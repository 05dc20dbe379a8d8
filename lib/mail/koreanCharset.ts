// Korean as Windows writes it (code page 949, "UHC"): EUC-KR and the 8,822 syllables it lacks. Node's TextDecoder knows
// EUC-KR alone, and drops the lead byte of every other syllable.

const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
/** Pairs of bytes in a 16-bit table. */
const pairs = 0x10000;

let table: Uint16Array | undefined;

/** The character of each pair of bytes; 0 where there is none. */
function makeTable(): Uint16Array {
  const made = new Uint16Array(pairs);
  const euc = new TextDecoder('euc-kr');
  const inEuc = new Set<number>();
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const code = euc.decode(Uint8Array.of(lead, trail)).charCodeAt(0);
      if (code === 0xfffd) continue;
      made[lead * 256 + trail] = code;
      inEuc.add(code);
    }
  }
  // Added to the standard in 1998, and not known to Node either.
  made[0xa2e6] = 0x20ac;
  made[0xa2e7] = 0xae;
  // The other syllables stand in Unicode's order in the places that EUC-KR leaves free.
  let syllable = firstSyllable;
  const nextMissing = (): number => {
    while (inEuc.has(syllable)) syllable++;
    return syllable++;
  };
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    const lastTrail = lead <= 0xa0 ? 0xfe : 0xa0;
    for (let trail = 0x41; trail <= lastTrail; trail++) {
      const isLetter = (trail >= 0x41 && trail <= 0x5a) || (trail >= 0x61 && trail <= 0x7a);
      if (!isLetter && trail < 0x81) continue;
      const code = nextMissing();
      if (code > lastSyllable) return made;
      made[lead * 256 + trail] = code;
    }
  }
  return made;
}

/** Text of bytes in code page 949, which EUC-KR is a part of. */
export function decodeKorean(bytes: Uint8Array): string {
  table ??= makeTable();
  const codes = new Uint16Array(bytes.length);
  let written = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte < 0x80) {
      codes[written++] = byte;
      continue;
    }
    const trail = bytes[i + 1];
    const code = trail === undefined ? 0 : (table[byte * 256 + trail] as number);
    codes[written++] = code === 0 ? 0xfffd : code;
    // An ASCII byte after a lead byte that it does not complete stands for itself.
    if (code !== 0 || (trail !== undefined && trail >= 0x80)) i++;
  }
  return Buffer.from(codes.buffer, 0, written * 2).toString('utf16le');
}

// Damages mails at random, but the same way in every run: for fuzz tests.

export type Random = (below: number) => number;

/** A seeded source of whole numbers (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return below => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/** What parsers stumble over. One character per byte. */
const tokens = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\r\n ',
  '\0',
  '"',
  '\\',
  '\\"',
  ';',
  ':',
  '=',
  '?=',
  '=?',
  '=?utf-8?B?',
  '=?utf-8?Q?',
  '(',
  ')',
  '<',
  '>',
  ',',
  '--',
  '\r\n--',
  "''",
  '%',
  '%00',
  '%ff',
  '*',
  '*0*=',
  '*1=',
  '../',
  '..\\',
  'C:\\',
  '\xff',
  '\xc3\x28',
  '\xed\xa0\x80',
  '\xe2\x80\xae',
  '\x1b$B',
  '\r\nbegin 644 x\r\n',
  '\r\nend\r\n',
  '\r\n=ybegin line=1 name=x\r\n',
  '\r\n=yend\r\n',
  '\x78\x9f\x3e\x22',
  'Content-Type: multipart/mixed; boundary=b\r\n',
  'Content-Type: message/rfc822\r\n',
  'Content-Type: application/ms-tnef\r\n',
  'Content-Type: application/pkcs7-mime\r\n',
  'Content-Type: text/html; charset=',
  'Content-Transfer-Encoding: base64\r\n',
  'Content-Transfer-Encoding: quoted-printable\r\n',
  'Content-Transfer-Encoding: x-uuencode\r\n',
  'Content-Disposition: attachment; filename=',
  'Content-ID: <',
  'Date: ',
  'Received: ;',
  'From: ',
  'Subject: ',
  'utf-7',
  'iso-2022-kr',
  'cp437',
  'format=flowed',
];

/** A copy of `mail` with one to six changes; pieces of `other` may come in. */
export function mutate(mail: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let bytes = Buffer.from(mail);
  const place = () => random(bytes.length + 1);
  const range = (within: Uint8Array) => {
    const start = random(within.length + 1);
    return [start, Math.min(within.length, start + random(Math.max(2, within.length >> 2)))] as const;
  };
  const splice = (at: number, removed: number, added: Uint8Array) => {
    bytes = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
  };
  for (let changes = 1 + random(6); changes > 0; changes--) {
    const at = place();
    const [from, to] = range(bytes);
    switch (random(8)) {
      case 0:
        if (at < bytes.length) bytes[at] = random(256);
        break;
      case 1:
        if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
        break;
      case 2:
        splice(at, 0, Buffer.from(tokens[random(tokens.length)] ?? '', 'latin1'));
        break;
      case 3:
        splice(at, random(8), Buffer.from(tokens[random(tokens.length)] ?? '', 'latin1'));
        break;
      case 4:
        splice(from, to - from, Buffer.alloc(0));
        break;
      case 5:
        splice(at, 0, Buffer.from(bytes.subarray(from, to)));
        break;
      case 6:
        splice(at, 0, other.subarray(...range(other)));
        break;
      default:
        bytes = bytes.subarray(0, at);
    }
  }
  return bytes;
}

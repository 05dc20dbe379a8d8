// Content transfer encodings (RFC 2045, section 6) and uuencode. They know bytes and lines alone.

/** Base64 in lines of 76, the last one without a line end. */
export function base64Lines(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('base64');
  return (text.match(/.{1,76}/g) ?? []).join('\r\n');
}

/** Quoted-printable. CRLF in the bytes stays a line break. */
export function quotedPrintable(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes).toString('latin1').split('\r\n');
  return lines.map(quotedLine).join('\r\n');
}

function quotedLine(line: string): string {
  const tokens = [...line].map((character, index) => {
    const isLast = index === line.length - 1;
    const isPlain = /^[!-<>-~]$/.test(character) || (character === ' ' && !isLast);
    return isPlain ? character : hexEscape(character.charCodeAt(0));
  });
  let width = 0;
  let quoted = '';
  for (const token of tokens) {
    if (width + token.length > 75) {
      quoted += '=\r\n';
      width = 0;
    }
    quoted += token;
    width += token.length;
  }
  return quoted;
}

/** One byte as `=E4`. */
export function hexEscape(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The lines from `begin` to `end`, without a line end after the last. */
export function uuencode(name: string, bytes: Uint8Array): string {
  const lines = [`begin 644 ${name}`];
  for (let start = 0; start < bytes.length; start += 45) lines.push(uuLine(bytes.subarray(start, start + 45)));
  return [...lines, '`', 'end'].join('\r\n');
}

function uuLine(bytes: Uint8Array): string {
  const digit = (value: number) => (value === 0 ? '`' : String.fromCharCode(32 + value));
  let line = digit(bytes.length);
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    line += digit(group >> 18) + digit((group >> 12) & 63) + digit((group >> 6) & 63) + digit(group & 63);
  }
  return line;
}

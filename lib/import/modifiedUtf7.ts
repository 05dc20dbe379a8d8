// Decodes mailbox names in modified UTF-7 (RFC 3501 section 5.1.3), the form in which IMAP servers name folders on disk.

/**
 * The name that is meant, e.g. `Entw&APw-rfe` -> `Entwürfe`, `R&-D` -> `R&D`. A name with an `&` that is not valid
 * modified UTF-7 was never encoded, and comes back as it is.
 */
export function decodeMailboxName(name: string): string {
  let out = '';
  let at = 0;
  for (;;) {
    const open = name.indexOf('&', at);
    if (open < 0) return out + name.slice(at);
    const close = name.indexOf('-', open);
    if (close < 0) return name;
    const run = close === open + 1 ? '&' : decodeRun(name.slice(open + 1, close));
    if (run === null) return name;
    out += name.slice(at, open) + run;
    at = close + 1;
  }
}

/** UTF-16 in base64 with `,` for `/` and without padding; null where it is not exactly that. */
function decodeRun(text: string): string | null {
  if (!/^[A-Za-z0-9+,]+$/.test(text)) return null;
  const base64 = text.replaceAll(',', '/');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.length % 2 === 1) return null;
  if (bytes.toString('base64').replaceAll('=', '') !== base64) return null;
  const decoded = bytes.swap16().toString('utf16le');
  // Printable ASCII stands for itself in this encoding, so that every name has one form.
  return decoded.isWellFormed() && !/[\x20-\x7e]/.test(decoded) ? decoded : null;
}

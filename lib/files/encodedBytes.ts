// Whether a text is no text but bytes, written in base64 or hexadecimal: pictures in JSON and XML.

const leastCharacters = 500;
/** Programs cut such texts into lines of 60 characters or more. */
const leastLine = 60;

export function isEncoded(text: string): boolean {
  if (text.length < leastCharacters || !/^[A-Za-z0-9+/=_\s-]+$/.test(text)) return false;
  const lines = text.trim().split(/\s+/, 10);
  return lines.length === 1 || lines.slice(0, -1).every(line => line.length >= leastLine);
}

// Custom properties and var() of CSS (CSS Custom Properties Level 1): what a value is once they are put in. Bounded in
// length, so that values that name each other many times do not grow.

/** Values by name, those of outer elements among them. */
export type CustomProperties = ReadonlyMap<string, string>;

export const noCustomProperties: CustomProperties = new Map();

const longest = 1000;
const mostSubstitutions = 12;

/** Whether a value cannot be told before custom properties are put in. */
export const hasVariable = (value: string): boolean => value.includes('var(');

/** Where the bracket that opens before `from` is closed; the end of the text if it is not. */
function endOfBracket(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return text.length;
}

/** @returns null where a custom property has no value and none to fall back on: the declaration then says nothing */
export function withVariables(value: string, properties: CustomProperties): string | null {
  let text = value;
  for (let count = 0; hasVariable(text); count++) {
    if (count >= mostSubstitutions || text.length > longest) return null;
    // The innermost and last is put in first.
    const start = text.lastIndexOf('var(');
    const end = endOfBracket(text, start + 4);
    const inner = text.slice(start + 4, end);
    const comma = inner.indexOf(',');
    const name = (comma < 0 ? inner : inner.slice(0, comma)).trim();
    const own = properties.get(name) ?? (comma < 0 ? undefined : inner.slice(comma + 1).trim());
    if (own === undefined) return null;
    text = text.slice(0, start) + own + text.slice(end + 1);
  }
  return text.trim();
}

// Sums and comparisons of CSS (CSS Values Level 4, section 10): calc(), min(), max() and clamp(). What a number with its
// unit comes to, others say. Pure.

const token =
  /\s*(?:((?:-webkit-|-moz-)?(?:calc|min|max|clamp))?(\()|([),*/+-])|((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?(?:[a-z]+|%)?))/y;
const longest = 500;
const deepest = 20;

/** Whether a value is one of these functions. */
export const isMath = (value: string): boolean => /^(?:-webkit-|-moz-)?(?:calc|min|max|clamp)\(/.test(value);

class Unreadable extends Error {}

/**
 * @param leaf what a number with its unit comes to, null if unknown
 * @returns null for what cannot be worked out
 */
export function evaluateMath(text: string, leaf: (value: string) => number | null): number | null {
  if (text.length > longest) return null;
  let next: RegExpExecArray | null = null;
  const advance = (): void => {
    next = token.exec(text);
  };
  const at = (sign: string): boolean => next !== null && next[3] === sign;
  const take = (sign: string): boolean => {
    if (!at(sign)) return false;
    advance();
    return true;
  };

  function bracket(name: string | undefined, depth: number): number {
    const parts = [sum(depth)];
    while (take(',')) parts.push(sum(depth));
    // A bracket that the value leaves open is closed by its end.
    if (next !== null && !take(')')) throw new Unreadable();
    const [first = 0, middle = first, last = middle] = parts;
    if (name?.endsWith('min')) return Math.min(...parts);
    if (name?.endsWith('max')) return Math.max(...parts);
    return name?.endsWith('clamp') ? Math.max(first, Math.min(middle, last)) : first;
  }

  function primary(depth: number): number {
    if (depth > deepest || next === null) throw new Unreadable();
    if (take('-')) return -primary(depth + 1);
    if (take('+')) return primary(depth + 1);
    const [, name, opens, , number] = next as RegExpExecArray;
    advance();
    if (opens !== undefined) return bracket(name, depth + 1);
    const value = number === undefined ? null : leaf(number);
    if (value === null) throw new Unreadable();
    return value;
  }

  function product(depth: number): number {
    let value = primary(depth);
    for (;;) {
      if (take('*')) value *= primary(depth);
      else if (take('/')) value /= primary(depth);
      else return value;
    }
  }

  function sum(depth: number): number {
    let value = product(depth);
    for (;;) {
      if (take('+')) value += product(depth);
      else if (take('-')) value -= product(depth);
      else return value;
    }
  }

  token.lastIndex = 0;
  try {
    advance();
    const value = sum(0);
    return Number.isFinite(value) && next === null ? value : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

// Sums and comparisons of CSS (CSS Values Level 4, section 10): calc(), min(), max() and their like. What a number with its
// unit comes to, others say. Pure.

const token =
  /\s*(?:((?:-webkit-|-moz-)?(?:calc|min|max|clamp|abs|sign|round|mod|rem|hypot|sqrt))?(\()|([),*/+-])|((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:[a-z]+|%)?|infinity|e|pi|nearest|up|down|to-zero))/y;
const longest = 1000;
/** Browsers read no deeper. */
const deepest = 100;

/** Whether a value is one of these functions. */
export const isMath = (value: string): boolean =>
  /^(?:(?:-webkit-|-moz-)?calc|min|max|clamp|abs|sign|round|mod|rem|hypot|sqrt)\(/.test(value);

/** Infinity stands for the largest number that is left of it. */
const constants: Readonly<Record<string, number>> = { infinity: 1e9, e: Math.E, pi: Math.PI };

type Steps = (value: number) => number;
const roundings: Readonly<Record<string, Steps>> = {
  ...{ nearest: Math.round, up: Math.ceil, down: Math.floor },
  'to-zero': Math.trunc,
};

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
    let rounding: Steps = Math.round;
    const named = name === 'round' && next !== null ? roundings[next[4] ?? ''] : undefined;
    if (named !== undefined) {
      rounding = named;
      advance();
      if (!take(',')) throw new Unreadable();
    }
    const parts = [sum(depth)];
    while (take(',')) parts.push(sum(depth));
    // A bracket that the value leaves open is closed by its end.
    if (next !== null && !take(')')) throw new Unreadable();
    const [first = 0, middle = first, last = middle] = parts;
    if (name?.endsWith('min')) return Math.min(...parts);
    if (name?.endsWith('max')) return Math.max(...parts);
    const step = parts.length < 2 ? 1 : middle;
    switch (name) {
      case 'clamp':
        return Math.max(first, Math.min(middle, last));
      case 'abs':
        return Math.abs(first);
      case 'sign':
        return Math.sign(first);
      case 'sqrt':
        return Math.sqrt(first);
      case 'hypot':
        return Math.hypot(...parts);
      case 'round':
        return rounding(first / step) * step;
      case 'mod':
        return first - Math.floor(first / step) * step;
      case 'rem':
        return first % step;
      default:
        return first;
    }
  }

  function primary(depth: number): number {
    if (depth > deepest || next === null) throw new Unreadable();
    if (take('-')) return -primary(depth + 1);
    if (take('+')) return primary(depth + 1);
    const [, name, opens, , number] = next as RegExpExecArray;
    advance();
    if (opens !== undefined) return bracket(name, depth + 1);
    const value = number === undefined ? null : (constants[number] ?? leaf(number));
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

// The date that a file is of, as its name says it.

const patterns = [
  { match: /(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)/g, order: [1, 3, 4] },
  { match: /(?<!\d)(\d\d)([.])(\d\d)\2((?:19|20)\d\d)(?!\d)/g, order: [4, 3, 1] },
] as const;

/** The first day that stands in a name, as `2024-03-15`, `20240315` or `15.03.2024`; null where there is none. */
export function dateInName(name: string): string | null {
  for (const { match, order } of patterns)
    for (const found of name.matchAll(match)) {
      const [year, month, day] = order.map(place => found[place] ?? '');
      const text = `${year}-${month}-${day}`;
      const at = new Date(`${text}T00:00:00Z`);
      if (!Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)) return text;
    }
  return null;
}

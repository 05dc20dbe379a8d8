// What an HTML body refers to: Content-IDs and Content-Locations. No HTML parser: a reference that is missed or found in
// a comment changes whether an image counts as inline, nothing else.

/** Addresses an HTML body names. */
export interface References {
  /** Content-IDs in lower case, without brackets. */
  readonly ids: Set<string>;
  /** Values of address attributes and url(), as they stand. */
  readonly locations: Set<string>;
}

const contentIds = /cid:([^\s"'<>\\]{1,1000})/gi;
const addresses =
  /(?:\b(?:src|href|background|poster|data)\s{0,10}=\s{0,10}|url\(\s{0,10})(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'<>)]{1,2000}))/gi;

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const unescaped = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#64;', '@').replaceAll('&#x40;', '@');

/** More of either kind are not looked at: a mail has no more parts than that. */
const most = 20_000;

/**
 * Adds what `html` refers to. Addresses are collected only where a part has a Content-Location to compare: as they stand,
 * and resolved against the `base` that the HTML part itself was sent under.
 */
export function collectReferences(
  html: string,
  into: References,
  locations: { readonly base: string | null } | null,
): void {
  for (const match of html.matchAll(contentIds)) {
    if (into.ids.size >= most) break;
    const id = unescaped(match[1] as string);
    // Without quotes the address ends where CSS or text goes on.
    for (const form of [id, id.replace(/[),;].*$/, '')]) {
      into.ids.add(form.toLowerCase());
      into.ids.add(percentDecoded(form).toLowerCase());
    }
  }
  if (locations === null) return;
  for (const match of html.matchAll(addresses)) {
    if (into.locations.size >= most) break;
    const address = unescaped(match[1] ?? match[2] ?? match[3] ?? '').trim();
    into.locations.add(address);
    const { base } = locations;
    if (base !== null && URL.canParse(address, base)) into.locations.add(new URL(address, base).href);
  }
}

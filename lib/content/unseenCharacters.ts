// Characters that show nothing, or show text in another order than it has: they hide things in bodies, and go. What
// scripts need to be written (joiners, direction marks, one variation selector) stays.

const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;
const unseen =
  /[\p{Cc}--[\n\t]]|[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]|(?<=[\u200c\u200d])[\u200c\u200d]+|(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gv;

/** Well-formed text of what can be seen, its lines ended by line feeds. */
export const withoutUnseen = (text: string): string =>
  // Most text is plain, and told faster than changed.
  /^[\n\t\x20-\x7e\xa0-\xac\xae-\u02ff]*$/.test(text)
    ? text
    : text.toWellFormed().replace(lineEnds, '\n').replace(unseen, '');

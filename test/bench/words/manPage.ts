// The text of a manual page's source (man and mdoc macros), well enough to cut mails from. No renderer: what a macro
// makes of its text is left out, and so are tables and equations.

/** Macros that begin a paragraph; what else follows on their line is a heading or a tag. */
const breaks = /^(?:SH|SS|PP|P|LP|TP|TQ|IP|HP|sp|br|RS|RE|Sh|Ss|Pp|It|Bl|El|Bd|Ed|nf|fi)$/;
/** Macros whose line is text. */
const texts = /^(?:B|I|R|BR|RB|BI|IB|IR|RI|SM|SB|Nm|Ar|Fl|Op|Cm|Pa|Em|Sy|Li|Ql|Dq|Sq|Pq|Xr|Nd|Va|Dv|Ev|Ic)$/;
const alternating = /^(?:BR|RB|BI|IB|IR|RI)$/;

const signs: Readonly<Record<string, string>> = {
  aq: "'",
  cq: "'",
  oq: "'",
  dq: '"',
  lq: '"',
  rq: '"',
  em: ' - ',
  en: '-',
  hy: '-',
  ha: '^',
  ti: '~',
  rs: '\\',
  at: '@',
};

const withoutEscapes = (text: string): string =>
  text
    .replace(/\\f(?:\[[^\]]*\]|\(..|.)/g, '')
    .replace(/\\s[+-]?\d+/g, '')
    .replace(/\\\((..)/g, (_, name: string) => signs[name] ?? '')
    .replace(/\\\[([^\]]*)\]/g, (_, name: string) => signs[name] ?? '')
    .replace(/\\\*(?:\(..|\[[^\]]*\]|.)/g, '')
    .replace(/\\[&/,^|:c]/g, '')
    .replace(/\\-/g, '-')
    .replace(/\\e/g, '\\')
    .replace(/\\[ ~0]/g, ' ')
    .replace(/\\(.)/g, '$1');

/** Words of a macro's line; those in quotation marks hold blanks. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"?|\S+/g)].map(([whole, quoted]) => quoted ?? whole);

/** The text of a page, paragraphs apart by blank lines. */
export function textOfManPage(source: string): string {
  const lines: string[] = [];
  let isTable = false;
  for (const line of source.split('\n')) {
    const [, macro = '', rest = ''] = /^[.'][ \t]*(\S*)[ \t]*(.*)$/.exec(line) ?? [];
    if (macro === 'TS' || macro === 'EQ') isTable = true;
    if (macro === 'TE' || macro === 'EN') isTable = false;
    if (isTable || macro.startsWith('\\"')) continue;
    if (!/^[.']/.test(line)) lines.push(withoutEscapes(line));
    else if (breaks.test(macro))
      lines.push('', ...(/^S[HhSs]$/.test(macro) ? [withoutEscapes(wordsOf(rest).join(' ')), ''] : []));
    else if (texts.test(macro)) lines.push(withoutEscapes(wordsOf(rest).join(alternating.test(macro) ? '' : ' ')));
  }
  return lines.join('\n');
}

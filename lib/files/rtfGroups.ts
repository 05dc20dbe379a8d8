// What the destinations and control words of RTF 1.9.1 mean for its text.

/** Groups that hold no text of the document. */
export const hiddenDestinations: ReadonlySet<string> = new Set([
  ...['colortbl', 'filetbl', 'revtbl', 'rsidtbl', 'pict', 'objdata', 'objclass', 'objname', 'themedata', 'datastore'],
  ...['colorschememapping', 'latentstyles', 'listtable', 'listoverridetable', 'pgdsctbl', 'xmlnstbl', 'generator'],
  ...[
    'fldinst',
    'datafield',
    'bkmkstart',
    'bkmkend',
    'atnid',
    'atnauthor',
    'atntime',
    'atndate',
    'atnref',
    'atrfstart',
  ],
  ...['atrfend', 'atnparent', 'atnicn', 'template', 'operator', 'company', 'author', 'creatim', 'revtim', 'printim'],
  ...[
    'buptim',
    'hlinkbase',
    'userprops',
    'docvar',
    'private',
    'sn',
    'sv',
    'sp',
    'falt',
    'panose',
    'fontemb',
    'fontfile',
  ],
  ...['pnseclvl', 'listname', 'liststylename', 'passwordhash', 'protusertbl', 'mmathPr', 'ftnsep', 'ftnsepc', 'ftncn'],
  ...['aftnsep', 'aftnsepc', 'aftncn', 'nonshppict', 'background', 'xe', 'tc', 'tcn', 'comment', 'doccomm', 'keywords'],
  ...[
    'category',
    'manager',
    'subject',
    'blipuid',
    'blipname',
    'picprop',
    'upr',
    'wgrffmtfilter',
    'pnaseq',
    'defchp',
    'defpap',
  ],
]);

/** Groups that a `\*` marks as unknown to old programs, and that hold text. */
export const shownDestinations: ReadonlySet<string> = new Set([
  ...[
    'shptxt',
    'shpinst',
    'shprslt',
    'fldrslt',
    'footnote',
    'annotation',
    'ud',
    'do',
    'dptxbxtext',
    'shppict',
    'moveto',
  ],
  ...['pntext', 'pntxtb', 'pntxta', 'mmath', 'moMath', 'mr', 'htmltag', 'result'],
]);

/** Groups whose text stands in a paragraph of its own, apart from what is around. */
export const ownParagraphs: ReadonlySet<string> = new Set([
  ...['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf'],
  ...['footnote', 'annotation', 'shptxt', 'dptxbxtext'],
]);

/** What control words write. */
export const written: Readonly<Record<string, string>> = {
  ...{ tab: '\t', cell: '\t', nestcell: '\t', line: '\n', lbr: '\n', softline: '\n', column: '\n' },
  ...{ emdash: '—', endash: '–', emspace: ' ', enspace: ' ', qmspace: ' ', bullet: '•' },
  ...{ lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', zwj: '\u200d', zwnj: '\u200c' },
};

/** Control words that end a paragraph. */
export const paragraphEnds: ReadonlySet<string> = new Set(['par', 'sect', 'page', 'row', 'nestrow', 'pagebb']);

/** Code pages of the character sets of fonts. */
export const fontCharsets: Readonly<Record<number, string>> = {
  ...{
    77: 'macintosh',
    128: 'shift_jis',
    129: 'euc-kr',
    130: 'cp1361',
    134: 'gb18030',
    136: 'big5',
    161: 'windows-1253',
  },
  ...{ 162: 'windows-1254', 163: 'windows-1258', 177: 'windows-1255', 178: 'windows-1256', 186: 'windows-1257' },
  ...{ 204: 'windows-1251', 222: 'windows-874', 238: 'windows-1250', 254: 'cp437', 255: 'cp850', 78: 'shift_jis' },
};

// HTML that no mail program would write, made at random out of what browsers and sanitizers have stumbled over.

import fc from 'fast-check';

const shown = [
  ...[
    'div',
    'p',
    'span',
    'a',
    'b',
    'i',
    'font',
    'center',
    'blockquote',
    'pre',
    'h1',
    'h3',
    'ul',
    'ol',
    'li',
    'dl',
    'dd',
  ],
  ...['table', 'tbody', 'tr', 'td', 'th', 'caption', 'colgroup', 'col', 'br', 'hr', 'img', 'form', 'button', 'nobr'],
  ...['noscript', 'xmp', 'base', 'meta', 'link', 'body', 'html', 'marquee', 'listing', 'section', 'x-y', 'details'],
  ...[
    'summary',
    'fieldset',
    'legend',
    'label',
    'ruby',
    'rt',
    'image',
    'isindex',
    'address',
    'a',
    'b',
    'p',
    'td',
    'div',
  ],
];

/** Of these nothing is shown, up to their end if they have one. */
const swallowing = [
  ...['input', 'select', 'option', 'textarea', 'script', 'style', 'title', 'iframe', 'object', 'embed', 'video', 'svg'],
  ...['math', 'mtext', 'mglyph', 'annotation-xml', 'foreignObject', 'desc', 'template', 'noembed', 'plaintext', 'head'],
  ...['frameset', 'frame', 'dialog', 'rp'],
];

const name = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...shown) },
  { weight: 1, arbitrary: fc.constantFrom(...swallowing) },
);

const values = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java&#10;script:alert(1)', '&#106;avascript&colon;alert(1)'],
  ...[
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'cid:logo@x',
    'https://example.com/a?b=1&c=2',
    'http:x',
  ],
  ...['mailto:ann@example.com', '//evil.example', '/relative', '#anchor', 'color:#fff', '1', '2', '""><b>'],
];

const attributes = [
  'href',
  'src',
  'style',
  'onclick',
  'class',
  'id',
  'colspan',
  'rowspan',
  'dir',
  'alt',
  'width',
  'hidden',
];

const attribute = fc
  .tuple(fc.constantFrom(...attributes), fc.constantFrom(...values), fc.constantFrom('"', "'", ''))
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`);

const startTag = fc
  .tuple(name, fc.array(attribute, { maxLength: 3 }), fc.constantFrom(...'>'.repeat(20), '/>', ' >', ''))
  .map(([tag, own, end]) => `<${tag}${own.join('')}${end}`);

const endTag = fc
  .oneof({ weight: 3, arbitrary: name }, { weight: 1, arbitrary: fc.constantFrom(...swallowing) })
  .map(tag => `</${tag}>`);

const plain = fc.constantFrom('words', 'some words', ' ', ' a ', 'b', '\n', '\n\nmore words', '&nbsp;', '&amp;lt;');

const odd = fc.constantFrom(
  ...['<', '>', '&', '"', '\0', '\r', 'ü€😀', '\ud800', '\u200b', '&#0;', '&#x9;', '&lt;b&gt;', '-->', ']]>', '--!>'],
  ...['<!--', '<![CDATA[', '<!', '<?', '<!--[if mso]>', '<![endif]-->', '<!--[if !mso]><!-->', '<!doctype html>'],
);

const text = fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: odd });

/** Pieces of markup in any order, balanced by chance alone. */
export const hostileHtml = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: startTag }, { weight: 3, arbitrary: endTag }, { weight: 3, arbitrary: text }),
    {
      maxLength: 40,
    },
  )
  .map(pieces => pieces.join(''));

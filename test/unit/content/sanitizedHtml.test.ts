import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import sanitizeHtml from 'sanitize-html';
import { readHtml } from '../../../lib/content/readHtml.ts';
import { limits } from '../../../lib/limits.ts';
import { hostileHtml } from './hostileHtml.ts';

const sanitized = (html: string): string => readHtml(html).sanitizedHtml;

const allowedTags = [
  ...['p', 'div', 'blockquote', 'pre', 'address', 'center', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'br', 'hr'],
  ...['section', 'article', 'aside', 'main', 'header', 'footer', 'nav', 'hgroup', 'search', 'figure', 'figcaption'],
  ...['details', 'summary', 'ul', 'ol', 'li', 'menu', 'dir', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'ins', 'sub', 'sup', 'small', 'big', 'tt', 'code'],
  ...['kbd', 'samp', 'var', 'q', 'cite', 'dfn', 'abbr', 'mark'],
];

const values: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:\/\/[^\s"<>]+|(?:mailto|tel):[^\s"<>]*)$/,
  colspan: /^\d{1,4}$/,
  rowspan: /^\d{1,4}$/,
  start: /^\d{1,4}$/,
  dir: /^(?:ltr|rtl)$/,
};

/** What a browser would find in HTML that is on no list; its own reading of it, not ours. */
function foreign(html: string): string[] {
  const found: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (node.nodeName === '#comment' || node.nodeName === '#documentType') found.push(node.nodeName);
    if ('tagName' in node) {
      if (!allowedTags.includes(node.tagName)) found.push(node.tagName);
      if (node.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(node.namespaceURI);
      for (const { name, value } of node.attrs)
        if (!values[name]?.test(value)) found.push(`${node.tagName} ${name}=${value}`);
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parseFragment(html));
  return found;
}

describe('what is written', () => {
  test('is what a reader sees, in elements that do nothing', () => {
    expect(
      sanitized(
        '<html><body style="x"><h1 class=a>Title</h1><p>Some <b>bold</b> <font color=red>words</font>.</p><ul><li>one<li>two</ul>' +
          '<table border=1><tr><td colspan=2 width=9>cell<td></table><blockquote type=cite>quoted<br>lines</blockquote></body></html>',
      ),
    ).toBe(
      '<h1>Title</h1><p>Some <b>bold</b> words.</p><ul><li>one</li><li>two</li></ul>' +
        '<table><tbody><tr><td colspan="2">cell</td><td></td></tr></tbody></table><blockquote>quoted<br>lines</blockquote>',
    );
  });

  test('has text escaped, whatever it looks like', () => {
    expect(sanitized('<p>1 &lt; 2 &amp;&amp; "x" &lt;script&gt;</p>')).toBe(
      '<p>1 &lt; 2 &amp;&amp; "x" &lt;script&gt;</p>',
    );
    expect(sanitized('<xmp><script>alert(1)</script></xmp>')).toBe('<pre>&lt;script&gt;alert(1)&lt;/script&gt;</pre>');
  });

  test('keeps lines where the source shows them', () => {
    expect(sanitized('<pre>\n\n a\n  b</pre>')).toBe('<pre>\n\n a\n  b</pre>');
    expect(sanitized('<div style="white-space:pre-wrap">a\nb</div>')).toBe('<div>a<br>b</div>');
  });

  test('holds tables in no paragraph, which would end there with a document type', () => {
    expect(sanitized('<p dir=ltr>a<b><table><td>b</table></b></p>')).toBe(
      '<div dir="ltr">a<b><table><tbody><tr><td>b</td></tr></tbody></table></b></div>',
    );
    expect(sanitized('<p><table><th></table>')).toBe('<div><table><tbody><tr><th></th></tr></tbody></table></div>');
  });

  test('names pictures by what they say they show, and loads none', () => {
    expect(sanitized('<p><img src="https://t.example/p.gif" alt="Our <logo>"></p>')).toBe('<p>[Our &lt;logo&gt;]</p>');
    for (const picture of [
      '<img src="https://t.example/open?id=1" width=1 height=1 alt="pixel">',
      '<img src="cid:logo@example.com">',
      '<img srcset="https://t.example/x 2x" src=x>',
      '<picture><source srcset="https://t.example/x"><img src=x></picture>',
      '<div style="background:url(https://t.example/x)"></div>',
      '<table background="https://t.example/x"></table>',
      '<input type=image src="https://t.example/x">',
      '<video poster="https://t.example/x"></video>',
      '<link rel=stylesheet href="https://t.example/x"><style>@import "https://t.example/x"</style>',
      '<object data="https://t.example/x"></object><embed src="https://t.example/x"><iframe src="https://t.example/x"></iframe>',
      '<svg><image href="https://t.example/x"/></svg>',
      '<base href="https://t.example/"><a href=x></a>',
      '<body background="https://t.example/x">',
    ])
      expect(sanitized(picture)).toBe('');
  });
});

describe('what acts', () => {
  test.each([
    ['scripts', '<script>alert(1)</script><SCRIPT SRC=x></SCRIPT><script\n>alert(1)</script foo>'],
    ['half a script', '<script>alert(1)'],
    ['handlers', '<p onclick=alert(1) ONLOAD="x" on\tmouseover=x>a</p><body onload=x><svg/onload=alert(1)>'],
    ['handlers behind a slash', '<img/src=x/onerror=alert(1)>'],
    [
      'forms',
      '<form action="https://evil.example"><input name=password><textarea>x</textarea><select><option>y</select></form>',
    ],
    ['frames', '<iframe srcdoc="<script>alert(1)</script>"></iframe><frameset><frame src=x></frameset>'],
    [
      'refresh and base',
      '<meta http-equiv=refresh content="0;url=https://evil.example"><base href="https://evil.example/">',
    ],
    ['styles', '<style>body{background:url(x)}</style><p style="behavior:url(x);-moz-binding:url(x)">a</p>'],
    ['conditional comments', '<!--[if gte mso 9]><script>alert(1)</script><![endif]--><![if !mso]>a<![endif]>'],
    [
      'foreign namespaces',
      '<svg><style><img src=x onerror=alert(1)></style></svg><math><mtext><script>alert(1)</script>',
    ],
    [
      'a namespace confusion',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    ],
    ['a noscript confusion', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">'],
    ['a template', '<template><script>alert(1)</script></template>'],
    ['processing instructions', '<?xml-stylesheet href="javascript:alert(1)"?><?php echo 1 ?>'],
    ['an XML island', '<xml id=x><a><b>&lt;script>alert(1)&lt;/script></b></a></xml>'],
    ['an unfinished tag', '<a href="https://example.com" onclick="alert(1)'],
    ['NUL within names', '<scr\0ipt>alert(1)</scr\0ipt><img\0src=x onerror=alert(1)>'],
  ])('%s are not there', (_, html) => {
    const clean = sanitized(html);
    expect(foreign(clean)).toEqual([]);
    expect(clean).not.toMatch(/<script|onerror|onload|evil\.example|password/i);
  });
});

describe('links', () => {
  const linkOf = (href: string): string | undefined =>
    /href="([^"]*)"/.exec(sanitized(`<a href="${href.replaceAll('"', '&quot;')}">x</a>`))?.[1];

  test.each(['https://example.com/a?b=1&amp;c=2', 'mailto:ann@example.com?subject=x', 'tel:+4912345'])(
    '%s stays',
    href => {
      expect(linkOf(href)).toBe(href);
    },
  );

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    '  javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java&#9;script:alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    '&#x6A;avascript:alert(1)',
    '&#0000106avascript:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58alert(1)',
    'feed:javascript:alert(1)',
    'view-source:javascript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'DATA:text/html,x',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'cid:part@example.com',
    'blob:https://example.com/x',
    'about:blank',
    'intent://x#Intent;end',
    'x-apple-reminder://x',
    '//example.com/x',
    'relative/path',
    '?query',
    '#anchor',
    'https://',
    'javascript:%61lert(1)//https://example.com',
  ])('%s goes, and its text stays', href => {
    expect(sanitized(`<a href="${href}">text</a>`)).toBe('text');
  });

  test.each([
    ['of a picture that says nothing', '<a href="https://ok.test/x"><img src=x></a>', '>https://ok.test/x</a>'],
    ['of a picture', '<a href="https://ok.test/x"><img src=x alt=Shop></a>', '>[Shop]</a>'],
    ['of an area', '<map><area href="https://ok.test/x" alt=North></map>', '>[North]</a>'],
    ['in a map', '<map><a href="https://ok.test/x">North</a></map>', '>North</a>'],
    ['in a button', '<button><b><a href="https://ok.test/x">Go</a></b></button>', '>Go</a>'],
    ['in a legend', '<fieldset><legend><a href="https://ok.test/x">Go</a></legend></fieldset>', '>Go</a>'],
    ['in what stands in', '<object><a href="https://ok.test/x">Go</a></object>', '>Go</a>'],
  ])('stay %s', (_, html, end) => expect(sanitized(html)).toContain(`<a href="https://ok.test/x"${end}`));

  test('of a tracking pixel goes', () => {
    expect(sanitized('<a href="https://ok.test/x"><img src=x width=1 height=1></a>')).toBe('');
  });

  test('are written as they are read, so that no quote ends them', () => {
    expect(linkOf('https://example.com/"onclick="alert(1)')).toBe('https://example.com/%22onclick=%22alert(1)');
    expect(linkOf("https://example.com/'><script>")).toBe("https://example.com/'%3E%3Cscript%3E");
    expect(linkOf('ht\ntps://exa\tmple.com/')).toBe('https://example.com/');
    expect(linkOf(`https://example.com/${'x'.repeat(limits.linkCharacters.value)}`)).toBeUndefined();
  });
});

describe('whatever comes', () => {
  test('a browser finds nothing in it that is on no list', () => {
    fc.assert(
      fc.property(hostileHtml, html => expect(foreign(sanitized(html))).toEqual([])),
      { numRuns: 2000 },
    );
  });

  test('read again it is the same', () => {
    fc.assert(
      fc.property(hostileHtml, html => {
        const once = sanitized(html);
        expect(sanitized(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  test('another sanitizer finds nothing to take away', () => {
    const options: sanitizeHtml.IOptions = {
      allowedTags,
      allowedAttributes: {
        a: ['href'],
        td: ['colspan', 'rowspan'],
        th: ['colspan', 'rowspan'],
        ol: ['start'],
        '*': ['dir'],
      },
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    };
    const shape = (html: string) =>
      html.replaceAll('&nbsp;', '\u00a0').replaceAll('<br />', '<br>').replaceAll('<hr />', '<hr>');
    fc.assert(
      fc.property(hostileHtml, html => {
        const clean = sanitized(html);
        expect(shape(sanitizeHtml(clean, options))).toBe(shape(clean));
      }),
      { numRuns: 1000 },
    );
  });
});

import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { readHtml } from '../../../lib/content/readHtml.ts';
import { hostileHtml } from './hostileHtml.ts';

const textOf = (html: string): string => readHtml(html).text;

describe('plain text of HTML', () => {
  test.each([
    ['paragraphs and lines', '<p>One\n  two</p><p>Three<br>four<br><br>five</p>', 'One two\n\nThree\nfour\n\nfive'],
    ['blocks', '<div>a<div>b</div></div>c<div></div><div>d</div>', 'a\nb\nc\nd'],
    ['runs of blanks as one', '<p> a <b> b </b> c&nbsp;&nbsp;d </p>', 'a b c d'],
    ['no blank where there is none', '<p>w<b>or</b>d<i>s</i>.</p>', 'words.'],
    ['headings', '<h1>Title</h1>text<h3>Part <i>two</i></h3><p>more</p>', '# Title\n\ntext\n\n### Part two\n\nmore'],
    ['lists', '<ul><li>one<li>two</ul>', '- one\n- two'],
    ['numbered lists', '<ol start=9><li>nine</li><li>ten</li></ol>', '9. nine\n10. ten'],
    ['lists within lists', '<ul><li>a<ol><li>b<li>c</ol><li>d</ul>e', '- a\n  1. b\n  2. c\n- d\n\ne'],
    ['definitions', '<dl><dt>Term<dd>What it is</dl>', 'Term\n  What it is'],
    ['tables', '<table><tr><th>Name<th>Size<tr><td>a.pdf<td>1 MB</table>', 'Name | Size\na.pdf | 1 MB'],
    ['tables that lay out', '<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>', 'a\n\nb\n\nc'],
    ['tables within tables', '<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>', 'a | b'],
    ['empty cells', '<table><tr><td></td><td>a</td><td> </td><td>b</td></tr></table>', 'a | b'],
    [
      'tables of paragraphs, as Outlook writes them',
      `<table>${[
        ['Part', 'Qty'],
        ['RXD2', '4'],
        ['', '5'],
      ]
        .map(
          row =>
            `<tr>${row.map(cell => `<td><p class=MsoNormal>${cell || '&nbsp;'}<o:p></o:p></p></td>`).join('\n')}</tr>`,
        )
        .join('\n')}</table><p>Ann</p>`,
      'Part | Qty\nRXD2 | 4\n5\n\nAnn',
    ],
    ['tables of blocks', '<table><tr><td><div>a</div></td><td><br><div>b<br></div></td></tr></table>c', 'a | b\n\nc'],
    [
      'cells of one line beside longer ones',
      '<table><tr><td>a<td><p>b</p><td><p>c</p><p>d</p></table>',
      'a\n\nb\n\nc\n\nd',
    ],
    ['cells beside quoted ones', '<table><tr><td>a<td><blockquote>b</blockquote><td>c</table>', 'a\n\n> b\n\nc'],
    ['cells beside headings', '<table><tr><td><p>a</p><td><h2>b</h2></table>', 'a\n\n## b'],
    ['cells beside what is set as it stands', '<table><tr><td>a<td><pre>b\nc</pre></table>', 'a\n\nb\nc'],
    [
      'cells beside tables',
      '<table><tr><td><p>a</p><td><table><tr><td>1<td>2<tr><td>3<td>4</table><td><p>b</p></table>',
      'a\n\n1 | 2\n3 | 4\n\nb',
    ],
    [
      'quoted tables',
      '<blockquote><table><tr><td><p>a<td><p>b<tr><td><p>c<td><p>d<p>e</table></blockquote>',
      '> a | b\n> c\n>\n> d\n>\n> e',
    ],
    [
      'quotes',
      'I think so.<blockquote>Do you?<br>Really?<blockquote>No.</blockquote></blockquote>Yes.',
      'I think so.\n\n> Do you?\n> Really?\n>\n> > No.\n\nYes.',
    ],
    ['quoted lists', '<blockquote><ul><li>a<li>b</ul></blockquote>', '> - a\n> - b'],
    ['what is set as it stands', '<pre>a\n  b\n\nc</pre>d', 'a\n  b\n\nc\n\nd'],
    ['lines that a style keeps', '<div style="white-space:pre-line">a\nb</div>', 'a\nb'],
    ['spans that are blocks', '<span style="display:block">a</span><a style="display:block">b</a>c', 'a\nb\nc'],
    ['blocks by a sheet', '<style>.m span{display:block}</style><p class=m><span>a</span><span>b</span></p>', 'a\nb'],
    ['items of a row', '<div style="display:flex"><span>a</span><span>b</span></div>', 'a b'],
    ['cells by style', '<span style="display:table-cell">a</span><span style="display:table-cell">b</span>', 'a b'],
    [
      'boxes in a line with room between them',
      '<span style="display:inline-block;padding:0 8px">a</span><span style="display:inline-block;padding:0 8px">b</span>c',
      'a b c',
    ],
    [
      'boxes in a line without',
      '<span style="display:inline-block">wo</span><span style="display:inline-block;margin:4px 0">rd</span>',
      'word',
    ],
    ['buttons', '<button>a</button><button>b</button>', 'a b'],
    ['words with a picture between them', '<b>a</b><img src=x alt=""><b>b</b><br><img src=x>c', 'a b\nc'],
    ['rules', 'a<hr>b', 'a\n\n---\n\nb'],
    ['short quotes', '<p>He said <q>no</q>.</p>', 'He said "no".'],
    ['references', '<p>1 &lt; 2 &amp; &eacute;&#8364;</p>', '1 < 2 & é€'],
    ['pictures by their words', '<p><img src=x alt="Our logo"> and <img src=y></p>', '[Our logo] and'],
  ])('has %s', (_, html, text) => expect(textOf(html)).toBe(text));
});

describe('links', () => {
  test.each([
    ['are kept', '<a href="https://example.com/x?a=1&amp;b=2">here</a>', 'here [https://example.com/x?a=1&b=2]'],
    ['are not said twice', '<a href="https://www.example.com/">example.com</a>', 'example.com'],
    ['to mailboxes are not said twice', '<a href="mailto:ann@example.com">Ann@example.com</a>', 'Ann@example.com'],
    ['of pictures', '<a href="https://example.com/"><img src=x alt=Shop></a>', '[Shop] [https://example.com/]'],
    ['of pictures that say nothing', '<a href="https://ok.test/x"><img src=x></a>', '[https://ok.test/x]'],
    [
      'of areas of a picture',
      '<map name=m><area href="https://ok.test/a" alt=North><area href="https://ok.test/b">text</map>',
      '[North] [https://ok.test/a] [https://ok.test/b]text',
    ],
    ['of buttons', '<button><a href="https://ok.test/x">Go</a></button>', 'Go [https://ok.test/x]'],
    ['of what stands in', '<object><a href="https://ok.test/x">Go</a></object>', 'Go [https://ok.test/x]'],
    ['that act are text', '<a href="javascript:alert(1)">here</a>', 'here'],
    [
      'that pretend to be another are told apart',
      '<a href="https://evil.example/">https://bank.example</a>',
      'https://bank.example [https://evil.example/]',
    ],
    ['without text are not there', 'a<a href="https://example.com/"></a>b', 'ab'],
    [
      'stand before what follows',
      '<a href="https://example.com/">here</a>, please',
      'here [https://example.com/], please',
    ],
  ])('%s', (_, html, text) => expect(textOf(html)).toBe(text));
});

describe('whatever comes', () => {
  test('text is well-formed, of characters that can be seen, and has no marks of markup that was understood', () => {
    fc.assert(
      fc.property(hostileHtml, html => {
        const text = textOf(html);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u202e]/);
        expect(text).toBe(text.trimEnd());
      }),
      { numRuns: 1000 },
    );
  });

  test('both forms say the same', () => {
    // Addresses stand in one form as text, in the other in attributes.
    const withoutLinks = (text: string) => text.replaceAll(/\[(?:https?|mailto|tel):[^\]]*\]/g, ' ');
    const letters = (text: string) => withoutLinks(text).replaceAll(/[^a-zA-Zü€😀]/gu, '');
    const textIn = (node: DefaultTreeAdapterTypes.Node): string =>
      'childNodes' in node ? node.childNodes.map(textIn).join('') : 'value' in node ? node.value : '';
    fc.assert(
      fc.property(hostileHtml, html => {
        const { text, sanitizedHtml } = readHtml(html);
        expect(letters(text)).toBe(letters(textIn(parseFragment(sanitizedHtml))));
      }),
      { numRuns: 1000 },
    );
  });
});

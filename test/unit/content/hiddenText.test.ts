import fc from 'fast-check';
import { readHtml } from '../../../lib/content/readHtml.ts';

const marker = 'HIDDEN';

/** Neither form of a body has the marker, and both have the words around it. */
function expectHidden(html: string): void {
  const { text, sanitizedHtml } = readHtml(`<p>before</p>${html}<p>after</p>`);
  for (const shown of [text, sanitizedHtml]) {
    expect(shown).not.toContain(marker);
    expect(shown).toContain('before');
    expect(shown).toContain('after');
  }
}

const expectShown = (html: string): void => {
  const { text, sanitizedHtml } = readHtml(html);
  expect(text).toContain('SHOWN');
  expect(sanitizedHtml).toContain('SHOWN');
};

const hidingStyles = [
  'display:none',
  'DISPLAY : NONE',
  'display:none !important; display:block',
  'display:none;display:sideways',
  'd\\69splay:n\\06f ne',
  'display:/**/none',
  'color:red;;display:none;',
  '/* display:block */ display:none',
  'background:url("a;b");display:none',
  'visibility:hidden',
  'visibility:collapse',
  'opacity:0',
  'opacity:0.01',
  'opacity:0%',
  'filter:opacity(0)',
  'filter:alpha(opacity=0);opacity:0',
  'content-visibility:hidden',
  'font-size:0',
  'font-size:0px;font-size:12',
  'font-size:0.01em',
  'font-size:1px',
  'font:0/0 a',
  'font:italic bold 0px/1 Arial',
  'height:0;overflow:hidden',
  'max-height:0;overflow:hidden',
  'max-height:0px;overflow-y:hidden',
  'width:0;overflow:hidden',
  'max-width:1px;overflow:clip',
  'color:#fff',
  'color:white',
  'color:#FFFFFF',
  'color:rgb(255,255,255)',
  'color:rgb(100% 100% 100%)',
  'color:rgba(0,0,0,0)',
  'color:hsl(0,0%,100%)',
  'color:transparent',
  'color:#fefefe',
  'color:#ffffff80',
  'color:white;color:nosuchcolour',
  '-webkit-text-fill-color:transparent',
  'color:#123456;background-color:#123456',
  'color:#123456;background:#123456 none',
  'color:black;background:rgb(2,2,2)',
  'position:absolute;left:-9999px',
  'position:fixed;top:-1000em',
  'position:absolute;right:-100vw',
  'position:relative;left:-2000px',
  'margin-left:-9999px',
  'margin:0 0 0 -9999px',
  'text-indent:-9999px',
  'position:absolute;clip:rect(0,0,0,0)',
  'position:absolute;clip:rect(1px 1px 1px 1px)',
  'clip-path:inset(100%)',
  'clip-path:circle(0)',
  'transform:scale(0)',
  'transform:scale(0, 0)',
  'transform:translateX(-9999px)',
  'scale:0',
  'mso-hide:all',
  'color:hwb(0 100% 0%)',
  'color:lab(100 0 0)',
  'color:lab(100% 0 0)',
  'color:lch(100% 0 0)',
  'color:oklab(1 0 0)',
  'color:oklch(100% 0 none)',
  'color:color(srgb 1 1 1)',
  'color:color(display-p3 100% 100% 100%)',
  'color:color-mix(in srgb, white 99%, black)',
  'color:color-mix(in oklab, white, #fff)',
  'color:light-dark(white, black)',
  'color:rgb(from white r g b)',
  'color:rgb(from black r g b / 0)',
  'color:rgb(calc(255) calc(250 + 5) 255)',
  'color:rgb(calc(100%) 100% 100%)',
  'background:url(https://e.example/x.png);color:#fff',
  'background:url(https://e.example/x.png) #123456;color:#123456',
  'background-image:url(x.png);background-color:#123456;color:#123456',
  'background:linear-gradient(#fff,#fff);color:#fff',
  'background:linear-gradient(to right, rgb(0,0,9) 0%, #000 100%);color:#000',
  'position:absolute;inset:0 auto auto -9999px',
  'translate:-9999px 0',
  'transform:translate(calc(-100vw - 900px), 0)',
  'text-indent:9999px',
  'height:20px;overflow:hidden;padding-top:500px;box-sizing:border-box',
  'transform:matrix(0,0,0,0,0,0)',
  'transform:matrix(1,0,0,1,-9999,0)',
  'transform:rotateX(90deg)',
  'transform:rotatey(-90deg)',
  'rotate:x 90deg',
  'transform:scaleY(0.0)',
  'scale:1 0',
  'zoom:0.01',
  'zoom:1%',
  'clip-path:inset(100% 0 0 0)',
  'clip-path:inset(50%)',
  'clip-path:ellipse(0 0)',
  'clip-path:ellipse(50% 0%)',
  'clip-path:polygon(0 0, 0 0, 0 0)',
  'letter-spacing:-100px',
  'font-size:calc(0px)',
  'font-size:calc(0px + 0em)',
  'font-size:min(0px, 1px)',
  'font-size:clamp(0px, 0.5em, 1px)',
  'font-size:-webkit-calc(2px - (1px * 2))',
  'font-size:calc(1em * 0)',
  'opacity:calc(0)',
  'opacity:min(0, 1)',
  'opacity:1e-3',
  'height:calc(0px);overflow:hidden',
  'max-width:calc(10px / 10);overflow:hidden',
  'position:absolute;left:calc(-100vw - 500px)',
  'filter:alpha(opacity=0)',
  'display:var(--x, none)',
  'display:var(--x,var(--y,none))',
  '--x:none;display:var(--x)',
  '--x:var(--y);--y:none;display:block;display:var(--x)',
  '--x:0;font-size:calc(var(--x) * 1px)',
  '--x:#fff;color:var(--x)',
  'opacity:var(--x, 0)',
];

describe('text that a style hides', () => {
  test.each(hidingStyles)('%s', style => {
    expectHidden(`<div style='${style}'>${marker}</div>`);
    expectHidden(`<div style='${style}'><p><b>${marker}</b></p></div>`);
    expectHidden(`<style>.x{${style}}</style><div class="x">${marker}</div>`);
  });

  test.each([
    ['the hidden attribute', `<p hidden>${marker}</p>`],
    ['the hidden attribute with a value', `<p hidden="until-found">${marker}</p>`],
    ['a font of the colour of the page', `<font color=white>${marker}</font><font color="#FFF">${marker}</font>`],
    [
      'a cell of its colour',
      `<table><tr><td bgcolor="#112233"><font color="112233">${marker}</font></td></tr></table>`,
    ],
    [
      'a colour inherited from afar',
      `<div style="color:#fff"><table><tr><td><p><i>${marker}</i></p></td></tr></table></div>`,
    ],
    [
      'a ground inherited from afar',
      `<div style="background:#000"><div><p style="color:#000">${marker}</p></div></div>`,
    ],
    ['a popover', `<div popover>${marker}</div>`],
    ['a table that is a block', `<table style="display:block;height:0;overflow:hidden"><tr><td>${marker}</table>`],
    ['small em in small em', `<div style="font-size:0.1em"><p style="font-size:0.5em">${marker}</p></div>`],
    ['opacities multiplied', `<div style="opacity:.2"><p style="opacity:.3">${marker}</p></div>`],
    ['a dialog that is not open', `<dialog>${marker}</dialog>`],
    ['a title', `<title>${marker}</title>`],
    ['a comment', `<!-- ${marker} --><!--[if mso]>${marker}<![endif]--><!${marker}><?${marker}?>`],
    ['a script, a style and what stands in for others', `<script>${marker}</script><style>${marker}</style>`],
    ['fallbacks', `<video>${marker}</video><iframe>${marker}</iframe><canvas>${marker}</canvas>`],
    ['controls', `<select><option>${marker}</select><textarea>${marker}</textarea><input value="${marker}">`],
    ['a template', `<template>${marker}</template>`],
    ['attributes', `<p title="${marker}" data-x="${marker}" aria-label="${marker}">x</p><a name="${marker}">y</a>`],
    ['a picture of a pixel', `<img width=1 height=1 alt="${marker}"><img width="0" alt="${marker}">`],
    ['a picture within what is hidden', `<div style="display:none"><img alt="${marker}"></div>`],
    [
      'drawings',
      `<svg><text>${marker}</text><foreignObject>${marker}</foreignObject></svg><math><annotation>${marker}</annotation></math>`,
    ],
    ['a link within what is hidden', `<div style="display:none"><a href="https://e.example/${marker}">x</a></div>`],
    ['a link of invisible text', `<a href="https://e.example/${marker}" style="color:#fff">x</a>`],
  ])('%s', (_, html) => expectHidden(html));
});

describe('style sheets', () => {
  test.each([
    ['by id', '#x{display:none}', '<p id=x>'],
    ['by element', 'em{display:none}', '<em>'],
    ['by element and class', 'p.x{display:none}', '<p class="a x b">'],
    ['by attribute', '[data-x]{display:none}', '<p data-x>'],
    ['by attribute value', 'p[class~="x"]{display:none}', '<p class="a x">'],
    ['by an ancestor', '.o .x{display:none}', '<div class=o><div><p class=x>'],
    ['by a parent', '.o > .x{display:none}', '<div class=o><p class=x>'],
    ['by a sibling', '.a + .x{display:none}', '<p class=a>a</p><p class=x>'],
    ['by a place among siblings', '.x:nth-child(n){display:none}', '<p class=x>'],
    ['in a list', 'h1, .x , h2{display:none}', '<p class=x>'],
    ['with an escape', '.\\78{display:none}', '<p class=x>'],
    ['with a class of odd characters', '.sm\\:x{display:none}', '<p class="sm:x">'],
    ['whatever the case, as without a document type', '.X{DISPLAY:NONE}', '<p class=x>'],
    ['more specific than what shows', 'p.x{display:none} .x{display:block}', '<p class=x>'],
    ['later than what shows', '.x{display:block} .x{display:none}', '<p class=x>'],
    ['more important than what shows', '.x{display:none!important}', '<p class=x style="display:block">'],
    ['on screens', '@media screen{.x{display:none}}', '<p class=x>'],
    ['on wide screens', '@media (min-width:100px){.x{display:none}}', '<p class=x>'],
    ['where something is supported', '@supports (display:grid){.x{display:none}}', '<p class=x>'],
    ['within comments of HTML', '<!-- .x{display:none} -->', '<p class=x>'],
    ['behind a broken rule', '} .a{;} .x{display:none}', '<p class=x>'],
    ['behind a rule for fonts', '@font-face{font-family:x} .x{display:none}', '<p class=x>'],
    ['behind an import', '@import "x"; .x{display:none}', '<p class=x>'],
    ['by an import that holds it', '@import "data:text/css,.x%7Bdisplay:none%7D"; .y{color:red}', '<p class=x>'],
    ['by an import in base64', '@import url(data:text/css;base64,Lnh7ZGlzcGxheTpub25lfQ==);', '<p class=x>'],
    ['by a link that holds it', '</style><link rel=stylesheet href="data:text/css,.x{display:none}">', '<p class=x>'],
    ['everything', '.y *{display:none}', '<div class=y><p>'],
    ['by a property of the page', ':root{--x:none} .x{display:var(--x)}', '<p class=x>'],
    ['by a property of what is around', '.y{--x:none} .x{display:var(--x)}', '<div class=y><p class=x>'],
    ['by what it is not', '.x:not(.y,#z):not(.a .b), em:not(.y){display:none}', '<p class=x>'],
    ['by one of a list', ':is(em, .x){display:none}', '<p class=x>'],
    ['by one of a list within another', ':where(div :is(.x, h1)){display:none}', '<div><p class=x>'],
    ['by every place', 'em:nth-child(n){display:none}', '<em>'],
    ['in a nested rule', '.y{color:red; & .x{display:none} color:blue}', '<div class=y><p class=x>'],
    ['in a nested rule without its sign', '.z, .y{ .x{display:none} }', '<div class=y><p class=x>'],
    ['in a nested rule of the same', '.x{&.w{ @media screen{display:none} }}', '<p class="x w">'],
    ['of a class with a condition', '.x:is(.a,p),h1{display:none}', '<p class=x>'],
  ])('hide %s', (_, sheet, open) => {
    expectHidden(`<style>${sheet}</style>${open}${marker}</p></div></em>`);
    expectHidden(`${open}${marker}</p></div></em><style>${sheet}</style>`);
  });

  test.each([
    ['for print', '@media print{.x{display:none}}', '<p class=x>'],
    ['for telephones', '@media only screen and (max-width:600px){.x{display:none}}', '<p class=x>'],
    ['for the dark', '@media (prefers-color-scheme:dark){.x{color:#fff}}', '<p class=x>'],
    ['under a pointer', '.x:hover{display:none}', '<p class=x>'],
    ['of another class', '.y{display:none}', '<p class=x>'],
    ['within another', '.o .x{display:none}', '<p class=x>'],
    ['that a later rule shows', '.x{display:none} .x{display:block}', '<p class=x>'],
    ['that its own style shows', '.x{display:none}', '<p class=x style="display:block">'],
    ['what it is not', 'p:not(.x){display:none}', '<p class=x>'],
    ['one of another list', 'p:is(.y, h1):where(.x){display:none}', '<p class=x>'],
    ['in a nested rule of another', '.y{& .x{display:none}}', '<p class=x>'],
    ['by a property that is other there', ':root{--x:none} p{--x:block} .x{display:var(--x)}', '<p class=x>'],
    ['by a property without a value', '.x{display:none} p.x{display:var(--x)}', '<p class=x>'],
    ['by values that grow', ':root{--a:var(--b)var(--b);--b:var(--a)var(--a)} .x{display:var(--a)}', '<p class=x>'],
    ['in a comment', '/* .x{display:none} */', '<p class=x>'],
    ['in a value that nobody takes', '.x{display:gone;visibility:none;opacity:zero;font-size:none}', '<p class=x>'],
  ])('do not hide %s', (_, sheet, open) => expectShown(`<style>${sheet}</style>${open}SHOWN</p>`));
});

describe('text that is shown', () => {
  test.each([
    ['in writing of a size within none', '<div style="font-size:0"><p style="font-size:14px">SHOWN</p></div>'],
    ['visible within what is not', '<div style="visibility:hidden"><p style="visibility:visible">SHOWN</p></div>'],
    ['white on dark', '<div style="background-color:#222"><p style="color:#fff">SHOWN</p></div>'],
    ['white on a dark cell', '<table bgcolor="#003366"><tr><td><font color=white>SHOWN</font></td></tr></table>'],
    ['in grey of another measure', '<p style="color:lab(40 0 0)">SHOWN</p>'],
    ['in blue of another measure', '<p style="color:oklch(45% 0.31 264)">SHOWN</p>'],
    [
      'white on a picture with a colour',
      '<div style="background:#123 url(https://e.example/x.png)"><p style="color:#fff">SHOWN</p></div>',
    ],
    [
      'white on a gradient',
      '<div style="background-image:linear-gradient(#000,#111)"><p style="color:#fff">SHOWN</p></div>',
    ],
    ['pale grey', '<p style="color:#bbbbbb">SHOWN</p>'],
    ['a link in the colour that links have', '<div style="color:#fff"><a href="https://e.example/">SHOWN</a></div>'],
    ['in a box that cuts off what is over', '<div style="overflow:hidden;height:200px">SHOWN</div>'],
    ['in a box of a row', '<table><tr><td style="height:0;overflow:hidden">SHOWN</td></tr></table>'],
    ['behind a tag that hides and ends', '<span style="display:none">x</span>SHOWN'],
    ['behind a paragraph that hides and is not ended', '<p style="display:none">x<p>SHOWN</p>'],
    ['behind a cell that hides and is not ended', '<table><tr><td style="display:none">x<td>SHOWN</table>'],
    ['between conditional comments', '<!--[if !mso]><!-->SHOWN<!--<![endif]--><![if !vml]>SHOWN<![endif]>'],
    ['in a formula', '<math><mtext>SHOWN</mtext></math>'],
    ['that stands in for an object', '<object data="x"><param name=a>SHOWN</object><applet>SHOWN</applet>'],
    ['in a box with a margin within', '<div style="height:40px;overflow:hidden;padding:10px 20px">SHOWN</div>'],
    ['scaled and moved a little', '<div style="transform:translate(-50%,10px) scale(0.95);zoom:1">SHOWN</div>'],
    ['in a shape', '<div style="clip-path:polygon(0 0, 100% 0, 100% 100%)">SHOWN</div>'],
    ['in a circle', '<div style="clip-path:circle(50%)">SHOWN</div>'],
    ['written closely', '<div style="letter-spacing:-0.5px">SHOWN</div>'],
    ['in a noscript', '<noscript>SHOWN</noscript>'],
    ['in a button that Outlook draws itself', '<a href="https://e.example/" style="mso-hide:all">SHOWN</a>'],
    ['in a box that may grow', '<div style="width:1px;min-width:100%;overflow:hidden">SHOWN</div>'],
    ['over a picture', '<div style="margin-top:-250px">SHOWN</div>'],
    ['in a table of a column', '<table style="width:0"><tr><td>SHOWN</td></tr></table>'],
    ['with hidden false in its name', '<p class="hidden">SHOWN</p>'],
  ])('%s', (_, html) => expectShown(html));
});

describe('tags that pretend to end what hides', () => {
  test.each([
    ['an end tag within a table', `<div style="display:none"><table></div>${marker}</table></div>`],
    ['an end tag of nothing', `<div style="display:none"></span></p></b>${marker}</div>`],
    ['an inline end tag over a block', `<span style="display:none"><div></span>${marker}</div></span>`],
    ['formatting that is opened again', `<p><b style="display:none"></p><p>${marker}</p></b>`],
    ['formatting across cells', `<b style="display:none"><table><tr><td>${marker}</td></tr></table></b>`],
    ['an end of body', `<div style="display:none"></body></html>${marker}</div>`],
    ['a CDATA section of a drawing', `<svg><![CDATA[ > </svg> ${marker} ]]></svg>`],
    ['a style of a drawing', `<svg><style></style><p></svg><p style="display:none">${marker}</p>`],
    ['a comment that begins twice', `<!-- <!-- --> <!-- ${marker} --!> <!-- ${marker} -->`],
    ['a comment that does not end', `<i></i><!-- ${marker} <p>x</p> -->`],
    ['quotes within quotes', `<div style="display:none" title="></div>">${marker}</div>`],
  ])('%s', (_, html) => expectHidden(html));
});

describe('characters that hide', () => {
  test('go, and what scripts need stays', () => {
    const tags = [...'ignore'].map(char => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');
    expect(readHtml(`a${tags}b\u200b\u202e\u2066c\u00ad\ufeffd`).text).toBe('abcd');
    expect(readHtml('\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 👩‍👩‍👧 ❤️').text).toBe(
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 👩‍👩‍👧 ❤️',
    );
    expect(readHtml('x\ufe00\ufe01\ufe02\ufe03y').text).toBe('x\ufe00y');
    expect(readHtml('a&#0;&#1;&#x1b;[31mb\u0000\ud800').text).toBe('a\ufffd[31mb\ufffd');
  });
});

test('whatever is within it and around it', () => {
  const inline = fc.constantFrom('b', 'i', 'span', 'font', 'em', 'u', 'a');
  const block = fc.constantFrom('div', 'section', 'blockquote', 'ul', 'center', 'article');
  const { inner } = fc.letrec<{ inner: string }>(tie => ({
    inner: fc.oneof(
      { depthSize: 'small' },
      fc.constant(marker),
      fc.constant(`${marker}<br>${marker}`),
      fc.tuple(inline, tie('inner')).map(([tag, held]) => `<${tag}>${held}</${tag}>`),
      fc.tuple(block, tie('inner')).map(([tag, held]) => `<${tag} style="display:block">${held}</${tag}>`),
      tie('inner').map(held => `<table><tr><td>${held}</td></tr></table>`),
      fc.tuple(tie('inner'), tie('inner')).map(([a, b]) => a + b),
      tie('inner').map(held => `</p></span></td>${held}<p>`),
    ),
  }));
  const wholeOf = hidingStyles.filter(style =>
    /^(?:display|opacity|filter|content|height|max|position|clip|transform|scale)/.test(style),
  );
  fc.assert(
    fc.property(fc.constantFrom(...wholeOf), inner, block, (style, held, around) =>
      expectHidden(`<${around}><div style='${style}'>${held}</div></${around}>`),
    ),
    { numRuns: 500 },
  );
});

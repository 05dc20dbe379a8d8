import fc from 'fast-check';
import { readHtml } from '../../../lib/content/readHtml.ts';
import { hidingStyles } from './hidingStyles.ts';
import { expectHidden, expectShown, marker } from './seenText.ts';

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
    ['the hidden attribute, whatever is taken back', `<p hidden style="display:revert">${marker}</p>`],
    ['a popover', `<div popover>${marker}</div>`],
    ['a table that is a block', `<table style="display:block;height:0;overflow:hidden"><tr><td>${marker}</table>`],
    ['small em in small em', `<div style="font-size:0.1em"><p style="font-size:0.5em">${marker}</p></div>`],
    ['opacities multiplied', `<div style="opacity:.2"><p style="opacity:.3">${marker}</p></div>`],
    ['a dialog that is not open', `<dialog>${marker}</dialog>`],
    ['opacities in filters', `<div style="filter:opacity(30%)"><p style="opacity:.3">${marker}</p></div>`],
    ['scales multiplied', `<div style="transform:scale(.3)"><p style="zoom:.3">${marker}</p></div>`],
    ['a link colour of the page', `<body link="#ffffff"><a href="https://e.example/x">${marker}</a>`],
    ['a style of links', `<style>:any-link{color:#fff}</style><a href="https://e.example/x">${marker}</a>`],
    [
      'a margin out of its box',
      `<div style="overflow:hidden;height:30px"><p style="margin-top:50px">${marker}</p></div>`,
    ],
    [
      'a margin out of a box far around',
      `<div style="overflow:hidden;width:10px"><div><b style="margin-left:100px">${marker}</b></div></div>`,
    ],
    ['an indent out of its box', `<div style="overflow:hidden;width:90px;text-indent:90px">${marker}</div>`],
    ['lines of no height within a box', `<div style="overflow:hidden"><p style="line-height:0">${marker}</p></div>`],
    ['a column', `<table><col><col style="visibility:collapse"><tr><td>x<td>${marker}</table>`],
    [
      'columns of a group',
      `<table><colgroup span=2 style="visibility:collapse"></colgroup><tr><td>${marker}<td>${marker}</table>`,
    ],
    [
      'a column behind a wide cell',
      `<table><col span=2><col style="visibility:collapse"><tr><td colspan=2>x<td>${marker}</table>`,
    ],
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
    [
      'in the colours of a gradient',
      `<h1 style="background:linear-gradient(90deg,red,blue);-webkit-background-clip:text;-webkit-text-fill-color:transparent">SHOWN</h1>`,
    ],
    [
      'in a gradient that is told in short',
      `<h1 style="background:linear-gradient(red,blue) text;color:transparent"><b>SHOWN</b></h1>`,
    ],
    ['white with a shadow', '<p style="color:#fff;text-shadow:1px 1px 2px black">SHOWN</p>'],
    ['by its shadow', '<div style="color:transparent;text-shadow:0 0 0 #333"><p>SHOWN</p></div>'],
    ['by its stroke', '<p style="color:white;-webkit-text-stroke:1px black">SHOWN</p>'],
    ['white on the colour of what is around', '<div style="background:currentColor"><p style="color:#fff">SHOWN</div>'],
    ['that only those are not told who cannot see', '<p aria-hidden=true>SHOWN</p>'],
    ['in details that whoever reads may open', '<details><summary>more</summary>SHOWN</details>'],
    ['whatever is hidden, by its own style', '<p hidden style="display:block">SHOWN</p>'],
    ['in a size that is worked out', '<p style="font-size:max(12px, round(up, 1.3em, 1px))">SHOWN</p>'],
    ['in what is laid out when it is looked at', '<p style="content-visibility:auto">SHOWN</p>'],
    ['pale grey', '<p style="color:#bbbbbb">SHOWN</p>'],
    ['a link in the colour that links have', '<div style="color:#fff"><a href="https://e.example/">SHOWN</a></div>'],
    ['in a box that cuts off what is over', '<div style="overflow:hidden;height:200px">SHOWN</div>'],
    ['in a box of a row', '<table><tr><td style="height:0;overflow:hidden">SHOWN</td></tr></table>'],
    ['small and scaled up', '<div style="font-size:1px;transform:scale(16)">SHOWN</div>'],
    [
      'in lines that have a height of their own',
      '<div style="overflow:hidden;line-height:0"><p style="line-height:20px">SHOWN</div>',
    ],
    ['over a picture in a box', '<div style="overflow:hidden;height:250px"><p style="margin-top:-250px">SHOWN</div>'],
    ['in a box that is scrolled', '<div style="overflow:auto;height:100px"><p style="margin-top:200px">SHOWN</div>'],
    ['within a fading mask', '<div style="mask:linear-gradient(black,transparent)">SHOWN</div>'],
    ['in a circle somewhere', '<div style="clip-path:circle(farthest-side at 0 0)">SHOWN</div>'],
    ['multiplied with white', '<div style="mix-blend-mode:multiply">SHOWN</div>'],
    ['turned a little', '<div style="transform:rotate(90deg) rotateX(20deg) skewY(5deg)">SHOWN</div>'],
    ['beside a column that is not shown', '<table><col style="visibility:collapse"><col><tr><td>x<td>SHOWN</table>'],
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

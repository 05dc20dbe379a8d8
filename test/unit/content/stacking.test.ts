// Text that something else is painted over, or that is painted behind a ground.

import { expectHidden, expectShown, marker } from './seenText.ts';

const over = 'position:absolute;inset:0;background:#fff';
const box = (inner: string, styles = '') => `<div style="position:relative;${styles}">${inner}</div>`;

describe('boxes that cover others', () => {
  test.each([
    ['by all their edges', box(`<p>${marker}</p><div style="${over}"></div>`)],
    ['that stand before what they cover', box(`<div style="${over}"></div><p>${marker}</p>`)],
    ['bare text', box(`${marker}<div style="${over}">x</div>`)],
    [
      'by their size',
      box(`<p>${marker}</p><div style="position:absolute;top:0;left:0;width:100%;height:100%;background:white"></div>`),
    ],
    [
      'by the size of the box around',
      box(
        `<p>${marker}</p><i style="position:absolute;top:0;left:0;width:300px;height:80px;background:#eee"></i>`,
        'width:300px;height:80px',
      ),
    ],
    ['a table', box(`<table><tr><td>${marker}</table><div style="${over}"></div>`)],
    ['what is placed before them', box(`<p style="position:relative">${marker}</p><div style="${over}"></div>`)],
    [
      'what is placed lower',
      box(`<div style="${over};z-index:2"></div><p style="position:relative;z-index:1">${marker}</p>`),
    ],
    ['a page', `<body><p>${marker}</p><div style="position:fixed;inset:0;background:#fff">before after</div></body>`],
    ['by a style sheet', `<style>.o{${over}}</style>${box(`<p>${marker}</p><div class=o></div>`)}`],
  ])('hide it: %s', (_, html) => expectHidden(html));

  test.each([
    ['in the box that covers', box(`<img src=x><div style="${over}">SHOWN</div>`)],
    ['over it', box(`<div style="${over}"></div><p style="position:relative">SHOWN</p>`)],
    ['higher than it', box(`<p style="position:relative;z-index:3">SHOWN</p><div style="${over};z-index:2"></div>`)],
    ['under glass', box('<p>SHOWN</p><div style="position:absolute;inset:0;background:rgba(0,0,0,.3)"></div>')],
    ['under nothing', box('<p>SHOWN</p><div style="position:absolute;inset:0"></div>')],
    ['under what fades', box(`<p>SHOWN</p><div style="${over};opacity:.4"></div>`)],
    ['under what is not shown', box(`<p>SHOWN</p><div style="${over};display:none"></div>`)],
    ['over what lies behind', box(`<p>SHOWN</p><div style="${over};z-index:-1"></div>`)],
    [
      'beside a half',
      box('<p>SHOWN</p><i style="position:absolute;top:0;left:0;width:50%;height:100%;background:red"></i>'),
    ],
    [
      'beside a badge',
      box('<p>SHOWN</p><i style="position:absolute;top:0;right:0;width:20px;height:20px;background:red">1</i>'),
    ],
    ['beside what may be small', box(`<p>SHOWN</p><div style="${over};max-height:30px"></div>`)],
    ['in a box that is not left', `<div><p>SHOWN</p><div style="${over}"></div></div>`],
    ['outside', `${box(`<div style="${over}"></div>`)}SHOWN`],
  ])('show what is %s', (_, html) => expectShown(html));
});

describe('what lies behind', () => {
  test.each([
    ['the ground of a box', `<div style="background:#fff"><p style="position:relative;z-index:-1">${marker}</p></div>`],
    ['that of a cell', `<table><tr><td bgcolor="#eeeeee"><p style="position:absolute;z-index:-9">${marker}</table>`],
    [
      'that of a box far around',
      `<div style="background:#fff"><i><b style="position:relative;z-index:-1">${marker}</b></i></div>`,
    ],
  ])('%s is hidden', (_, html) => expectHidden(html));

  test.each([
    ['the ground of the page', '<body bgcolor="#ffffff"><p style="position:relative;z-index:-1">SHOWN</p></body>'],
    ['no ground', '<div><p style="position:relative;z-index:-1">SHOWN</p></div>'],
    ['glass', '<div style="background:rgba(255,255,255,.2)"><p style="position:relative;z-index:-1">SHOWN</p></div>'],
    [
      'nothing, since the box keeps it',
      '<div style="background:#fff;position:relative;z-index:0"><p style="position:relative;z-index:-1">SHOWN</p></div>',
    ],
    [
      'nothing, since a box between keeps it',
      '<div style="background:#fff"><i style="opacity:.9"><p style="position:relative;z-index:-1">SHOWN</p></i></div>',
    ],
    ['nothing, since it stays in its place', '<div style="background:#fff"><p style="z-index:-1">SHOWN</p></div>'],
  ])('%s is shown', (_, html) => expectShown(html));
});

// Text that is hidden by filters, by animations, by paths, and by rows and columns of no size.

import { expectHidden, expectShown, marker } from './seenText.ts';

const grid = (styles: string, item: string, text: string) =>
  `<div style="display:grid;${styles}"><div style="${item}">${text}</div></div>`;
const table = (column: string, cell: string, text: string) =>
  `<table style="table-layout:fixed;width:100%"><colgroup><col><col style="${column}"></colgroup>` +
  `<tr><td>x</td><td style="${cell}">${text}</td></tr></table>`;
const animated = (keyframes: string, styles: string, text: string) =>
  `<style>@keyframes k{${keyframes}} .k{${styles}}</style><div class=k>${text}</div>`;

describe('filters', () => {
  test.each([
    ['that turn black to white', `<div style="filter:invert(1)">${marker}</div>`],
    ['that turn it by a share', `<div style="filter:invert(97%)">${marker}</div>`],
    ['in the spelling of a browser', `<div style="-webkit-filter:invert(1)">${marker}</div>`],
    ['over what is within', `<div style="filter:invert()"><p><b>${marker}</b></p></div>`],
    ['that make all of it black', `<div style="background:#000;color:#fff;filter:brightness(0)">${marker}</div>`],
    ['that make all of it white', `<div style="color:#ccc;filter:brightness(500%)">${marker}</div>`],
    [
      'one in another',
      `<div style="background:#000;filter:invert(1)"><p style="filter:invert(1);color:#fff">${marker}</p></div>`,
    ],
    ['many in one another', `${'<div style="filter:brightness(1)">'.repeat(20)}${marker}${'</div>'.repeat(20)}`],
  ])('hide %s', (_, html) => expectHidden(html));

  test.each([
    ['that turn a page with its ground', '<div style="background:#fff;color:#000;filter:invert(1)">SHOWN</div>'],
    ['twice', '<div style="filter:invert(1)"><p style="filter:invert(1)">SHOWN</p></div>'],
    ['a little', '<div style="filter:brightness(1.1) contrast(0.9) saturate(2)">SHOWN</div>'],
    ['that show white text', '<div style="color:#fff;filter:invert(1)">SHOWN</div>'],
    ['by nothing', '<div style="filter:invert(0) brightness(100%)">SHOWN</div>'],
  ])('show %s', (_, html) => expectShown(html));
});

describe('animations', () => {
  test.each([
    ['that end where nothing is seen', 'to{opacity:0}', 'animation:k 0s forwards'],
    ['in the spelling of a browser', '100%{opacity:0}', '-webkit-animation:k 1ms both'],
    ['told by longhands', 'from{} 50%,100%{display:none}', 'animation-name:k;animation-fill-mode:forwards'],
    ['one of several', 'to{color:white}', 'animation:other 1s, k 1s linear forwards'],
    ['that run backwards', 'from{font-size:0}', 'animation:k 1s reverse forwards'],
    ['that there and back are where they were', 'from{opacity:0}', 'animation:k 1s 2 alternate both'],
    ['that stand still at their beginning', 'from{opacity:0} to{opacity:1}', 'animation:k 1s paused'],
    ['that stand still at their end', 'to{opacity:0}', 'animation:k 1s -1s paused'],
    ['that begin in a year', '0%{opacity:0}', 'animation:k 1s 31536000s both'],
    ['that go on and on and never show', 'from,to{color:#fff}', 'animation:k 1s infinite'],
  ])('hide by one %s', (_, keyframes, styles) => {
    expectHidden(animated(keyframes, styles, marker));
    expectHidden(animated(keyframes, styles, `<p><b>${marker}</b></p>`));
  });

  test('hide where what is there at once is hidden, whatever an animation makes of it', () => {
    expectHidden(animated('to{opacity:1}', 'opacity:0;animation:k 1s forwards', marker));
  });

  test.each([
    ['that come to an end', 'from{opacity:0} to{opacity:1}', 'animation:k 1s both'],
    ['that leave nothing behind', 'to{opacity:0}', 'animation:k 1s'],
    ['of another name', 'to{opacity:0}', 'animation:other 1s forwards'],
    ['that come and go', 'from{opacity:0} to{opacity:1}', 'animation:k 1s infinite alternate'],
    ['that are told of no more', 'to{opacity:0}', 'animation-name:k;animation-fill-mode:forwards;animation:none'],
  ])('show by one %s', (_, keyframes, styles) => expectShown(animated(keyframes, styles, 'SHOWN')));
});

describe('grids', () => {
  test.each([
    ['a row of no share', grid('grid-template-rows:0fr', 'overflow:hidden', marker)],
    ['a row of no share in the shorthand', grid('grid-template:[a] 0fr [b] / 1fr', 'overflow:hidden', marker)],
    ['a row of no height', grid('grid-template-rows:0', 'overflow:hidden;min-height:0', marker)],
    ['rows that are repeated', grid('grid-template-rows:repeat(2, minmax(0, 0fr))', 'overflow:clip', marker)],
    ['rows of no height of their own', grid('grid-auto-rows:0px', 'overflow:hidden', marker)],
    ['a column of no width', grid('grid-template-columns:0fr', 'overflow:hidden', marker)],
    ['rows that the grid cuts off', grid('grid-template-rows:0;overflow:hidden', '', marker)],
    ['a row without a box', `<div style="display:inline-grid;grid-template-rows:0px;overflow:hidden">${marker}</div>`],
    ['a row of several columns', grid('grid:0fr / 1fr 1fr', 'overflow:hidden', marker)],
  ])('hide %s', (_, html) => expectHidden(html));

  test.each([
    ['in a row that grows with what is in it', grid('grid-template-rows:0fr', '', 'SHOWN')],
    ['in an open row', grid('grid-template-rows:1fr', 'overflow:hidden', 'SHOWN')],
    [
      'in the second row',
      `<div style="display:grid;grid-template-rows:0fr"><i></i><p style="overflow:hidden">SHOWN</p></div>`,
    ],
    ['in a box of a height of its own', grid('grid-template-rows:0', 'overflow:hidden;height:40px', 'SHOWN')],
    ['in a grid of a height of its own', grid('grid-template-rows:0;overflow:hidden;height:90px', '', 'SHOWN')],
    ['deeper in it', grid('grid-template-rows:0fr', '', '<p style="overflow:hidden">SHOWN</p>')],
    ['in what is no grid', '<div style="grid-template-rows:0fr"><p style="overflow:hidden">SHOWN</p></div>'],
    ['in a padded box', grid('grid-template-rows:0fr', 'overflow:hidden;padding:20px', 'SHOWN')],
  ])('show text %s', (_, html) => expectShown(html));
});

describe('tables of fixed columns', () => {
  test.each([
    ['a cell of no width', table('', 'width:0;overflow:hidden', marker)],
    ['a cell of a pixel', table('', 'width:1px;overflow:clip;padding:0', marker)],
    ['a column of no width', table('width:0', 'overflow:hidden', marker)],
  ])('hide %s', (_, html) => expectHidden(html));

  test.each([
    ['that is not cut off', table('', 'width:0', 'SHOWN')],
    ['of a width', table('width:50%', 'width:50%;overflow:hidden', 'SHOWN')],
    ['in a table that grows', '<table><tr><td style="width:0;overflow:hidden">SHOWN</td></tr></table>'],
    [
      'in a row that gives no widths',
      '<table style="table-layout:fixed"><tr><td>x</td></tr><tr><td style="width:0;overflow:hidden">SHOWN</td></tr></table>',
    ],
    [
      'of a table within a fixed one',
      `<table style="table-layout:fixed"><tr><td><table><tr><td style="width:0;overflow:hidden">SHOWN</table></table>`,
    ],
  ])('show a cell %s', (_, html) => expectShown(html));
});

describe('paths', () => {
  test.each([
    ['offset-path:path("M -9999 0 L 0 0")'],
    ['offset-path:path("M0,-9999 H1")'],
    ['offset:path("m 9999 0 h 1") 0%'],
    ['offset-path:ray(45deg);offset-distance:9999px'],
  ])('%s hides', styles => expectHidden(`<div style='${styles}'>${marker}</div>`));

  test.each([
    ['offset-path:path("M 0 0 L 100 100");offset-distance:50%'],
    ['offset-path:none'],
    ['offset-path:ray(45deg);offset-distance:10px'],
  ])('%s shows', styles => expectShown(`<div style='${styles}'>SHOWN</div>`));
});

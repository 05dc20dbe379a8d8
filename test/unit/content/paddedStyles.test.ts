// Styles that are padded until a reader of styles might give up before what hides: whatever is read of them hides, and what
// is not read is taken for hiding.

import { readHtml } from '../../../lib/content/readHtml.ts';
import { expectHidden, expectShown, marker } from './seenText.ts';

const many = (count: number, one: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join('');
const sheet = (css: string, open = '<p class=x>'): string => `<style>${css}</style>${open}${marker}</p>`;
const hide = '.x{display:none}';

describe('what is padded hides as without', () => {
  test.each([
    ['two thousand rules before', sheet(`${many(2000, i => `.r${i}{display:none}`)}${hide}`)],
    ['two thousand selectors', sheet(`${'a,'.repeat(2000)}${hide}`)],
    [
      'a font of megabytes',
      sheet(`@font-face{font-family:y;src:url(data:font/woff2;base64,${'A'.repeat(3e6)})}${hide}`),
    ],
    ['a picture of megabytes', sheet(`.y{background:url("data:image/png;base64,${'A'.repeat(3e6)}")}${hide}`)],
    ['a long selector', sheet(`p${':not(.a)'.repeat(200)}${hide}`)],
    ['conditions within each other', sheet(`p.x${':not('.repeat(6)}p${')'.repeat(6)}{display:none}`)],
    ['groups within each other', sheet(`${'@media all{'.repeat(20)}${hide}${'}'.repeat(20)}`)],
    [
      'imports within each other',
      sheet(`@import url("data:text/css,@import 'data:text/css,.x%257Bdisplay:none%257D'");`),
    ],
    ['a thousand classes', sheet(hide, `<p class="${'y '.repeat(1000)}x">`)],
    [
      'a thousand animations',
      sheet(
        `${many(1100, i => `@keyframes k${i}{to{color:red}}`)}@keyframes h{to{opacity:0}} .x{animation:h 1s forwards}`,
      ),
    ],
    [
      'an animation of a long name',
      sheet(`@keyframes ${'h'.repeat(200)}{to{opacity:0}} .x{animation:${'h'.repeat(200)} 1s forwards}`),
    ],
    ['two hundred properties', sheet(`.x{${many(200, i => `--v${i}:none;`)}display:var(--v150)}`)],
    [
      'properties that lead to each other',
      sheet(`:root{--a0:none;${many(40, i => `--a${i + 1}:var(--a${i});`)}} .x{display:var(--a40)}`),
    ],
  ])('%s', (_, html) => expectHidden(html));

  test.each([
    `transform:${'rotate(0deg) '.repeat(30)}scale(0)`,
    `filter:${'saturate(1) '.repeat(60)}opacity(0)`,
    `font-size:calc(${'0px + '.repeat(100)}0px)`,
    `font-size:${'calc('.repeat(50)}0px${')'.repeat(50)}`,
    `color:rgb(255 255${' '.repeat(2000)}255)`,
    `color:rgb(255 255 /*${'x'.repeat(2000)}*/ 255)`,
    `color:rgba(0,0,0,0.${'0'.repeat(500)}1)`,
    `opacity:0.${'0'.repeat(2000)}1`,
    `opacity:${'0'.repeat(2000)}`,
    'opacity:0e99999',
    `clip-path:inset(100.${'0'.repeat(40)}%)`,
    `filter:opacity(0.${'0'.repeat(40)})`,
    `filter:blur(${'0'.repeat(30)}99px)`,
    `background:${'none,'.repeat(40)}#000;color:#000`,
    `font:${'normal '.repeat(20)}0px Arial`,
    `animation:none;display:none;${'a:b;'.repeat(5000)}`,
    `-webkit-mask-image:linear-gradient(${'transparent,'.repeat(60)}transparent)`,
  ])('%.60s', style => expectHidden(`<p style="${style}">${marker}</p>`));
});

describe('what is not read is not shown', () => {
  test.each([
    ['more rules than are read', sheet(`${many(25_000, i => `.r${i}{display:none}`)}${hide}`)],
    ['more style than is read', sheet(`${'/* */.r{margin:0 0 0 0 0 0 0 0 0 0 0 0 0}'.repeat(60_000)}${hide}`)],
    ['a longer selector than is read', sheet(`p${':not(.a)'.repeat(2000)}${hide}`)],
    ['deeper conditions than are read', sheet(`p${':not('.repeat(60)}p${')'.repeat(60)}{display:none}`)],
    ['groups within each other', sheet(`${'@media all{'.repeat(50)}${hide}${'}'.repeat(50)}`)],
    ['rules within each other', sheet(`.y{.z${'.z'.repeat(1500)},.x&{display:none}}`, '<p class="x y">')],
    ['more properties than are read', sheet(`.x{${many(2000, i => `--v${i}:none;`)}display:var(--v1999)}`)],
    [
      'more steps than are taken',
      sheet(`:root{--a0:none;${many(900, i => `--a${i + 1}:var(--a${i});`)}} .x{display:var(--a900)}`),
    ],
  ])('%s', (_, html) => {
    const { text, sanitizedHtml, isWhole } = readHtml(`${html}<p>after</p>`);
    expect([text.includes(marker), sanitizedHtml.includes(marker), isWhole]).toEqual([false, false, false]);
  });

  test('a value that is longer than any mail has hides what has it, and nothing else', () => {
    expectHidden(`<p style="transform:${'rotate(0deg) '.repeat(500)}">${marker}</p>`);
    expectHidden(`<p style="background:${'url(x),'.repeat(500)}red">${marker}</p>`);
  });
});

describe('what is long and hides nothing is shown', () => {
  test.each([
    [
      'a picture of megabytes behind it',
      `<p style="background:url(data:image/png;base64,${'A'.repeat(3e6)}) #fff">SHOWN</p>`,
    ],
    [
      'properties that lead in a circle',
      '<style>.x{--a:var(--b);--b:var(--a);display:var(--a)}</style><p class=x>SHOWN</p>',
    ],
    [
      'a circle with something to fall back on',
      '<style>.x{--a:var(--a,none);display:var(--a)}</style><p class=x>SHOWN</p>',
    ],
    ['many digits', `<p style="opacity:1.${'0'.repeat(40)};font-size:${'0'.repeat(40)}16px;color:#000000">SHOWN</p>`],
    ['a colour of eight digits', '<p style="color:#00000080;background:#ffffffff">SHOWN</p>'],
    ['thousands of rules', `<style>${many(5000, i => `.r${i}{display:none}`)}</style><p class=x>SHOWN</p>`],
  ])('%s', (_, html) => expectShown(html));
});

import { mediaMayHold } from '../../../lib/content/mediaQueries.ts';
import { expectHidden, expectShown, marker } from './seenText.ts';

const holding = [
  '',
  'all',
  'screen',
  'only screen',
  'SCREEN',
  'not print',
  'not tty',
  'print, screen',
  'not all and (max-width: 100px)',
  'not (max-width: 100px)',
  'screen and (not (max-width: 100px))',
  '(min-width: 20em)',
  '(min-width: calc(10em * 2))',
  '(min-height: 100px)',
  '(width >= 600px)',
  '(600px <= width)',
  '(300px < width < 6000px)',
  '(width = 1000px)',
  '(orientation: landscape)',
  '(prefers-color-scheme: light)',
  '(max-width: 100px) or (min-width: 100px)',
  '((max-width: 100px) or (color)) and (not (monochrome))',
  '(prefers-reduced-motion: no-preference)',
  'screen and (-webkit-min-device-pixel-ratio: 0)',
  '(some-day: 1)',
  'not (some-day: 1)',
  '(min-width: 5parsec)',
  '(',
];

const never = [
  'print',
  'tty',
  'handheld',
  'speech, print',
  'not all',
  'not screen',
  'not all and (min-width: 100px)',
  'not screen and (min-width: 100px)',
  'not (min-width: 100px)',
  'screen and (max-width: 600px)',
  '(max-width: 37.5em)',
  '(max-device-width: 480px)',
  '(min-width: 1200px)',
  '(max-height: 100px)',
  '(width <= 600px)',
  '(width < 600px)',
  '(600px >= width)',
  '(300px <= width <= 600px)',
  'screen and (orientation: portrait)',
  '(prefers-color-scheme: dark)',
  '(monochrome)',
  '(max-width: 600px) and (min-width: 1px)',
  '(some-day: 1) and print',
];

describe('queries', () => {
  test.each(holding)('%j may hold', query => expect(mediaMayHold(query)).toBe(true));
  test.each(never)('%j does not', query => expect(mediaMayHold(query)).toBe(false));

  test('of a list of thousands and of thousands of brackets are read', () => {
    expect(mediaMayHold(`${'('.repeat(1900)}max-width:1px`)).toBe(true);
    expect(mediaMayHold('print,'.repeat(300))).toBe(true);
    expect(mediaMayHold('x'.repeat(100_000))).toBe(true);
  });
});

describe('text that style sheets hide', () => {
  test.each(holding.filter(query => query !== '('))('for %j goes', query => {
    expectHidden(`<style>@media ${query}{.x{display:none}}</style><p class=x>${marker}</p>`);
    expectHidden(`<style media="${query}">.x{display:none}</style><p class=x>${marker}</p>`);
  });

  test.each(never)('for %j alone stays', query => {
    expectShown(`<style>@media ${query}{.x{display:none}}</style><p class=x>SHOWN</p>`);
    expectShown(`<style media="${query}">.x{display:none}</style><p class=x>SHOWN</p>`);
    expectShown(`<link rel=stylesheet media="${query}" href="data:text/css,.x{display:none}"><p class=x>SHOWN</p>`);
  });

  test('in another language than CSS stays', () => {
    expectShown('<style type="text/less">.x{display:none}</style><p class=x>SHOWN</p>');
    expectHidden(`<style type="TEXT/CSS; charset=utf-8">.x{display:none}</style><p class=x>${marker}</p>`);
  });
});

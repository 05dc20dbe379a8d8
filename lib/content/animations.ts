// What animations leave of an element, as far as the text of a style sheet tells: the state that they stay in (CSS
// Animations Level 1). Whoever hides by one lets it end, or stand still, where nothing is seen.

import { type Block, type Declaration, splitList } from './css.ts';
import type { Styles } from './styles.ts';

/** The states that an animation begins and ends with. */
export interface Keyframes {
  readonly from: readonly Declaration[];
  readonly to: readonly Declaration[];
}

/** The states of an animation, of its blocks. */
export function keyframesOf(
  states: readonly Block[],
  relevant: (declarations: readonly Declaration[]) => readonly Declaration[],
): Keyframes {
  const within = (when: RegExp) =>
    states.flatMap(({ selectors, declarations }) =>
      splitList(selectors).some(one => when.test(one.trim())) ? relevant(declarations) : [],
    );
  return { from: within(/^(?:from|0+(?:\.0*)?%)$/), to: within(/^(?:to|100(?:\.0*)?%)$/) };
}

/** Longhands by which an animation is told here. */
export const animationProperties: readonly string[] = [
  'animation',
  ...['name', 'duration', 'delay', 'fill-mode', 'direction', 'play-state', 'iteration-count'].map(
    name => `animation-${name}`,
  ),
];

const mostAnimations = 100;
/** Nobody waits longer for a text to appear, seconds. */
const longestDelay = 30;

interface Animation {
  name: string;
  delay: number;
  fill: string;
  direction: string;
  state: string;
  count: string;
}

const words: Readonly<Record<string, keyof Animation>> = {
  ...{ forwards: 'fill', backwards: 'fill', both: 'fill' },
  ...{ reverse: 'direction', alternate: 'direction', 'alternate-reverse': 'direction' },
  ...{ paused: 'state', running: 'state', infinite: 'count' },
};

const time = /^[+-]?[\d.]{1,10}m?s$/;
const secondsOf = (text: string): number => Number.parseFloat(text) / (text.endsWith('ms') ? 1000 : 1);

/** One animation of the shorthand. */
function readShorthand(text: string, keyframes: ReadonlyMap<string, Keyframes>): Animation {
  const read: Animation = { name: '', delay: 0, fill: 'none', direction: 'normal', state: 'running', count: '1' };
  let times = 0;
  for (const word of text.trim().split(/\s+(?![^(]*\))/)) {
    const field = words[word];
    if (time.test(word)) {
      if (++times === 2) read.delay = secondsOf(word);
    } else if (/^[\d.]+$/.test(word)) read.count = word;
    else if (field !== undefined && field !== 'delay') read[field] = word;
    else if (keyframes.has(word)) read.name = word;
  }
  return read;
}

function animationsOf(styles: Styles, keyframes: ReadonlyMap<string, Keyframes>): readonly Animation[] {
  const listOf = (longhand: string): readonly string[] =>
    splitList(styles.get(`animation-${longhand}`) ?? '').map(one => one.trim());
  const names = listOf('name');
  const whole = splitList(styles.get('animation') ?? '').map(one => readShorthand(one, keyframes));
  const count = Math.min(mostAnimations, Math.max(names.length, whole.length));
  return Array.from({ length: count }, (_, i) => {
    const own = whole[i] ?? readShorthand('', keyframes);
    const said = (longhand: string, otherwise: string): string => {
      const list = listOf(longhand);
      return list[i % Math.max(1, list.length)] ?? otherwise;
    };
    const delay = said('delay', '');
    return {
      name: said('name', own.name),
      delay: time.test(delay) ? secondsOf(delay) : own.delay,
      fill: said('fill-mode', own.fill),
      direction: said('direction', own.direction),
      state: said('play-state', own.state),
      count: said('iteration-count', own.count),
    };
  });
}

/** What one animation leaves. */
function leftBy(animation: Animation, keyframes: Keyframes): readonly Declaration[] {
  const { direction, delay, fill, count } = animation;
  const isReversed = direction === 'reverse' || direction === 'alternate-reverse';
  const [first, last] = isReversed ? [keyframes.to, keyframes.from] : [keyframes.from, keyframes.to];
  const fillsBefore = fill === 'backwards' || fill === 'both';
  if (animation.state === 'paused') return delay < 0 ? last : delay === 0 || fillsBefore ? first : [];
  if (delay >= longestDelay) return fillsBefore ? first : [];
  // Of one that goes on and on, what it never changes.
  if (count === 'infinite') {
    return last.filter(({ name, value }) => first.some(other => other.name === name && other.value === value));
  }
  if (fill !== 'forwards' && fill !== 'both') return [];
  return direction.startsWith('alternate') && Number(count) % 2 === 0 ? first : last;
}

/** The declarations that hold over the styles of an element once its animations are where they stay; often none. */
export function leftByAnimations(styles: Styles, keyframes: ReadonlyMap<string, Keyframes>): readonly Declaration[] {
  if (keyframes.size === 0 || !animationProperties.some(name => styles.has(name))) return [];
  return animationsOf(styles, keyframes).flatMap(animation => {
    const known = keyframes.get(animation.name);
    return known ? leftBy(animation, known) : [];
  });
}

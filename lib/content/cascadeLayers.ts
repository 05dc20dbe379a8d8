// The layers of style sheets and their order (CSS Cascade Level 5, section 6.4): what is in none comes after all of them.

/** Places of a layer and of those around it, the outermost first; empty for what is in none. */
export type Layer = readonly number[];

export const noLayer: Layer = [];

/** Negative where what is in `a` yields to what is in `b`; of important declarations it is the other way round. */
export function compareLayers(a: Layer, b: Layer): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [x = Infinity, y = Infinity] = [a[i], b[i]];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** Tells layers by their names, in the order in which they are first named in a document. */
export interface LayerNames {
  /** @param name names joined by full stops, empty for a layer without one */
  within(around: Layer, name: string): Layer;
}

export function layerNames(): LayerNames {
  const places = new Map<string, number>();
  let count = 0;
  return {
    within(around, name) {
      if (name === '') return [...around, ++count];
      let layer = around;
      for (const one of name.split('.', 10)) {
        const path = `${layer.join('.')} ${one.trim()}`;
        const place = places.get(path) ?? ++count;
        places.set(path, place);
        layer = [...layer, place];
      }
      return layer;
    },
  };
}

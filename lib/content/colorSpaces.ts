// Colours of CSS by other measures than red, green and blue (CSS Color Levels 4 and 5) as sRGB, well enough to tell
// whether text can be seen. Pure.

export type Channels = readonly [number, number, number];

const gamma = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

/** CIE Lab of D50. */
function fromLab([lightness, a, b]: Channels): Channels {
  const fy = (lightness + 16) / 116;
  const root = (f: number): number => (f ** 3 > 216 / 24389 ? f ** 3 : (116 * f - 16) / (24389 / 27));
  const x = 0.9642956764 * root(fy + a / 500);
  const y = root(fy);
  const z = 0.8251046025 * root(fy - b / 200);
  return [
    gamma(3.1341359569 * x - 1.6173863321 * y - 0.490661946 * z),
    gamma(-0.9787955029 * x + 1.9162545672 * y + 0.0334427311 * z),
    gamma(0.0719553798 * x - 0.2289768264 * y + 1.4053860583 * z),
  ];
}

function fromOklab([lightness, a, b]: Channels): Channels {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const fromPolar = ([lightness, chroma, hue]: Channels): Channels => {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
};

/**
 * Channels of 0 to 1 as red, green and blue, within what a screen shows or not.
 * @param percents whether a channel was given as a percentage
 * @returns null for a measure that is not known here
 */
export function channelsOf(measure: string, values: Channels, percents: readonly boolean[]): Channels | null {
  const scaled = (wholes: Channels): Channels => {
    const [x, y, z] = values.map((value, i) => (percents[i] ? (value / 100) * (wholes[i] ?? 1) : value));
    return [x ?? 0, y ?? 0, z ?? 0];
  };
  switch (measure) {
    case 'lab':
      return fromLab(scaled([100, 125, 125]));
    case 'lch':
      return fromLab(fromPolar(scaled([100, 150, 360])));
    case 'oklab':
      return fromOklab(scaled([1, 0.4, 0.4]));
    case 'oklch':
      return fromOklab(fromPolar(scaled([1, 0.4, 360])));
    case 'color':
      return scaled([1, 1, 1]);
    default:
      return null;
  }
}

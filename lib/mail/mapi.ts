// MAPI properties as TNEF carries them (MS-OXTNEF section 2.1.3.4): bytes -> values by id. Named ones are passed over.

export type MapiValue =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'string8'; readonly bytes: Uint8Array }
  | { readonly kind: 'unicode'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export type MapiValues = Map<number, MapiValue>;

const type = { string8: 0x001e, unicode: 0x001f, object: 0x000d, binary: 0x0102, long: 0x0003 } as const;
const multiple = 0x1000;
/** Bytes of the types of fixed length, padded to four. */
const fixedLength: Readonly<Record<number, number>> = {
  0: 4,
  1: 4,
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};

const padded = (length: number): number => Math.ceil(length / 4) * 4;
const utf16 = new TextDecoder('utf-16le');

/** Reads properties up to the end or the first that cannot be read; of several values of one the first counts. */
export function readMapiProperties(bytes: Uint8Array): MapiValues {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: MapiValues = new Map();
  let at = 0;
  /** The next 32 bits, or -1 at the end. */
  const next32 = (): number => {
    if (at + 4 > bytes.length) return -1;
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const skipName = (): boolean => {
    at += 16;
    const kind = next32();
    const length = kind < 0 ? -1 : next32();
    if (kind === 1 && length >= 0) at += padded(length);
    return length >= 0 && at <= bytes.length;
  };
  const readVariable = (kind: number): MapiValue | null => {
    const length = next32();
    if (length < 0 || at + length > bytes.length) return null;
    const data = bytes.subarray(at, at + length);
    at += padded(length);
    if (kind === type.unicode) return { kind: 'unicode', text: utf16.decode(data).replace(/\0.*$/s, '') };
    return kind === type.string8 ? { kind: 'string8', bytes: data } : { kind: 'bytes', bytes: data };
  };
  const readFixed = (kind: number): MapiValue | null => {
    const length = fixedLength[kind];
    if (length === undefined || at + length > bytes.length) return null;
    const number = view.getUint32(at, true);
    at += length;
    return { kind: 'number', number };
  };
  const count = next32();
  for (let i = 0; i < count; i++) {
    const tag = next32();
    if (tag < 0) break;
    const kind = tag & 0xffff & ~multiple;
    const id = tag >>> 16;
    if (id >= 0x8000 && !skipName()) break;
    const isVariable = kind === type.string8 || kind === type.unicode || kind === type.object || kind === type.binary;
    const many = isVariable || (tag & multiple) !== 0 ? next32() : 1;
    let isBroken = many < 0;
    for (let k = 0; k < many && !isBroken; k++) {
      const value = isVariable ? readVariable(kind) : readFixed(kind);
      isBroken = value === null;
      if (value !== null && id < 0x8000 && !values.has(id)) values.set(id, value);
    }
    if (isBroken) break;
  }
  return values;
}

// A part's file name before normalization, and the charset labels that help to read raw bytes.

import type { Entity } from './entity.ts';
import { decodeParameter, parameterValue, parseParameters } from './parameters.ts';

export interface PartName {
  /** Decoded; null where there is none. */
  readonly name: string | null;
  readonly exceededLimit: boolean;
}

/** `filename` of the disposition over `name` of the type, extended forms over plain ones of each. */
export function partName(entity: Entity, hints: readonly string[]): PartName {
  const charset = parameterValue(entity.contentType, 'charset');
  const near = charset === null ? hints : [charset, ...hints];
  const none: PartName = { name: null, exceededLimit: false };
  const read = (parsed: Entity['disposition'], name: string): PartName => {
    if (parsed === null) return none;
    const known = parsed.ambiguous === null ? parsed : parseParameters(parsed.ambiguous, near);
    const { value, exceededLimit } = decodeParameter(known, name, near);
    return { name: value !== null && value.trim() === '' ? null : value, exceededLimit };
  };
  const tries = [
    () => read(entity.disposition, 'filename'),
    () => read(entity.contentType, 'name'),
    // Wrong places that real programs use.
    () => read(entity.disposition, 'name'),
    () => read(entity.contentType, 'filename'),
  ];
  let exceededLimit = false;
  for (const attempt of tries) {
    const found = attempt();
    exceededLimit ||= found.exceededLimit;
    if (found.name !== null) return { name: found.name, exceededLimit };
  }
  return { name: null, exceededLimit };
}

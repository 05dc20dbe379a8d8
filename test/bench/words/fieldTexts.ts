// The fields of a made mail as a search sees them: whoever wrote or got it counts once, however often he is named.

import type { MadeMail } from './makeMails.ts';

export interface FieldTexts {
  readonly subject: string;
  /** Names and addresses. */
  readonly people: readonly string[];
  readonly files: readonly string[];
  readonly body: string;
}

export const fieldTexts = ({ subject, from, to, cc, files, body }: MadeMail): FieldTexts => ({
  ...{ subject, files, body },
  people: [...new Set([from, ...to, ...cc].flatMap(({ name, address }) => [name, address]))],
});

// What holds for every parsed message, whatever the bytes were.

import { limits } from '../lib/limits.ts';
import type { Message } from '../lib/mail/message.ts';
import { sha256 } from './mails.ts';

const forbidden = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}/\\]/u;

const isInstant = (at: number | null): boolean => at === null || (Number.isSafeInteger(at) && Math.abs(at) <= 8.64e15);

/** The rules that a message breaks; empty for a good one. */
export function brokenRules(message: Message): string[] {
  const broken: string[] = [];
  const rule = (name: string, holds: boolean) => {
    if (!holds) broken.push(name);
  };
  const texts = [
    message.subject,
    message.text ?? '',
    message.html ?? '',
    ...message.references,
    ...message.participants.map(one => one.address + one.displayName),
  ];
  rule(
    'texts are well formed',
    texts.every(text => text.isWellFormed()),
  );
  rule('dates are instants', isInstant(message.sentAt) && isInstant(message.receivedHeaderAt));
  rule('number of parts', message.parts.length <= limits.parts.value);
  for (const [i, part] of message.parts.entries()) {
    const { filename, rawFilename } = part;
    rule('parts are numbered from 1', part.number === i + 1);
    rule('kind', ['attachment', 'inline', 'signature'].includes(part.kind));
    rule('media type', /^[^\s/]+\/[^\s/]+$/.test(part.mediaType) && part.mediaType === part.mediaType.toLowerCase());
    rule('size', part.sizeBytes === part.content.length);
    rule('digest', part.sha256 === sha256(part.content));
    rule('path', part.path === null || (part.path !== '' && part.path.split('/').length <= limits.nesting.value + 1));
    rule('raw name', rawFilename === null || rawFilename.isWellFormed());
    rule('says whether the name was normalized', part.wasFileNameNormalized === (filename !== rawFilename));
    if (filename === null) continue;
    rule('no forbidden character in a name', !forbidden.test(filename));
    rule('name in NFC', filename === filename.normalize('NFC'));
    rule('single blanks in a name', !/^\s|\s$|\s\s|[^\S ]/u.test(filename));
    rule('length of a name', [...filename].length <= limits.fileNameCharacters.value);
    rule('usable name', !['', '.', '..'].includes(filename));
  }
  return [...new Set(broken)];
}

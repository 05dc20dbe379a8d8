import { headerFlags } from '../../../lib/import/headerFlags.ts';
import { mail, observedAt } from './material.ts';

const read = (headers: string, lineEnd = '\n') => {
  const flags = headerFlags(Buffer.from(mail('x', headers).replaceAll('\n', lineEnd)), observedAt);
  if (!flags) return null;
  const { isSeen, isAnswered, isFlagged, isDraft, keywords } = flags;
  return [isSeen && 'seen', isAnswered && 'answered', isFlagged && 'flagged', isDraft && 'draft', ...keywords].filter(
    Boolean,
  );
};

describe('headerFlags', () => {
  test.each<[string, string[]]>([
    ['Status: RO\n', ['seen']],
    ['Status: O\n', []],
    ['Status: RO\nX-Status: AFT\n', ['seen', 'answered', 'flagged', 'draft']],
    ['STATUS: R\n', ['seen']],
    ['X-Mozilla-Status: 0001\n', ['seen']],
    ['X-Mozilla-Status: 0006\nX-Mozilla-Keys: $label1 work   \n', ['answered', 'flagged', '$label1', 'work']],
    ['X-Keywords: Work $Junk  Work\n', ['Work', '$Junk']],
    ['X-Gmail-Labels: Inbox,Unread,Starred,"My, label"\n', ['flagged', 'Inbox', 'My, label']],
    ['X-Gmail-Labels: Archived,Opened,Tax 2024\n', ['seen', 'Archived', 'Tax 2024']],
    ['X-Gmail-Labels: =?UTF-8?Q?Bo=C3=AEte_de_r=C3=A9ception,Drafts?=\n', ['seen', 'draft', 'Boîte de réception']],
    ['X-Keywords: one\n two\n\tthree\nX-Other: four\n', ['one', 'two', 'three']],
  ])('reads %j', (headers, expected) => {
    expect(read(headers)).toEqual(expected);
    expect(read(headers, '\r\n')).toEqual(expected);
  });

  it('is null where a header has none of the fields', () => {
    expect(read('')).toBeNull();
    expect(read('Keywords: a\nX-Statuses: R\n')).toBeNull();
  });

  it('does not read the body', () => {
    expect(headerFlags(Buffer.from(mail('x', '', 'Status: RO\nX-Keywords: a\n')), observedAt)).toBeNull();
  });

  it('bounds what strangers may write', () => {
    const words = Array.from({ length: 5000 }, (_, i) => `${i}-${'x'.repeat(500)}`).join(' ');
    const keywords = headerFlags(Buffer.from(mail('x', `X-Keywords: ${words}\n`)), observedAt)?.keywords ?? [];
    expect(keywords).toHaveLength(100);
    expect(Math.max(...keywords.map(word => word.length))).toBe(100);
  });
});

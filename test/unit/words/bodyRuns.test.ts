import fc from 'fast-check';
import { bodyRuns } from '../../../lib/words/bodyRuns.ts';

/** The lines that are not the writer's own. */
const borrowed = (text: string): string[] =>
  bodyRuns(text)
    .filter(({ weight }) => weight < 1)
    .flatMap(run => run.text.split('\n'))
    .filter(line => line.trim() !== '');

describe('bodyRuns', () => {
  test('takes a plain text as its writer’s own', () => {
    const text = 'Hi,\n\nthe invoice - see below - is due.\n\n--\tno mark\nFrom: here to there\nDate of delivery\n';
    expect(bodyRuns(text)).toEqual([{ text, weight: 1 }]);
    expect(bodyRuns('')).toEqual([]);
  });

  test.each([
    ['quoted lines', 'yes\n> no\n>> no\n | no\nyes\n', ['> no', '>> no', ' | no']],
    ['a signature', 'yes\n-- \nno\n\nno\n', ['-- ', 'no', 'no']],
    ['a signature whose blank was lost', 'yes\n--\nno', ['--', 'no']],
    ['a signature of lines that end in CRLF', 'yes\r\n-- \r\nno\r\n', ['-- \r', 'no\r']],
    [
      'what Outlook quotes',
      'yes\n\nFrom: A <a@b.c>\nSent: Monday\nTo: B\n\nno\n',
      ['From: A <a@b.c>', 'Sent: Monday', 'To: B', 'no'],
    ],
    ['what a German Outlook quotes', 'yes\n\nVon: A\nGesendet: Montag\nno', ['Von: A', 'Gesendet: Montag', 'no']],
    ['what a Japanese Outlook quotes', 'yes\n\n差出人: A\n送信日時: 3月\nno', ['差出人: A', '送信日時: 3月', 'no']],
    [
      'what is sent on',
      'yes\n---------- Forwarded message ----------\nno\n',
      ['---------- Forwarded message ----------', 'no'],
    ],
    ['the original message', 'yes\n-----Original Message-----\nno\n', ['-----Original Message-----', 'no']],
    [
      'a footer of a list',
      'yes\n_______________________________________________\nDevel mailing list -- devel@example.org\nno\n',
      ['_______________________________________________', 'Devel mailing list -- devel@example.org', 'no'],
    ],
    ['what a telephone adds', 'yes\n\nSent from my iPhone\n\nyes', ['Sent from my iPhone']],
    [
      'what lawyers add',
      'yes\n\nThis e-mail and its attachments are confidential.\nno\n\nyes',
      ['This e-mail and its attachments are confidential.', 'no'],
    ],
    [
      'what lawyers add in German',
      'yes\n\nDiese E-Mail enthält vertrauliche Informationen.\nno\n\nyes',
      ['Diese E-Mail enthält vertrauliche Informationen.', 'no'],
    ],
    [
      'how to leave a list',
      'yes\n\nTo unsubscribe from this group, write to us.\n\nyes',
      ['To unsubscribe from this group, write to us.'],
    ],
    ['who wrote what is quoted', 'yes\n\nOn 3 May, Jane wrote:\n> no\nyes', ['On 3 May, Jane wrote:', '> no']],
    [
      'who wrote what is quoted, in two lines',
      'yes\n\nAm 3. Mai um 10:00 schrieb\nJane Doe <jane@example.com>:\n\n> no\nyes',
      ['Jane Doe <jane@example.com>:', '> no'],
    ],
  ])('tells %s', (_, text, expected) => {
    expect(borrowed(text)).toEqual(expected);
  });

  test('takes a line that only sounds like a footer, within a paragraph, as the writer’s own', () => {
    expect(borrowed('I wrote to them:\nThis e-mail is confidential.\n')).toEqual([]);
    expect(borrowed('The price is:\nten\n')).toEqual([]);
  });

  test('loses and adds nothing, and tells runs apart', () => {
    const line = fc.constantFrom(
      'text',
      '> quoted',
      '',
      '-- ',
      'From: a',
      'Sent: b',
      'To unsubscribe',
      '__________',
      'a:',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('', '\n'), (lines, end) => {
        const text = lines.join('\n') + end;
        const runs = bodyRuns(text);
        expect(runs.map(run => run.text).join('')).toBe(text);
        for (const [i, run] of runs.entries()) {
          expect(run.text).not.toBe('');
          expect(run.weight).not.toBe(runs[i + 1]?.weight);
        }
      }),
    );
  });
});

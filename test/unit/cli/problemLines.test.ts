import { problemLines } from '../../../lib/cli/problemLines.ts';

test('names each source with its cause', () => {
  const problems = [
    { origin: 'a.eml', message: 'is not there' },
    { origin: 'b\u{1b}.eml', message: 'is no mail' },
  ];
  expect(problemLines(problems, 2)).toEqual(['mailglob: a.eml: is not there', 'mailglob: b\u{fffd}.eml: is no mail']);
});

test('names ten of a cause and counts the rest, those that nobody kept too', () => {
  const problems = Array.from({ length: 25 }, (_, i) => ({ origin: `${i}.eml`, message: 'is no mail' }));
  const lines = problemLines(problems, 1000);
  expect(lines).toHaveLength(12);
  expect(lines.slice(-2)).toEqual(['mailglob: 15 more like these: is no mail', 'mailglob: and 975 further problems']);
});

test('says nothing where nothing failed', () => {
  expect(problemLines([], 0)).toEqual([]);
});

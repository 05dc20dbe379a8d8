import { judgeAudit } from '../../../infra/audit.ts';

const report = (vulnerabilities: object) => JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: {} } });

it.each([
  ['no flaw', report({}), true, 'no known flaw'],
  ['a flaw', report({ x: { severity: 'low', range: '<1.0.1' } }), false, 'low: x <1.0.1'],
  ['a registry without advisories', '{"statusCode":405,"message":"Method Not Allowed"}', true, 'nothing was audited'],
  ['a registry that fails', '{"statusCode":500}', false, 'npm audit failed'],
  ['an error of npm', '{"error":{"code":"ENOLOCK"}}', false, 'npm audit failed'],
  ['nothing', '', false, 'nothing that can be read'],
])('%s', (_, printed, ok, line) => {
  expect(judgeAudit(printed)).toEqual({ ok, lines: [expect.stringContaining(line)] });
});

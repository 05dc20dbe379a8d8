// Asks the registry for known flaws of every package in package-lock.json. Fails where there is one, whatever its
// weight. A registry that tells of none, as some mirrors do not, is said to be that: nothing is claimed then.

import { execFile } from 'node:child_process';

interface Report {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
  readonly statusCode?: number;
}

export interface Verdict {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/** What `npm audit --json` printed comes to. */
export function judgeAudit(printed: string): Verdict {
  let report: Report;
  try {
    report = JSON.parse(printed) as Report;
  } catch {
    return { ok: false, lines: ['npm audit said nothing that can be read'] };
  }
  const { metadata, vulnerabilities = {} } = report;
  if (metadata?.vulnerabilities === undefined) {
    const isUntold = [404, 405, 501].includes(report.statusCode ?? 0);
    const said = isUntold ? 'the registry in use tells of no advisories: nothing was audited' : 'npm audit failed';
    return { ok: isUntold, lines: [said] };
  }
  const flaws = Object.entries(vulnerabilities).map(([name, { severity, range }]) => `${severity}: ${name} ${range}`);
  return { ok: flaws.length === 0, lines: flaws.length === 0 ? ['no known flaw in any package'] : flaws };
}

if (import.meta.main) {
  execFile('npm', ['audit', '--json'], { maxBuffer: 64 * 1024 * 1024 }, (_, printed) => {
    const { ok, lines } = judgeAudit(printed);
    console.log(lines.join('\n'));
    process.exitCode = ok ? 0 : 1;
  });
}

// Sums what the steps of .ci/run left in a directory: Jest's JSON reports and the commands that failed.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory] = process.argv.slice(2);
const reports = readdirSync(directory)
  .filter(name => name.endsWith('.json'))
  .map(name => JSON.parse(readFileSync(join(directory, name), 'utf8')));

const failures = [];
let passed = 0;
for (const report of reports) {
  passed += report.numPassedTests;
  for (const { name, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName } of failed) failures.push(`${name}: ${fullName}`);
    // A file that could not run at all has no failed test to name.
    if (failed.length === 0 && assertionResults.length === 0 && message !== '') failures.push(`${name}: did not run`);
  }
}

const stepsFile = join(directory, 'failed-steps');
const steps = existsSync(stepsFile) ? readFileSync(stepsFile, 'utf8').trim().split('\n') : [];
// A test run that failed by its tests is already counted by them.
const counted =
  failures.length > 0 ? steps.filter(step => !step.startsWith('npm test') && !step.includes('test:')) : steps;
failures.push(...counted);

if (failures.length > 0) console.log(`\nFailed:\n${failures.map(failure => `  ${failure}`).join('\n')}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

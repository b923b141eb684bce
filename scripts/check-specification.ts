/**
 * Verifies docs/specification-coverage.md against the tests of a run and, if available, the
 * specification itself. `--reports <folder>` names vitest's JSON reports; default: those of the
 * last complete run. `--strict` also fails on clauses that are not held yet; `--marks` prints the
 * marks.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  issuesOf,
  marksOf,
  type Outcome,
  readCoverage,
  type Status,
  unitsOf,
} from './specification-coverage.ts';

const root = join(import.meta.dirname, '..');
const options = process.argv.slice(2);
const named = options.indexOf('--reports');
const reports = named >= 0 ? (options[named + 1] ?? '') : join(root, 'dist', 'test-reports');

type Report = {
  testResults: {
    assertionResults: { title: string; fullName: string; status: string }[];
  }[];
};

function readOutcomes(): Outcome[] | null {
  const files = existsSync(reports)
    ? readdirSync(reports).filter((name) => name.endsWith('.json'))
    : [];
  if (files.length === 0) return null;
  return files.flatMap((name) =>
    (JSON.parse(readFileSync(join(reports, name), 'utf8')) as Report).testResults.flatMap((file) =>
      file.assertionResults.map(({ title, fullName, status }) => ({
        title,
        fullName,
        passed: status === 'passed',
        skipped: status !== 'passed' && status !== 'failed',
      })),
    ),
  );
}

const page = readFileSync(join(root, 'docs', 'specification-coverage.md'), 'utf8');
const specification = join(root, '..', 'shared', 'SPECIFICATION.md');
const units = existsSync(specification) ? unitsOf(readFileSync(specification, 'utf8')) : null;
if (options.includes('--marks') && units) {
  console.log(marksOf(units));
  process.exit(0);
}
const outcomes = readOutcomes();
const issues = issuesOf(page, units, outcomes);
const { clauses } = readCoverage(page);
const count = (status: Status) => clauses.filter((clause) => clause.status === status).length;

for (const issue of issues) console.log(issue);
for (const clause of clauses.filter(({ status }) => status === 'not held yet')) {
  console.log(`not held yet: ${clause.id} ${clause.says}`);
}
if (outcomes === null) {
  console.log('No test reports found: results of the named tests were not checked.');
}
console.log(
  `Specification: ${clauses.length} clauses, ${count('held')} held, ${count('departure')} departures held, ` +
    `${count('tells')} that demand nothing, ${count('not held yet')} not held yet; ${issues.length} issues`,
);
const open = options.includes('--strict') ? count('not held yet') : 0;
process.exit(issues.length + open > 0 ? 1 : 0);

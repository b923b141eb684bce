/** Compares docs/specification-coverage.md with the specification and the test results. */
import { createHash } from 'node:crypto';

export type Status = 'held' | 'departure' | 'tells' | 'not held yet';
export type Clause = { id: string; says: string; status: string; tests: string[] };
/** Bullet, table row or paragraph of the specification, numbered by its position in its section. */
export type Unit = { id: string; text: string; mark: string };
export type Outcome = { title: string; fullName: string; passed: boolean; skipped: boolean };

const STATUSES: readonly string[] = ['held', 'departure', 'tells', 'not held yet'];
const UNITS_LINE = /^<!-- marks (\d+): (.*) -->$/;

const markOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6);

/** Returns the specification's units in order, without headings, header rows and bold lines. */
export function unitsOf(specification: string): Unit[] {
  const units: Unit[] = [];
  const lines = specification.split('\n');
  let section = 0;
  let paragraph: string[] = [];
  const add = (text: string) => {
    if (section === 0 || text.startsWith('**')) return;
    const place = units.filter((unit) => unit.id.startsWith(`${section}.`)).length + 1;
    units.push({ id: `${section}.${place}`, text, mark: markOf(text) });
  };
  const flush = () => {
    if (paragraph.length > 0) add(paragraph.join(' '));
    paragraph = [];
  };
  for (const [i, line] of lines.entries()) {
    const ruler = /^\|[-| :]+\|$/;
    if (line.startsWith('#') || line.trim() === '' || /^[|-]/.test(line)) flush();
    if (line.startsWith('#')) section = Number(/^## (\d+)\./.exec(line)?.[1] ?? section);
    else if (line.startsWith('- ')) add(line.slice(2));
    else if (line.startsWith('|')) {
      if (!ruler.test(line) && !ruler.test(lines[i + 1] ?? '')) add(line);
    } else if (line.trim() !== '') paragraph.push(line);
  }
  flush();
  return units;
}

/** Reads the clauses of the coverage page, and the marks of the units it was written against. */
export function readCoverage(page: string): { clauses: Clause[]; marks: Map<string, string> } {
  const clauses: Clause[] = [];
  const marks = new Map<string, string>();
  for (const line of page.split('\n')) {
    const noted = UNITS_LINE.exec(line);
    noted?.[2]?.split(' ').forEach((mark, i) => {
      marks.set(`${noted[1]}.${i + 1}`, mark);
    });
    if (!/^\| \d/.test(line)) continue;
    const [id = '', says = '', status = '', tests = ''] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    clauses.push({ id, says, status, tests: [...tests.matchAll(/`([^`]+)`/g)].map((m) => m[1]!) });
  }
  return { clauses, marks };
}

/** Returns tests by title or full name; a name ending in … matches all that begin with it. */
export function testsNamed(name: string, outcomes: readonly Outcome[]): Outcome[] {
  const begins = name.endsWith('…') ? name.slice(0, -1) : null;
  return outcomes.filter(({ title, fullName }) =>
    begins === null
      ? title === name || fullName === name
      : title.startsWith(begins) || fullName.startsWith(begins),
  );
}

/** Returns the page's problems as sentences. `units` and `outcomes` are null if unavailable. */
export function issuesOf(
  page: string,
  units: readonly Unit[] | null,
  outcomes: readonly Outcome[] | null,
): string[] {
  const { clauses, marks } = readCoverage(page);
  const issues: string[] = [];
  const seen = new Set<string>();
  for (const { id, says, status, tests } of clauses) {
    if (seen.has(id)) issues.push(`${id} is listed twice`);
    seen.add(id);
    if (!/^\d+\.\d+[a-z]?$/.test(id)) issues.push(`${id} is not a clause number`);
    if (says === '') issues.push(`${id} has no text`);
    if (!STATUSES.includes(status)) {
      issues.push(`${id} has no valid status: '${status}' is not one of ${STATUSES.join(', ')}`);
    }
    if ((status === 'held' || status === 'departure') && tests.length === 0) {
      issues.push(`${id} names no test`);
    }
    if (outcomes === null) continue;
    for (const name of tests) {
      const matches = testsNamed(name, outcomes);
      if (matches.length === 0) issues.push(`${id}: no test of this run is called '${name}'`);
      else if (matches.some((one) => !one.passed && !one.skipped)) {
        issues.push(`${id}: '${name}' failed`);
      } else if (!matches.some((one) => one.passed)) issues.push(`${id}: '${name}' was skipped`);
    }
  }
  const named = new Set(clauses.map(({ id }) => id.replace(/[a-z]$/, '')));
  for (const unit of units ?? []) {
    if (!named.has(unit.id)) issues.push(`${unit.id} has no clause: ${unit.text.slice(0, 80)}`);
    if (marks.get(unit.id) !== unit.mark) {
      issues.push(`${unit.id} has changed: ${unit.text.slice(0, 80)}`);
    }
  }
  if (units) {
    const ids = new Set(units.map(({ id }) => id));
    for (const id of new Set([...named, ...marks.keys()])) {
      if (!ids.has(id)) issues.push(`${id} is not in the specification`);
    }
  }
  return issues;
}

/** Returns the lines of marks for a specification, to append to the page. */
export function marksOf(units: readonly Unit[]): string {
  const sections = [...new Set(units.map(({ id }) => id.split('.')[0]!))];
  return sections
    .map((section) => {
      const own = units.filter(({ id }) => id.startsWith(`${section}.`));
      return `<!-- marks ${section}: ${own.map(({ mark }) => mark).join(' ')} -->`;
    })
    .join('\n');
}

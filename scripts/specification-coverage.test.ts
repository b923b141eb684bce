import { expect, test } from 'vitest';
import { issuesOf, marksOf, unitsOf } from './specification-coverage.ts';

const SPECIFICATION = `# A thing

Stated before the first section.

## 1. What

A paragraph
of two lines.

- a bullet
- another

## 2. Pages

| Route | Access |
|---|---|
| / | public |

**Only a heading**

### Under

- the last
`;
const units = unitsOf(SPECIFICATION);
const page = (rows: string) =>
  `| clause | says | status | tests |\n|---|---|---|---|\n${rows}\n\n${marksOf(units)}\n`;
const GOOD = [
  '| 1.1 | Tells what | tells | |',
  '| 1.2 | One | held | `a test` |',
  '| 1.3a | Half | held | `group a test`; `many…` |',
  '| 1.3b | Other half | departure | `a test` |',
  '| 2.1 | Page | held | `a test` |',
  '| 2.2 | Last | not held yet | |',
];
const ran = (title: string, passed = true, skipped = false) => ({
  title,
  fullName: `group ${title}`,
  passed,
  skipped,
});
const RUN = [ran('a test'), ran('many one'), ran('many two')];

test('bullets, rows and paragraphs are numbered by section', () => {
  expect(units.map(({ id, text }) => `${id} ${text}`)).toEqual([
    '1.1 A paragraph of two lines.',
    '1.2 a bullet',
    '1.3 another',
    '2.1 | / | public |',
    '2.2 the last',
  ]);
});

test('a page that names everything has no issue', () => {
  expect(issuesOf(page(GOOD.join('\n')), units, RUN)).toEqual([]);
});

const without = (id: string) => GOOD.filter((row) => !row.startsWith(`| ${id} `));
test.each([
  ['a unit that no clause names', without('2.1'), RUN, '2.1 has no clause: | / | public |'],
  ['a clause twice', [...GOOD, GOOD[1]!], RUN, '1.2 is listed twice'],
  [
    'a clause of nothing',
    [...GOOD, '| 3.1 | x | tells | |'],
    RUN,
    '3.1 is not in the specification',
  ],
  ['no status', [...without('2.1'), '| 2.1 | Page | | `a test` |'], RUN, '2.1 has no valid status'],
  ['held by nothing', [...without('2.1'), '| 2.1 | Page | held | |'], RUN, '2.1 names no test'],
  ['a test that is not there', GOOD, RUN.slice(1), "1.2: no test of this run is called 'a test'"],
  ['a test that failed', GOOD, [...RUN, ran('a test', false)], "1.2: 'a test' failed"],
  ['a test that was skipped', GOOD, [ran('a test', false, true), ...RUN.slice(1)], 'skipped'],
  ['one of many failed', GOOD, [...RUN, ran('many three', false)], "1.3a: 'many…' failed"],
])('found: %s', (_what, rows, outcomes, issue) => {
  const issues = issuesOf(page(rows.join('\n')), units, outcomes);
  expect(issues.join('\n')).toContain(issue);
});

test('a unit that was reworded is found by its mark', () => {
  const reworded = unitsOf(SPECIFICATION.replace('a bullet', 'a bullet, changed'));
  expect(issuesOf(page(GOOD.join('\n')), reworded, RUN)).toEqual([
    '1.2 has changed: a bullet, changed',
  ]);
});

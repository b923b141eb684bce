import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PURPOSES, SECOND_CHAIN } from './random-purposes.ts';

/** More columns than a table can have; a column's place is added to the purpose. */
const COLUMNS = 0x8000;
const OF_COLUMNS = [
  'rareValue',
  'column',
  'historyColumn',
  'entityColumn',
  'siblingColumn',
  'siblingRareValue',
  'person',
  'personalValue',
];
const OF_TREES = ['codes', 'entityCodes', 'streams'];

const streamsOf = (name: string): number =>
  OF_TREES.includes(name) ? SECOND_CHAIN + COLUMNS : OF_COLUMNS.includes(name) ? COLUMNS : 1;

test('no two purposes share a stream, for any column', () => {
  const ranges = Object.entries(PURPOSES)
    .map(([name, first]) => ({ name, first, end: first + streamsOf(name) }))
    .sort((a, b) => a.first - b.first);
  expect(ranges).toHaveLength(40);
  for (const [i, { name, first }] of ranges.entries())
    if (i > 0) expect(first, name).toBeGreaterThanOrEqual(ranges[i - 1]!.end);
});

test('streams take their purpose from the list, with a column where the list leaves room', () => {
  const files = globSync('src/engines/synthesize/**/*.ts').filter(
    (file) => !/\.(?:test|fixture)\./.test(file),
  );
  const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const used = [...sources.matchAll(/\bPURPOSES\.(\w+)( \+ \w+)?/g)];
  expect([...new Set(used.map(([, name]) => name))].sort()).toEqual(Object.keys(PURPOSES).sort());
  const added = used.filter(([, , place]) => place !== undefined).map(([, name]) => name);
  expect([...new Set(added)].sort()).toEqual([...OF_COLUMNS].sort());
  const purposes = [...sources.matchAll(/streamFor\([^;]*?, ([\w.]+)(?: \+ \w+)?\)/g)];
  const unlisted = purposes
    .map(([, last]) => last!)
    .filter((last) => !last.startsWith('PURPOSES.'));
  expect([...new Set(unlisted)]).toEqual(['purpose']);
});

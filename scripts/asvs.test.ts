import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

type Item = { id: string; level: 1 | 2 } & (
  | { state: 'tested'; tests: string[] }
  | { state: 'open' | 'not applicable'; reason: string }
);
const { items } = JSON.parse(
  readFileSync(join(root, 'docs', 'operations', 'asvs.json'), 'utf8'),
) as { items: Item[] };

/** Requirements of levels 1 and 2 by section, as ASVS 5.0.0 lists them; those of level 3 are left out. */
const SECTIONS: Record<string, string> = {
  'V6.1': '1 2 3',
  'V6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  'V6.3': '1 2 3 4',
  'V6.4': '1 2 3 4',
  'V6.5': '1 2 3 4 5',
  'V6.6': '1 2 3',
  'V6.8': '1 2 3 4',
  'V7.1': '1 2 3',
  'V7.2': '1 2 3 4',
  'V7.3': '1 2',
  'V7.4': '1 2 3 4 5',
  'V7.5': '1 2',
  'V7.6': '1 2',
  'V9.1': '1 2 3',
  'V9.2': '1 2 3 4',
  'V10.1': '1 2',
  'V10.2': '1 2',
  'V10.3': '1 2 3 4',
  'V10.4': '1 2 3 4 5 6 7 8 9 10 11',
  'V10.5': '1 2 3 4 5',
  'V10.6': '1 2',
  'V10.7': '1 2 3',
};

test('the list names each requirement of its chapters once', () => {
  const expected = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
    numbers.split(' ').map((number) => `${section}.${number}`),
  );
  expect(items.map(({ id }) => id)).toEqual(expected);
});

/** All tests, as text: a title may move between files, and not vanish. */
const tests = ['src/**/*.test.ts', 'test/**/*.test.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

test.each(items)('$id has tests that exist, or a reason', (item) => {
  if (item.state !== 'tested') return expect(item.reason.length).toBeGreaterThan(20);
  expect(item.tests.length).toBeGreaterThan(0);
  expect(item.tests.filter((title) => !tests.includes(`('${title}'`))).toEqual([]);
});

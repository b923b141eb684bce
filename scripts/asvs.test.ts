import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

type Item = { id: string; level: 1 | 2 } & (
  | { state: 'tested'; tests: string[] }
  | { state: 'documented'; documents: string[] }
  | { state: 'not met' | 'operator' | 'not applicable'; reason: string }
);
const { items } = JSON.parse(
  readFileSync(join(root, 'docs', 'operations', 'asvs.json'), 'utf8'),
) as { items: Item[] };

/** Requirements of levels 1 and 2 by section in ASVS 5.0.0; those of level 3 are omitted. */
const SECTIONS: Record<string, string> = {
  'V1.1': '1 2',
  'V1.2': '1 2 3 4 5 6 7 8 9',
  'V1.3': '1 2 3 4 5 6 7 8 9 10 11',
  'V1.4': '1 2 3',
  'V1.5': '1 2',
  'V2.1': '1 2 3',
  'V2.2': '1 2 3',
  'V2.3': '1 2 3 4',
  'V2.4': '1',
  'V3.2': '1 2',
  'V3.3': '1 2 3 4',
  'V3.4': '1 2 3 4 5 6',
  'V3.5': '1 2 3 4 5',
  'V3.7': '1 2',
  'V4.1': '1 2 3',
  'V4.2': '1',
  'V4.3': '1 2',
  'V4.4': '1 2 3 4',
  'V5.1': '1',
  'V5.2': '1 2 3',
  'V5.3': '1 2',
  'V5.4': '1 2 3',
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
  'V8.1': '1 2',
  'V8.2': '1 2 3',
  'V8.3': '1',
  'V8.4': '1',
  'V9.1': '1 2 3',
  'V9.2': '1 2 3 4',
  'V10.1': '1 2',
  'V10.2': '1 2',
  'V10.3': '1 2 3 4',
  'V10.4': '1 2 3 4 5 6 7 8 9 10 11',
  'V10.5': '1 2 3 4 5',
  'V10.6': '1 2',
  'V10.7': '1 2 3',
  'V11.1': '1 2',
  'V11.2': '1 2 3',
  'V11.3': '1 2 3',
  'V11.4': '1 2 3 4',
  'V11.5': '1',
  'V11.6': '1',
  'V12.1': '1 2 3',
  'V12.2': '1 2',
  'V12.3': '1 2 3 4',
  'V13.1': '1',
  'V13.2': '1 2 3 4 5',
  'V13.3': '1 2',
  'V13.4': '1 2 3 4 5',
  'V14.1': '1 2',
  'V14.2': '1 2 3 4',
  'V14.3': '1 2 3',
  'V15.1': '1 2 3',
  'V15.2': '1 2 3',
  'V15.3': '1 2 3 4 5 6 7',
  'V16.1': '1',
  'V16.2': '1 2 3 4 5',
  'V16.3': '1 2 3 4',
  'V16.4': '1 2 3',
  'V16.5': '1 2 3',
};

test('the list names each requirement of its chapters once', () => {
  const expected = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
    numbers.split(' ').map((number) => `${section}.${number}`),
  );
  expect(items.map(({ id }) => id)).toEqual(expected);
});

/**
 * Text of all tests: a title may move between files, but not vanish. Files that share a sandbox hold
 * tests without being test files.
 */
const tests = ['src/**/*.test.ts', 'test/**/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
  .replaceAll(/\(\s+'/g, "('");

/** Returns true if 'docs/page.md#Heading' names an existing section with content. */
function isWritten(place: string): boolean {
  const [file, heading] = place.split('#') as [string, string];
  if (!existsSync(join(root, file))) return false;
  const [, section = ''] = readFileSync(join(root, file), 'utf8').split(`\n## ${heading}\n`);
  return section.split('\n## ')[0]!.trim().length > 80;
}

test.each(items)('$id has tests that exist, a section that is written, or a reason', (item) => {
  switch (item.state) {
    case 'tested':
      expect(item.tests.length).toBeGreaterThan(0);
      return expect(item.tests.filter((title) => !tests.includes(`('${title}'`))).toEqual([]);
    case 'documented':
      expect(item.documents.length).toBeGreaterThan(0);
      return expect(item.documents.filter((place) => !isWritten(place))).toEqual([]);
    case 'not met':
    case 'operator':
    case 'not applicable':
      return expect(item.reason.length).toBeGreaterThan(20);
    default:
      // Open items are not allowed in a delivery.
      return expect.unreachable(`${JSON.stringify(item)} has no state that counts`);
  }
});

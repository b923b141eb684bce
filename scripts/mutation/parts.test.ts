import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cutByLines, partsOf } from './parts.ts';

const file = (path: string, lines: number) => ({ path, lines });

test('files are cut into parts of at most so many lines, and a longer one stands alone', () => {
  const files = [file('a', 300), file('b', 200), file('c', 1), file('d', 900), file('e', 500)];
  expect(cutByLines(files, 500)).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
  expect(cutByLines([], 500)).toEqual([]);
});

test('the parts of a folder are its sources, each once, without tests and fixtures', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
  const files = partsOf(root, 'product/ingestion').flat();
  expect(files).toContain('src/product/ingestion/tables/column-stems.ts');
  expect(files.filter((path) => /test|fixture/.test(path))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const namesIn = (folder: string) =>
  readdirSync(new URL(`../../../migrations/${folder}`, import.meta.url)).filter((name) =>
    name.endsWith('.sql'),
  );
const repeated = (numbers: string[]) =>
  numbers.filter((number, i) => numbers.indexOf(number) !== i);

test('files that are applied again are numbered in the order in which they run', () => {
  const numbers = namesIn('repeatable').map((name) => name.slice(0, 2));
  expect(repeated(numbers)).toEqual([]);
  expect(numbers.length).toBeGreaterThan(30);
});

test('files that run once have numbers of their own; databases record the two named 0085', () => {
  expect(repeated(namesIn('').map((name) => name.slice(0, 4)))).toEqual(['0085']);
});

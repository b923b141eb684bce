import { expect, it } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { codesByCuts } from './codes-by-cuts.ts';

const stream = streamFor(1n, 0, 0);
const MISSING = 99;

it.each([0, 1, 9, 15, 16, 62])('counts the cuts of %i that are not above a value', (size) => {
  const cuts = Float64Array.from({ length: size }, () => stream.below(100) - 50).sort();
  const values = Float64Array.from({ length: 2000 }, () => stream.below(240) / 2 - 60);
  const ends = [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, -0, 0, ...cuts];
  const all = Float64Array.from([...values, ...ends]);
  const expected = Array.from(all, (value) =>
    Number.isNaN(value) ? MISSING : cuts.filter((cut) => cut <= value).length,
  );
  expect(Array.from(codesByCuts(all, cuts, MISSING))).toEqual(expected);
});

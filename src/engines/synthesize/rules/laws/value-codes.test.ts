import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { sortPlaces } from './sort-places.ts';
import { countDistinct, sortRows, valueCodes } from './value-codes.ts';

/** Returns values of which `kinds` are different, and a few missing. */
function valuesOf(rows: number, kinds: number): Float64Array {
  const stream = streamFor(5n, rows, kinds);
  return Float64Array.from({ length: rows }, () =>
    stream.below(20) === 0 ? Number.NaN : (stream.below(kinds) - 2) / 100,
  );
}

const cases = [0, 1, 12, 13, 25, 300].flatMap((rows) => [3, 50, 1e6].map((kinds) => [rows, kinds]));

test.each(cases)('%i rows of %i values are in order, and equal ones as before', (rows, kinds) => {
  const values = valuesOf(rows!, kinds!);
  const some = Uint32Array.from(values.keys()).filter((row) => row % 3 > 0);
  const expected = [...some]
    .filter((row) => !Number.isNaN(values[row]!))
    .sort((a, b) => values[a]! - values[b]!);
  expect([...sortPlaces(some, values).places]).toEqual(expected);
  expect([...sortRows(some, values)]).toEqual(expected);
});

test.each(cases)('%i rows of %i values have the codes of their values', (rows, kinds) => {
  const values = valuesOf(rows!, kinds!);
  const { codes, keys } = valueCodes(values);
  expect(Float64Array.from(codes, (code) => keys[code]!)).toEqual(values);
  expect(new Set(keys).size).toBe(keys.length);
  const present = values.filter((value) => !Number.isNaN(value));
  expect(countDistinct(values)).toBe(Math.min(100, new Set(present).size));
});

import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fewerValuesOf, fit, foreseeFewerValues, modelFromBytes, modelToBytes } from '../index.ts';

const LETTERS = [...'абвгдежзиклмнопрстуфхцчшщэюя'];

test('columns of which few words or parts are shared are noted by the fit, and foreseen', () => {
  const stream = streamFor(4n, 0, 0);
  const word = () => Array.from({ length: 9 }, () => LETTERS[stream.below(28)]!).join('');
  const stores = Array.from({ length: 400 }, word);
  const rows = Array.from({ length: 2000 }, (_, row) => [
    stores[row < 1200 ? row % 40 : 40 + (row % 360)]!,
    ['north', 'south', 'west'][stream.below(3)]!,
    String(stream.below(500)),
  ]);
  const table = parseColumns(
    ['store', 'region', 'sold'],
    [0, 1, 2].map((c) => rows.map((row) => row[c]!)),
  );
  const roles = { store: 'feature' } as const;
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n, roles })));
  const found = fewerValuesOf(model.columns);
  expect(found.map(({ column, file }) => [column, file])).toEqual([['store', 400]]);
  expect(found[0]!.drawn).toBeGreaterThanOrEqual(40);
  expect(found[0]!.drawn).toBeLessThan(320);
  const held = { entity: null, threshold: 5 };
  expect(foreseeFewerValues(table, [true, true, true], held)).toEqual(found);
});

import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';

const STARTS = ['Nor', 'Wes', 'Al', 'Ober', 'Kirch', 'Lang', 'Stein', 'Wald', 'Brun', 'Hoch'];
const ENDS = [
  'burg',
  'dorf',
  'heim',
  'feld',
  'bach',
  'stadt',
  'hausen',
  'tal',
  'berg',
  'au',
  'see',
];
const names = ['zip', 'city', 'amount'];

const citiesOfZip = (zips: readonly string[], cities: readonly string[]) => {
  const groups = Map.groupBy(zips.keys(), (row) => zips[row]!);
  const counts = Array.from(
    groups.values(),
    (rows) => new Set(rows.map((row) => cities[row])).size,
  );
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
};

test('a postal code has about as many cities as in the file, in which few share one', () => {
  const rows = Array.from({ length: 3000 }, (_, i) => {
    const random = streamFor(6n, i, 1);
    const city = Math.floor(110 * random.float() ** 2);
    // Neighbors share a code in one of 25 rows.
    const at = random.below(25) === 0 ? city + 1 : city;
    const name = STARTS[city % 10]! + ENDS[Math.floor(city / 10)]!;
    return [String(20_100 + 9 * at + random.below(3)), name, String(random.below(5000))];
  });
  const table = parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  expect(model.mostly).toMatchObject([{ column: 1, of: 0 }]);
  const [zips, cities] = formatTable(sample(model, { rows: 3000, seed: 2n })).textColumns as [
    string[],
    string[],
  ];
  const [ownZips, ownCities] = [0, 1].map((c) => rows.map((row) => row[c]!)) as [
    string[],
    string[],
  ];
  expect(citiesOfZip(zips, cities)).toBeLessThan(citiesOfZip(ownZips, ownCities) + 0.1);
  expect(new Set(cities).size).toBeGreaterThan(0.8 * new Set(ownCities).size);
  const { mostly: _, ...without } = model;
  const before = formatTable(sample(without, { rows: 3000, seed: 2n })).textColumns as string[][];
  expect(citiesOfZip(before[0]!, before[1]!)).toBeGreaterThan(citiesOfZip(zips, cities) + 0.2);
});

import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import { fit, ruleSentences, sample } from '../../index.ts';
import { datesAt, stepAfter } from './formula.ts';

const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

test('dates weeks and years after another, as many as a column counts, are found and drawn', () => {
  const stream = streamFor(91n, 0, 0);
  const rows = Array.from({ length: 900 }, () => {
    const [day, years, weeks] = [
      14_000 + stream.below(5000),
      5 + stream.below(25),
      1 + stream.below(9),
    ];
    const matures = stepAfter(day * 86_400_000, 'years', years) / 86_400_000;
    return [iso(day), String(years), iso(matures), String(weeks), iso(day + 7 * weeks)];
  });
  const names = ['issued', 'term', 'matures', 'wait', 'begins'];
  const table = parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, table.columns)).toEqual(
    expect.arrayContaining([
      'matures is term years after issued',
      'begins is wait weeks after issued',
    ]),
  );
  const drawn = sample(model, { rows: 500, seed: 2n });
  const [issued, matures, begins] = [0, 2, 4].map((place) => datesAt(drawn, place));
  const [term, wait] = [1, 3].map((place) => {
    const column = drawn.columns[place]!;
    if (column.kind !== 'number') throw new Error('expected numbers');
    return column.values;
  });
  for (let row = 0; row < drawn.rows; row++) {
    expect(matures![row]).toBe(stepAfter(issued![row]!, 'years', term![row]!));
    expect(begins![row]).toBe(stepAfter(issued![row]!, 'weeks', wait![row]!));
  }
});

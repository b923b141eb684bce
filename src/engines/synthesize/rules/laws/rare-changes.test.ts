import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import { fit, ruleSentences } from '../../index.ts';

/** Treatments, of which few are given more than once. */
function treatments() {
  const stream = streamFor(51n, 0, 0);
  const rows = Array.from({ length: 1200 }, () => {
    const units = stream.below(15) > 0 ? 1 : 2 + stream.below(2);
    const price = 2000 + stream.below(30_000);
    const paid = Math.floor((price * units * (50 + stream.below(50))) / 100);
    return [String(units), price, price * units, paid].map((own, i) =>
      i === 0 ? String(own) : (Number(own) / 100).toFixed(2),
    );
  });
  const names = ['units', 'price', 'billed', 'paid'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test('a product is found although one factor is nearly always 1', () => {
  const table = treatments();
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, table.columns)).toContain('billed = units × price');
});

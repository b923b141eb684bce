import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, sample } from '../index.ts';
import { numbersOf } from '../rules/laws/amount-law.ts';

const cents = (value: number) => (value / 100).toFixed(2);

/** Bills in which a row has either a discount or a surcharge, which its total adds up. */
function bills(surchargeOf: (draw: number) => number) {
  const stream = streamFor(37n, 0, 0);
  const rows = Array.from({ length: 1500 }, () => {
    const base = 10_000 + stream.below(90_000);
    const isReduced = stream.below(2) === 0;
    const discount = isReduced ? 100 + stream.below(3000) : 0;
    const surcharge = isReduced ? 0 : surchargeOf(stream.below(5000));
    return [base, discount, surcharge, base - discount + surcharge].map(cents);
  });
  const names = ['base', 'discount', 'surcharge', 'total'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test('amounts that a total adds up are no debits and credits', () => {
  const model = fit(
    bills((draw) => 100 + draw),
    { mode: 'balanced', seed: 1n },
  );
  expect(model.sides).toBeUndefined();
  const { columns } = sample(model, { rows: 800, seed: 2n });
  const [base, discount, surcharge, total] = columns.map((column) => numbersOf(column));
  total!.forEach((value, row) => {
    expect(base![row]! - discount![row]! + surcharge![row]!).toBeCloseTo(value, 2);
    expect(Math.min(discount![row]!, surcharge![row]!)).toBe(0);
  });
});

test('nor is a fee of one amount', () => {
  const model = fit(
    bills(() => 2900),
    { mode: 'balanced', seed: 1n },
  );
  expect(model.sides).toBeUndefined();
});

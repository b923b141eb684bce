import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { DAY } from '../../table/datetime-form.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { DatetimeColumn, Table } from '../../table/table.ts';
import { fit, modelFromBytes, modelToBytes, ruleSentences, sample } from '../index.ts';

const iso = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** Letters of credit, settled some days after their expiry; each applicant has one margin. */
function letters(): Table {
  const stream = streamFor(91n, 0, 0);
  const rows = Array.from({ length: 1500 }, () => {
    const applicant = stream.below(500);
    const issued = 18_600 + stream.below(1400);
    const shipped = issued + [30, 60, 120][stream.below(3)]!;
    const amount = 1000 * (5 + stream.below(900));
    const margin = [0, 10, 25, 100][applicant % 4]!;
    return [
      `AP${30_000 + 11 * applicant}`,
      iso(issued),
      iso(shipped),
      iso(shipped + 21 + 5 + stream.below(15)),
      String(amount),
      String(margin),
      ((amount * margin) / 100).toFixed(2),
    ];
  });
  const names = ['applicant_no', 'issued', 'shipped', 'settled', 'amount', 'margin_pct', 'margin'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

const table = letters();
const model = fit(table, { mode: 'balanced', seed: 1n });
const drawn = sample(modelFromBytes(modelToBytes(model)), { rows: table.rows, seed: 2n });

test('dates of independent rows keep to the days after the nearest earlier one', () => {
  expect(model.lags?.map(({ column, from }) => [column, from])).toEqual([
    [2, 1],
    [3, 2],
  ]);
  const [shipped, settled] = [2, 3].map((c) => (drawn.columns[c] as DatetimeColumn).values);
  const days = settled!.map((moment, row) => (moment - shipped![row]!) / DAY).sort();
  // Settled by the last day of the file, at worst sooner.
  expect(days[8]).toBeGreaterThanOrEqual(26);
  expect(days.at(-1)).toBeLessThanOrEqual(40);
  expect(Math.abs(days[750]! - 33)).toBeLessThanOrEqual(1);
});

test('a formula reads what each applicant has one of', () => {
  expect(ruleSentences(model, table.columns)).toContain('margin = amount × margin_pct / 100');
});

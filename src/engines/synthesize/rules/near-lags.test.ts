import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import { fit, modelFromBytes, modelToBytes, ruleSentences, sample } from '../index.ts';
import { isNearDay } from './date-lags.ts';

const DAY = 86_400_000;
const FIRST = 18_993;
const LAST = FIRST + 1095;
const iso = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** Bills of 80 customers over three years, paid days before or weeks after they are due. */
function bills(): Table {
  const stream = streamFor(71n, 0, 0);
  const rows = Array.from({ length: 80 }, (_, customer) => {
    const terms = [14, 30, 60][stream.below(3)]!;
    const own: string[][] = [];
    for (let day = FIRST + stream.below(20); day < LAST - 1; day += 10 + stream.below(30)) {
      const isLate = stream.below(3) === 0;
      const due = day + terms;
      const paid = isLate ? due + 1 + stream.below(45) : due - stream.below(8);
      const isOpen = paid > LAST;
      own.push([
        `C${5000 + customer}`,
        iso(day),
        String(terms),
        iso(due),
        isOpen ? '' : iso(paid),
        isOpen ? '0' : String(Math.max(0, paid - due)),
        isOpen ? 'open' : 'paid',
        (20 + stream.below(90_000) / 100).toFixed(2),
      ]);
    }
    return own;
  }).flat();
  const names = ['customer_no', 'billed', 'terms', 'due', 'paid', 'days_late', 'status', 'amount'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

const table = bills();
const model = fit(table, { mode: 'balanced', seed: 1n });

test('days of payment are counted from the bill; days late from the day due', () => {
  expect(model.lags?.filter(isNearDay).map(({ column, from }) => [column, from])).toEqual([[4, 1]]);
  expect(ruleSentences(model, table.columns)).toContain(
    'days_late = max(0, days from due to paid) where status is paid',
  );
});

test('drawn bills are paid after they are written, within the time of the file, and as late', () => {
  const { columns, rows } = sample(modelFromBytes(modelToBytes(model)), {
    rows: table.rows,
    seed: 2n,
  });
  const [billed, due, paid] = [1, 3, 4].map((c) => (columns[c] as DatetimeColumn).values);
  const { values: late } = columns[5] as NumberColumn;
  let [known, kept] = [0, 0];
  for (let row = 0; row < rows; row++) {
    if (Number.isNaN(paid![row]!)) continue;
    expect(paid![row]).toBeGreaterThanOrEqual(billed![row]!);
    expect(paid![row]).toBeLessThanOrEqual(LAST * DAY);
    known++;
    if (late[row] === Math.max(0, (paid![row]! - due![row]!) / DAY)) kept++;
  }
  expect(kept / known).toBeGreaterThan(0.995);
  const shareLate = (values: Float64Array) =>
    values.filter((days) => days > 0).length / values.length;
  expect(shareLate(late)).toBeCloseTo(shareLate((table.columns[5] as NumberColumn).values), 1);
});

import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import { fit, ruleSentences, sample } from '../../index.ts';
import { numbersOf } from './amount-law.ts';

/** Meters of 120 customers: each bill begins where the last one ended. */
function bills() {
  const stream = streamFor(29n, 0, 0);
  return Array.from({ length: 120 }, (_, customer) => {
    let reading = 1000 + stream.below(60_000);
    return Array.from({ length: 6 + stream.below(4) }, (_, quarter) => {
      const used = 300 + stream.below(900);
      const before = reading;
      reading += used;
      const day = `202${3 + (quarter >> 2)}-${['01', '04', '07', '10'][quarter % 4]}-01`;
      return [`A${1000 + customer}`, day, before, reading, used].map(String);
    });
  }).flat();
}

test('a previous reading is that of the bill before', () => {
  const names = ['account_no', 'period_start', 'previous', 'current', 'used'];
  const rows = bills();
  const table = parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, table.columns)).toContain('previous = current − used');
  const { columns, rows: count } = sample(model, { rows: 800, seed: 2n });
  const account = columns[0]!;
  if (account.kind !== 'category') throw new Error('expected words');
  const [previous, current] = [2, 3].map((c) => numbersOf(columns[c]!));
  let followed = 0;
  for (let row = 1; row < count; row++)
    if (account.codes[row] === account.codes[row - 1]) {
      expect(previous![row]).toBe(current![row - 1]);
      followed++;
    }
  expect(followed).toBeGreaterThan(400);
});

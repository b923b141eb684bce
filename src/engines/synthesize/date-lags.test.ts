import { describe, expect, test } from 'vitest';
import { streamFor } from '../random/stream.ts';
import { parseColumns } from '../table/parse-columns.ts';
import type { DatetimeColumn, Table } from '../table/table.ts';
import { fit, modelFromBytes, modelToBytes, sample } from './index.ts';

const DAY = 86_400_000;

const german = (day: number) => new Date(day * DAY).toISOString().slice(0, 10).split('-').reverse();

/**
 * Builds a German statement: value dates up to three days after booking, on weekends the Monday.
 */
function statement(accounts: number, rowsPerAccount: number): Table {
  const random = streamFor(31n, 0, 0);
  const rows: string[][] = [];
  for (let account = 0; account < accounts; account++) {
    let day = 19_723 + random.below(5);
    for (let i = 0; i < rowsPerAccount; i++) {
      day += random.below(4);
      const later = [0, 0, 0, 1, 1, 2][random.below(6)]!;
      // 1 January 1970 was a Thursday: 2 and 3 are weekend days.
      const weekday = (day + later) % 7;
      const value = day + Math.min(3, later + (weekday === 2 ? 2 : weekday === 3 ? 1 : 0));
      rows.push([
        `DE${100 + account}`,
        german(day).join('.'),
        german(value).join('.'),
        (10 + 90 * random.float()).toFixed(2),
      ]);
    }
  }
  const names = accounts === 1 ? [] : ['Konto'];
  const columns = [...names, 'Buchungstag', 'Valuta', 'Betrag'];
  const from = 4 - columns.length;
  return parseColumns(
    columns,
    columns.map((_, c) => rows.map((row) => row[c + from]!)),
  );
}

const days = (table: Table, name: string) =>
  (table.columns.find((column) => column.name === name) as DatetimeColumn).values;

function shares(table: Table): Map<number, number> {
  const booked = days(table, 'Buchungstag');
  const valued = days(table, 'Valuta');
  const met = new Map<number, number>();
  for (let row = 0; row < table.rows; row++) {
    const later = (valued[row]! - booked[row]!) / DAY;
    met.set(later, (met.get(later) ?? 0) + 1 / table.rows);
  }
  return met;
}

describe.each([
  ['one account', 1, 1200, {}],
  ['histories of sixty accounts', 60, 30, { Konto: 'reference' as const }],
] as const)('%s', (_, accounts, rowsPerAccount, roles) => {
  const real = statement(accounts, rowsPerAccount);
  test.each(['fidelity', 'balanced', 'cautious'] as const)(
    'a value date stays as many days after the booking as in the file, %s',
    (mode) => {
      const learned = fit(real, { mode, seed: 1n, roles });
      const model = modelFromBytes(modelToBytes(learned));
      expect(model.core.kind).toBe(accounts === 1 ? 'trees' : 'sequence');
      const sampled = shares(sample(model, { rows: 4000, seed: 2n }));
      const own = shares(real);
      expect([...sampled.keys()].sort()).toEqual([0, 1, 2, 3]);
      for (const [later, share] of own)
        expect(Math.abs((sampled.get(later) ?? 0) - share)).toBeLessThan(0.04);
      expect(() => sample(model, { rows: 5, seed: 1n, given: { Valuta: '05.01.2024' } })).toThrow(
        'is derived from Buchungstag',
      );
    },
  );
});

import type { TargetFigure } from '../../../engines/measure/index.ts';
import { cellText, type RowBatch } from '../../../engines/simulate/index.ts';
import { law } from './measure-law.ts';

export type BookedAccount = { id: string; balance: number };

function columnOf(batch: RowBatch, name: string) {
  return batch.columns[batch.fields.findIndex((field) => field.name === name)]!;
}

function minorOf(batch: RowBatch, name: string): Float64Array {
  const column = columnOf(batch, name);
  if (column.kind !== 'money') throw new TypeError(`${name} is no amount`);
  return column.minor;
}

function codesOf(batch: RowBatch, name: string) {
  const column = columnOf(batch, name);
  if (column.kind !== 'dictionary') throw new TypeError(`${name} has no codes`);
  return column;
}

/**
 * Verifies running balances: declined and pending transactions move nothing, each balance is the previous one
 * plus the amount, and the last is the account's closing balance.
 * @param existing opening balances in minor units; null if openings come with accounts at a cell's
 * end
 */
export function bookingLaws(existing: readonly BookedAccount[] | null) {
  const known = existing && new Map(existing.map(({ id, balance }) => [id, balance]));
  let began = new Map<string, number>();
  let now = new Map<string, number>();
  let broken = 0;
  let unsettled = 0;
  let strangers = 0;

  const add = (batch: RowBatch) => {
    if (batch.rows === 0) return;
    const { codes, dictionary } = codesOf(batch, 'account_id');
    const status = codesOf(batch, 'status');
    const posted = status.dictionary.strings.indexOf('posted');
    const [amounts, balances] = [minorOf(batch, 'amount'), minorOf(batch, 'balance_after')];
    const local = new Float64Array(dictionary.strings.length).fill(Number.NaN);
    const opened = new Float64Array(local.length).fill(Number.NaN);
    for (const [code, id] of dictionary.strings.entries()) {
      const balance = now.get(id) ?? known?.get(id);
      if (balance !== undefined) local[code] = balance;
    }
    for (let row = 0; row < batch.rows; row++) {
      const code = codes[row]!;
      const moved = status.codes[row] === posted ? amounts[row]! : 0;
      const before = balances[row]! - moved;
      if (Number.isNaN(local[code])) opened[code] = before;
      else if (local[code] !== before) broken++;
      local[code] = balances[row]!;
    }
    for (const [code, id] of dictionary.strings.entries()) {
      if (!Number.isNaN(opened[code])) began.set(id, opened[code]!);
      if (!Number.isNaN(local[code])) now.set(id, local[code]!);
    }
  };

  const forget = () => {
    began = new Map();
    now = new Map();
  };

  return {
    add,
    finalize: (accounts: RowBatch) => {
      const id = columnOf(accounts, 'account_id');
      const [opening, closing] = [
        minorOf(accounts, 'opening_balance'),
        minorOf(accounts, 'current_balance'),
      ];
      for (let row = 0; row < accounts.rows; row++) {
        const key = cellText(id, row);
        const first = began.get(key) ?? opening[row]!;
        if (first !== opening[row] || (now.get(key) ?? first) !== closing[row]) unsettled++;
        now.delete(key);
      }
      strangers += now.size;
      forget();
    },
    check: (id: string, closing: number) => {
      const expected = now.get(id) ?? known?.get(id);
      if (expected === undefined) strangers++;
      else if (expected !== closing) unsettled++;
    },
    figures: (): TargetFigure[] => [
      law('running-balance breaks', broken, 'double entry'),
      law('closing balances that differ from the bookings', unsettled, 'double entry'),
      law('orphan transactions', strangers, 'foreign key'),
    ],
  };
}

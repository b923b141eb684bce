import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import type { NumberColumn, Table } from '../../../table/table.ts';
import { fit, sample } from '../../index.ts';
import { ruleSentences } from '../rules.ts';
import { installmentOf, numbersOf, roundAmount } from './amount-law.ts';
import { remainingOf } from './remaining-law.ts';

const two = (n: number) => String(n).padStart(2, '0');
const firstOf = (month: number) => `${Math.floor(month / 12)}-${two((month % 12) + 1)}-01`;

/** Loans of a servicer, who rounds interest and payment of each month. */
function loans(count = 1200) {
  const stream = streamFor(17n, 0, 0);
  return Array.from({ length: count }, () => {
    const amount = 1000 * (40 + stream.below(400));
    const rate = 2 + stream.below(40) / 8;
    const term = [120, 180, 360][stream.below(3)]!;
    const made = stream.below(100);
    const payment = roundAmount(installmentOf(amount, rate / 1200, term), 2);
    let balance = amount;
    for (let k = 0; k < made; k++)
      balance = roundAmount(balance - (payment - roundAmount((balance * rate) / 1200, 2)), 2);
    return { amount, rate, term, made, payment, balance, start: 12 * 2010 + stream.below(150) };
  });
}

type Loan = ReturnType<typeof loans>[number];
const COMMON: Record<string, (loan: Loan) => string> = {
  principal: ({ amount }) => String(amount),
  rate: ({ rate }) => rate.toFixed(3),
  term: ({ term }) => String(term),
  installment: ({ payment }) => payment.toFixed(2),
  balance: ({ balance }) => balance.toFixed(2),
};

function tableOf(columns: Record<string, (loan: Loan) => string>): Table {
  const rows = loans();
  return parseColumns(
    Object.keys(columns),
    Object.values(columns).map((cell) => rows.map(cell)),
  );
}

test.each<[string, Record<string, (loan: Loan) => string>, string]>([
  ['made', { paid_so_far: ({ made }) => String(made) }, 'after paid_so_far of term payments'],
  [
    'left',
    { months_left: ({ made, term }) => String(term - made) },
    'with months_left of term payments left',
  ],
  [
    'months',
    {
      first_due: ({ start }) => firstOf(start),
      next_due: ({ start, made }) => firstOf(start + made),
    },
    'after the payments from first_due to next_due',
  ],
])('a balance follows from the payments %s, in drawn rows too', (_, own, after) => {
  const table = tableOf({ ...COMMON, ...own });
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, table.columns)).toContain(
    `balance is what is left of principal at rate ${after}`,
  );
  const drawn = sample(model, { rows: 500, seed: 2n });
  const [amount, rate, term, , balance] = drawn.columns.map((column) => numbersOf(column));
  const due = drawn.columns.slice(5).map((column) => numbersOf(column));
  const monthsOf = (time: number) => {
    const date = new Date(time);
    return 12 * date.getUTCFullYear() + date.getUTCMonth();
  };
  for (let row = 0; row < drawn.rows; row++) {
    const made =
      due.length === 2
        ? monthsOf(due[1]![row]!) - monthsOf(due[0]![row]!)
        : own.months_left === undefined
          ? due[0]![row]!
          : term![row]! - due[0]![row]!;
    const loan = { amount: amount![row]!, rate: rate![row]! / 1200, payments: term![row]! };
    expect(Math.abs(balance![row]! - remainingOf(loan, made))).toBeLessThan(0.001 * loan.amount);
  }
});

test('no law is found where each borrower has paid something more', () => {
  const table = tableOf({ ...COMMON, made: ({ made }) => String(made) });
  const balance = table.columns[4] as NumberColumn;
  balance.values.forEach((value, row) => {
    balance.values[row] = roundAmount(value * (0.9 + (row % 97) / 1000), 2);
  });
  const sentences = ruleSentences(fit(table, { mode: 'balanced', seed: 1n }), table.columns);
  expect(sentences.filter((sentence) => sentence.startsWith('balance is what'))).toEqual([]);
});

test('a small count is no balance after the last payment', () => {
  const table = tableOf({
    ...COMMON,
    made: ({ made }) => String(made),
    none: () => '0',
    pages: ({ amount }) => String(1 + ((amount / 1000) % 7)),
  });
  const sentences = ruleSentences(fit(table, { mode: 'balanced', seed: 1n }), table.columns);
  expect(sentences.filter((sentence) => sentence.startsWith('pages is what'))).toEqual([]);
});

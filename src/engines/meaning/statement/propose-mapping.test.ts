import { expect, test } from 'vitest';
import { detectLayout } from '../../../shared/layouts/detect-layout.ts';
import { streamFor } from '../../random/stream.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { proposeMapping } from './propose-mapping.ts';

/** Movements of thirty accounts with the columns of the basic template and two more, unordered. */
function template() {
  const random = streamFor(2n, 0, 1);
  const rows = Array.from({ length: 30 }, (_, account) => {
    let balance = 1000;
    return Array.from({ length: 20 }, (_, i) => {
      const amount = Math.round(20_000 * random.float() - 9000) / 100;
      balance = Math.round(100 * (balance + amount)) / 100;
      return {
        transaction_id: `TXN-${100 * account + i}`,
        amount: amount.toFixed(2),
        currency: 'EUR',
        merchant_category: ['fuel', 'food', 'rent'][i % 3]!,
        channel: ['card', 'online'][i % 2]!,
        counterparty_country: ['DE', 'FR'][i % 2]!,
        transaction_date: new Date(Date.UTC(2025, 0, 1 + 2 * i)).toISOString().slice(0, 10),
        account_type: ['checking', 'savings'][account % 2]!,
        risk_level: ['low', 'high'][i % 2]!,
        account_id: `ACC-${10_000 + account}`,
        balance: balance.toFixed(2),
      };
    });
  })
    .flat()
    .map((row) => ({ row, place: random.float() }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
  const names = Object.keys(rows[0]!) as (keyof (typeof rows)[0])[];
  const texts = names.map((name) => rows.map((row) => row[name]));
  return {
    table: parseColumns(names, texts),
    layouts: names.map((name, i) => detectLayout(name, texts[i]!)),
  };
}

test('words that mean something else together name no role, and an account of many is the entity', () => {
  const { table, layouts } = template();
  const { mapping, balance } = proposeMapping(table, layouts, { header: true });
  expect(Object.fromEntries(mapping.columns.map(({ name, role }) => [name, role]))).toEqual({
    transaction_id: 'reference',
    amount: 'amount',
    currency: 'currency',
    merchant_category: 'category',
    channel: 'other',
    counterparty_country: 'other',
    transaction_date: 'booking_date',
    account_type: 'other',
    risk_level: 'other',
    account_id: 'account',
    balance: 'balance',
  });
  expect([mapping.entity, mapping.order]).toEqual(['account_id', 'transaction_date']);
  // The balances are consistent in order of time, although the file is unordered.
  expect(balance).toEqual({
    column: 'balance',
    share: 1,
    newestFirst: false,
    // Excluded: the first rows of thirty accounts, and one row without a movement.
    checked: 569,
    broken: [],
  });
});

test('rows that break a balance are named, of accounts listed in no order and of debits and credits', () => {
  const { table, layouts } = template();
  const balance = table.columns.find(({ name }) => name === 'balance');
  if (balance?.kind !== 'number') throw new Error('no balance');
  balance.values[123] = balance.values[123]! + 500;
  const broken = proposeMapping(table, layouts, { header: true }).balance!.broken;
  // The row and the next one of its account.
  expect(broken).toHaveLength(2);
  expect(broken).toContain(123);
  const amount = table.columns.findIndex(({ name }) => name === 'amount');
  const signed = table.columns[amount];
  if (signed?.kind !== 'number') throw new Error('no amount');
  const side = (name: string, sign: 1 | -1) => ({
    ...signed,
    name,
    values: signed.values.map((value) => (sign * value > 0 ? sign * value : Number.NaN)),
  });
  const columns = [side('Debit', -1), side('Credit', 1), ...table.columns.toSpliced(amount, 1)];
  const both = [
    { ...layouts[amount]!, name: 'Debit' },
    { ...layouts[amount]!, name: 'Credit' },
    ...layouts.toSpliced(amount, 1),
  ];
  const sides = proposeMapping({ rows: table.rows, columns }, both, { header: true });
  expect(sides.balance).toMatchObject({ column: 'balance', checked: 569, broken });
});

import { expect, test } from 'vitest';
import { detectLayout } from '../../shared/layouts/detect-layout.ts';
import { streamFor } from '../random/stream.ts';
import { parseColumns } from '../table/parse-columns.ts';
import { proposeMapping } from './propose-mapping.ts';

/** Movements of thirty accounts in the columns of the basic template and two more, listed in no order. */
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
  // In order of time each account's balance follows, though the file lists its rows in none.
  expect(balance).toEqual({ column: 'balance', share: 1, newestFirst: false });
});

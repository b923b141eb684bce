import { expect, test } from 'vitest';
import { streamFor } from '../../engines/random/stream.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { profileDataset } from './profile-dataset.ts';

/** Accounts with a branch of their own, and one of three kinds of contract. */
function accounts(count: number) {
  const stream = streamFor(8n, 0, 0);
  const rows = Array.from({ length: count * 12 }, (_, i) => {
    const account = Math.floor(i / 12);
    return [
      `A${1000 + account}`,
      `0${1000 + 37 * account}`,
      `C${100 + (account % 3)}`,
      `2025-${String(1 + (i % 12)).padStart(2, '0')}-03`,
      String(stream.below(90_000) / 100),
    ];
  });
  const names = ['account_id', 'branch', 'contract', 'date', 'amount'];
  return parseColumns(
    names,
    names.map((_, i) => rows.map((row) => row[i]!)),
  );
}

test('the page lists a code of single accounts as made, one that accounts share as learned', () => {
  const { columns, sequence } = profileDataset(accounts(40));
  expect(sequence?.entity).toBe('account_id');
  expect(Object.fromEntries(columns.map(({ name, role }) => [name, role]))).toEqual({
    account_id: 'reference',
    branch: 'reference',
    contract: 'feature',
    date: 'feature',
    amount: 'feature',
  });
});

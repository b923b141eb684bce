import { expect, test } from 'vitest';
import { relationsFound } from './relations-found.ts';

test('relations between columns are described in plain words; an earlier profile has fewer', () => {
  const sequence = {
    entity: 'account_id',
    time: 'booked',
    entities: 1200,
    balance: { column: 'balance', amount: 'amount', share: 0.9985 },
  };
  const profile = { rows: 24_000, columns: [], sequence };
  const before = [
    'Sequences: 1,200 values of account_id, ordered by booked.',
    'Running balance: balance is its previous value plus amount in 99.8% of rows.',
  ];
  expect(relationsFound(profile)).toEqual(before);
  const dependencies = [
    { from: 'account_id', to: 'customer_id', values: 1200 },
    { from: 'account_id', to: 'currency', values: 1200 },
    { from: 'city', to: 'country', values: 40 },
  ];
  expect(relationsFound({ ...profile, dependencies })).toEqual([
    ...before,
    'customer_id and currency are determined by account_id (1,200 values).',
    'country is determined by city (40 values).',
  ]);
  expect(relationsFound({ ...profile, sequence: null })).toEqual([]);
  const fewerValues = [{ column: 'Bank', file: 1540, drawn: 58 }];
  expect(relationsFound({ ...profile, sequence: null, fewerValues })).toEqual([
    'Bank: batches have at most 58 different values, the file 1,540, since fewer than 5 rows share the others or their parts.',
  ]);
  expect(relationsFound({ ...profile, fewerValues }).at(-1)).toContain(
    'fewer than 5 accounts or customers share',
  );
  const fewEntities = { column: 'Konto', entities: 6 };
  expect(relationsFound({ ...profile, sequence: null, fewEntities })).toEqual([
    'Konto identifies 6 accounts or customers; batches need at least 9 (protection Cautious: 19), since values shared by fewer than 5 are suppressed. Upload more of them, or the rows of one alone. If Konto identifies neither, change its role.',
  ]);
});

import { expect, test } from 'vitest';
import { shuffle } from '../../random/shuffle.ts';
import { streamFor } from '../../random/stream.ts';
import { fitTables, modelToBytes, sampleTables, tablesFromBytes } from '../index.ts';
import { beside, relation, shareOf, table, texts } from '../related-tables.fixture.ts';

const RELATIONS = [
  relation('client', 'district', 'district', 'district_id'),
  relation('account', 'district', 'district', 'district_id'),
  relation('holder', 'account_id', 'account', 'account_id'),
  relation('holder', 'client_id', 'client', 'client_id'),
];

/** Districts of 10 to 49 accounts; four of five owners live in that of their account. */
function bank() {
  const stream = streamFor(3n, 0, 0);
  const districts = Array.from({ length: 40 }, (_, d) => [`D${d}`, d % 3 === 0 ? 'city' : 'land']);
  const accounts = districts.flatMap(([id], d) =>
    Array.from({ length: 10 + d }, (_, i) => [`A${1000 * d + i}`, id!, i % 2 === 0 ? 'x' : 'y']),
  );
  const moving = accounts.flatMap((_, i) => (stream.float() < 0.2 ? [i] : []));
  const home = accounts.map(([, district]) => district!);
  const elsewhere = shuffle(
    moving.map((i) => home[i]!),
    stream,
  );
  moving.forEach((i, k) => {
    home[i] = elsewhere[k]!;
  });
  const clients = home.map((district, i) => [`C${i}`, district, i % 5 === 0 ? 'firm' : 'person']);
  const holders = accounts.map(([account], i) => [`H${i}`, account!, `C${i}`, 'OWNER']);
  return {
    district: table(['district_id', 'kind'], districts),
    client: table(['client_id', 'district', 'sort'], clients),
    account: table(['account_id', 'district', 'type'], accounts),
    holder: table(['holder_id', 'account_id', 'client_id', 'role'], holders),
  };
}

test('parents of a row have their ancestor in common as often as in the file', () => {
  const real = bank();
  const agreement = (tables: Record<string, (typeof real)['holder']>) => {
    const of = beside(tables, RELATIONS[2]!, 'district');
    return shareOf(beside(tables, RELATIONS[3]!, 'district').map((own, i) => own === of[i]));
  };
  const { model } = fitTables(real, RELATIONS, { mode: 'balanced', seed: 1n });
  const read = tablesFromBytes(modelToBytes(model));
  const { tables, left } = sampleTables(read, { seed: 4n });
  expect(agreement(real)).toBeGreaterThan(0.75);
  // Drawn districts have fewer clients than accounts here and there.
  expect(Math.abs(agreement(tables) - agreement(real))).toBeLessThan(0.1);
  // Numbers of clients and accounts follow the file's, so that each account has its owner.
  expect(tables.account!.rows).toBe(real.account.rows);
  expect(tables.client!.rows).toBe(real.client.rows);
  expect(left).toEqual([]);
  expect(new Set(texts(tables.holder!, 'client_id')).size).toBe(tables.holder!.rows);
});

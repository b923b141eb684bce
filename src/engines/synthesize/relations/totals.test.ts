import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { fitTables, sampleTables } from '../index.ts';
import { relation, table, texts } from '../related-tables.fixture.ts';

const dateOf = (day: number) => new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10);

/** Builds eighty districts of 20 or more accounts each, and a capital with 500. */
function accountsOfDistricts(spread: number) {
  const stream = streamFor(21n, 0, 0);
  const districts: string[][] = [];
  const accounts: string[][] = [];
  for (let d = 0; d < 80; d++) {
    districts.push([`D${100 + d}`, ['north', 'south', 'east', 'west'][d % 4]]);
    const count = d === 17 ? 500 : 20 + stream.below(spread);
    for (let a = 0; a < count; a++)
      accounts.push([
        `A${10_000 + accounts.length}`,
        `D${100 + d}`,
        ['monthly', 'weekly'][stream.below(2)],
      ]);
  }
  return {
    district: table(['district_id', 'region'], districts),
    account: table(['account_id', 'district_id', 'frequency'], accounts),
  };
}

/** Builds 300 accounts with four to eleven movements each, and one with an eighth of all. */
function movementsOfAccounts() {
  const stream = streamFor(22n, 0, 0);
  const accounts: string[][] = [];
  const movements: string[][] = [];
  for (let a = 0; a < 300; a++) {
    accounts.push([`A${1000 + a}`, ['current', 'savings'][a % 2]]);
    const count = a === 41 ? 320 : 4 + stream.below(8);
    let day = stream.below(40);
    for (let m = 0; m < count; m++) {
      day += a === 41 ? 1 : 1 + stream.below(40);
      movements.push([
        `M${movements.length}`,
        `A${1000 + a}`,
        dateOf(day),
        String(100 - stream.below(300)),
      ]);
    }
  }
  return {
    account: table(['account_id', 'type'], accounts),
    movement: table(['movement_id', 'account_id', 'booked_on', 'amount'], movements),
  };
}

const MODES = process.env.TEST_LONG
  ? (['fidelity', 'balanced', 'cautious'] as const)
  : (['balanced'] as const);

test.each(MODES)(
  'children add up to the file’s though one parent has an eighth of them, %s',
  (mode) => {
    const tables = accountsOfDistricts(50);
    const relations = [relation('account', 'district_id', 'district', 'district_id')];
    const { model } = fitTables(tables, relations, { mode, seed: 1n });
    expect(model.tables[1].made.kind).toBe('siblings');
    const sampled = sampleTables(model, { seed: 4n, scale: 10 }).tables;
    const ratio = sampled.account!.rows / tables.account.rows / 10;
    expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
    const counts = new Map<string | null, number>();
    for (const name of texts(sampled.account!, 'district_id'))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThan(70);
  },
);

test.each(MODES)(
  'where the mean lies above every count but one, all counts are larger, %s',
  (mode) => {
    const tables = accountsOfDistricts(4);
    const relations = [relation('account', 'district_id', 'district', 'district_id')];
    const { model } = fitTables(tables, relations, { mode, seed: 1n });
    const sampled = sampleTables(model, { seed: 4n, scale: 10 }).tables;
    expect(Math.abs(sampled.account!.rows / tables.account.rows / 10 - 1)).toBeLessThan(0.02);
    const counts = new Map<string | null, number>();
    for (const name of texts(sampled.account!, 'district_id'))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    // A mean of 27.7 instead of 21.5: 23 becomes 30.
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(31);
  },
);

test.each(MODES)('so do the movements of histories, %s', (mode) => {
  const tables = movementsOfAccounts();
  const relations = [relation('movement', 'account_id', 'account', 'account_id')];
  const { model } = fitTables(tables, relations, { mode, seed: 1n });
  expect(model.tables[1].made.kind).toBe('histories');
  const sampled = sampleTables(model, { seed: 4n, scale: 10 }).tables;
  const ratio = sampled.movement!.rows / tables.movement.rows / 10;
  expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
  const counts = new Map<string | null, number>();
  for (const name of texts(sampled.movement!, 'account_id'))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  expect(Math.max(...counts.values())).toBeLessThan(30);
});

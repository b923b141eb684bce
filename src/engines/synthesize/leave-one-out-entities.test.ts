import { expect, test } from 'vitest';
import { streamFor } from '../random/stream.ts';
import { formatTable } from '../table/format-table.ts';
import { parseColumns } from '../table/parse-columns.ts';
import type { Table } from '../table/table.ts';
import { fit, fitTables, sample, sampleTables } from './index.ts';
import { everythingIn } from './support.fixture.ts';

const ACCOUNTS = 200;
const LEARNED = ['fidelity', 'balanced', 'cautious'] as const;
const HISTORY = ['account_id', 'booked_on', 'amount', 'fee', 'kind', 'valued_on'] as const;

const dayText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

const tableOf = (names: readonly string[], rows: readonly (string | null)[][]): Table =>
  parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c] ?? null)),
  );

/** The one account with its own amount, fee, category and day, each in forty rows. */
const ODD = { account: 17, amount: '61190.25', fee: '4711', kind: 'yacht', valuedOn: '2031-12-24' };

/**
 * Builds movements of 200 accounts.
 *
 * @param most rows of an account; the odd one has forty more
 */
function movements(most: number, withOdd: boolean): Table {
  const stream = streamFor(11n, 0, 0);
  const rows: (string | null)[][] = [];
  for (let account = 0; account < ACCOUNTS; account++) {
    const count = 2 + stream.below(most - 1);
    let day = 19_400 + stream.below(60);
    for (let i = 0; i < count; i++) {
      day += 1 + stream.below(12);
      const amount = (5 + 90 * stream.float()).toFixed(2);
      const kind = ['card', 'transfer'][stream.below(2)] ?? null;
      const row = [`A${1000 + account}`, dayText(day), amount, null, kind, dayText(day + 1)];
      if (account !== ODD.account || withOdd) rows.push(row);
    }
    for (let i = 0; i < 40 && account === ODD.account && withOdd; i++)
      rows.push([
        `A${1000 + account}`,
        dayText(day + i),
        ODD.amount,
        ODD.fee,
        ODD.kind,
        ODD.valuedOn,
      ]);
  }
  return tableOf(HISTORY, rows);
}

const roles = { account_id: 'reference', fee: 'feature', kind: 'feature' } as const;
const oddDay = Date.parse(`${ODD.valuedOn}T00:00:00Z`) / 86_400_000;

function expectNothingOdd(model: unknown): void {
  const modelValues = everythingIn(model);
  for (const own of [Number(ODD.amount), Number(ODD.fee), ODD.kind, oddDay])
    expect([own, modelValues.has(own)]).toEqual([own, false]);
}

function expectNothingOddIn(table: Table): void {
  const sampled = formatTable(table).textColumns;
  const column = (name: (typeof HISTORY)[number]) =>
    sampled[table.columns.findIndex((candidate) => candidate.name === name)] ?? [];
  expect(new Set(column('fee'))).toEqual(new Set([null]));
  expect(column('kind')).not.toContain(ODD.kind);
  expect(column('valued_on').every((text) => (text ?? '') < '2024-09')).toBe(true);
  expect(column('amount').every((text) => Number(text) < 100)).toBe(true);
}

test.each(LEARNED)(
  'what one account of many rows alone holds does not come out of histories, %s',
  (mode) => {
    const model = fit(movements(14, true), { mode, seed: 1n, roles });
    expect(model.core.kind).toBe('sequence');
    expectNothingOdd(model);
    expectNothingOddIn(sample(model, { rows: 4000, seed: 2n }));
    const without = fit(movements(14, false), { mode, seed: 1n, roles });
    if (model.core.kind !== 'sequence' || without.core.kind !== 'sequence') return;
    const { longest, lastDay } = model.core;
    expect(longest).toBeLessThanOrEqual(without.core.longest);
    expect(Math.abs(lastDay - without.core.lastDay)).toBeLessThanOrEqual(5);
  },
);

test.each(LEARNED)('nor of rows that an account groups, %s', (mode) => {
  const model = fit(movements(4, true), { mode, seed: 1n, roles });
  expect(model.core.kind).toBe('trees');
  expectNothingOdd(model);
  expectNothingOddIn(sample(model, { rows: 4000, seed: 2n }));
});

/** Builds customers with accounts; one has a unique city and sixty accounts opened on one day. */
function bank(withOdd: boolean): Record<string, Table> {
  const stream = streamFor(12n, 0, 0);
  const customers: (string | null)[][] = [];
  const accounts: (string | null)[][] = [];
  for (let customer = 0; customer < 200; customer++) {
    const isOdd = customer === ODD.account;
    const count = isOdd ? 60 : 1 + stream.below(4);
    const city = ['Oslo', 'Bergen', 'Tromsø'][stream.below(3)] ?? null;
    if (isOdd && !withOdd) continue;
    customers.push([`C${1000 + customer}`, isOdd ? 'Tuvalu' : city]);
    for (let i = 0; i < count; i++) {
      const limit = isOdd ? '61190' : String(100 * (1 + stream.below(20)));
      const opened = isOdd ? '1931-03-07' : dayText(18_000 + stream.below(900));
      accounts.push([
        `A${accounts.length}`,
        `C${1000 + customer}`,
        limit,
        opened,
        isOdd ? 'Tuvalu' : city,
      ]);
    }
  }
  return {
    customers: tableOf(['customer_id', 'city'], customers),
    accounts: tableOf(['account_id', 'customer_id', 'limit', 'opened', 'branch'], accounts),
  };
}

const owns = {
  child: 'accounts',
  childKey: 'customer_id',
  parent: 'customers',
  parentKey: 'customer_id',
};

test.each(LEARNED)('nor of a table whose rows belong to another’s, %s', (mode) => {
  const learn = (tables: Record<string, Table>) =>
    fitTables(tables, [owns], {
      mode,
      seed: 1n,
      tables: { accounts: { roles: { limit: 'feature' } } },
    }).model;
  const model = learn(bank(true));
  const modelValues = everythingIn(model);
  const opened = Date.parse('1931-03-07T00:00:00Z') / 86_400_000;
  for (const own of ['Tuvalu', 61190, opened])
    expect([own, modelValues.has(own)]).toEqual([own, false]);
  const { tables } = sampleTables(model, { seed: 3n });
  const { textColumns } = formatTable(tables.accounts!);
  for (const own of ['Tuvalu', '61190', '1931-03-07'])
    expect(textColumns.some((column) => column.includes(own))).toBe(false);
  const children = new Map<string | null, number>();
  for (const name of textColumns[1] ?? []) children.set(name, (children.get(name) ?? 0) + 1);
  expect(Math.max(...children.values())).toBeLessThanOrEqual(4);
});

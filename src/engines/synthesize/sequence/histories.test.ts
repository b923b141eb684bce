import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fit as learn, modelFromBytes, modelToBytes, sample } from '../index.ts';

/** Builds accounts that are paid on the 25th, spend a little some days, and never go below zero. */
function accounts(count: number): Table {
  const stream = streamFor(3n, 0, 0);
  const rows: string[][] = [];
  for (let account = 0; account < count; account++) {
    let balance = 0;
    const pay = 800 + stream.below(5) * 300;
    for (let day = stream.below(60); day < 365; day++) {
      const date = new Date(Date.UTC(2023, 0, 1 + day));
      const book = (amount: number, kind: string) => {
        balance += amount;
        rows.push([
          String(rows.length),
          `ACC${7000 + account}`,
          account % 2 ? 'gold' : 'basic',
          date.toISOString().slice(0, 10),
          amount.toFixed(2),
          kind,
          balance.toFixed(2),
        ]);
      };
      if (date.getUTCDate() === 25) book(pay, 'salary');
      if (stream.below(7) === 0 && balance > 60) book(-(10 + stream.below(50)), 'card');
    }
  }
  const names = ['txn_id', 'account_id', 'plan', 'date', 'amount', 'kind', 'balance'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c])),
  );
}

type Row = {
  account: string;
  plan: string;
  date: string;
  amount: number;
  kind: string;
  balance: number;
};

function histories(table: Table): Map<string, Row[]> {
  const columns = formatTable(table).textColumns;
  const out = new Map<string, Row[]>();
  for (let i = 0; i < table.rows; i++) {
    const [, account, plan, date, amount, kind, balance] = columns.map((column) => column[i]);
    const row = {
      account: account!,
      plan: plan!,
      date: date!,
      amount: Number(amount),
      kind: kind!,
      balance: Number(balance),
    };
    out.set(row.account, [...(out.get(row.account) ?? []), row]);
  }
  return out;
}

const real = accounts(150);
const model = learn(real, { mode: 'balanced', seed: 1n });

describe('histories', () => {
  const synthetic = sample(model, { rows: real.rows, seed: 5n });
  const sampled = histories(synthetic);

  test('keep their balance though a value of it is missing', () => {
    const table = accounts(40);
    const columns = table.columns.map((column) =>
      column.name === 'balance' && column.kind === 'number'
        ? {
            ...column,
            values: column.values.map((v, row) => (row === 0 || row === 90 ? Number.NaN : v)),
          }
        : column,
    );
    const learned = learn(
      { ...table, columns },
      { mode: 'balanced', seed: 1n, roles: { account_id: 'reference' } },
    );
    const resampled = histories(sample(learned, { rows: 500, seed: 5n }));
    for (const rows of resampled.values())
      rows.slice(1).forEach((row, i) => {
        expect(row.balance).toBeCloseTo(rows[i].balance + row.amount, 6);
      });
    expect(Math.max(...[...resampled.values()].map((rows) => rows.length))).toBeGreaterThan(5);
  });

  test('are recognized in their file', () => {
    expect(model.core.kind).toBe('sequence');
  });

  test('balances add up in every row, dates are in order, keys differ', () => {
    for (const rows of sampled.values()) {
      for (let i = 1; i < rows.length; i++) {
        expect(rows[i].balance).toBeCloseTo(rows[i - 1].balance + rows[i].amount, 6);
        expect(rows[i].date >= rows[i - 1].date).toBe(true);
      }
    }
    expect(new Set(formatTable(synthetic).textColumns[0]).size).toBe(real.rows);
  });

  test('what belongs to an account stays with it', () => {
    for (const rows of sampled.values()) expect(new Set(rows.map((row) => row.plan)).size).toBe(1);
  });

  test('salaries are positive, come about monthly, and accounts stay above zero', () => {
    const all = [...sampled.values()].flat();
    const salaries = all.filter((row) => row.kind === 'salary');
    expect(salaries.every((row) => row.amount > 0)).toBe(true);
    const onPayday = salaries.filter((row) => row.date.endsWith('25')).length / salaries.length;
    expect(onPayday).toBeGreaterThan(0.8);
    expect(all.filter((row) => row.balance < 0).length / all.length).toBeLessThan(0.01);
  });

  test('50 rows are of 10 accounts, not of one, and balances still add up', () => {
    const few = histories(sample(model, { rows: 50, seed: 5n }));
    expect([...few.values()].map((rows) => rows.length)).toEqual(Array(10).fill(5));
    for (const rows of few.values()) {
      for (let i = 1; i < rows.length; i++)
        expect(rows[i].balance).toBeCloseTo(rows[i - 1].balance + rows[i].amount, 6);
    }
  });

  test('the same model, rows and seed give the same rows, from a file of the model too', () => {
    const again = sample(modelFromBytes(modelToBytes(model)), { rows: real.rows, seed: 5n });
    expect(formatTable(again)).toEqual(formatTable(synthetic));
  });
});

describe('odd histories', () => {
  const stream = streamFor(9n, 0, 0);
  const rows = 900;
  const list = (f: (i: number) => string | null) => Array.from({ length: rows }, (_, i) => f(i));
  const account = list((i) => String(100 + Math.floor(i / 15)));
  const moment = (i: number) => new Date(Date.UTC(2024, 0, 1 + (i % 15) * 2, 8 + stream.below(10)));
  const time = list((i) => `${moment(i).toISOString().slice(0, 19).replace('T', ' ')}`);
  const cases: Record<string, Record<string, (string | null)[]>> = {
    'nothing but account and time': { account_id: account, time },
    'missing amounts, no balance': {
      account_id: account,
      time,
      amount: list((i) => (i % 3 ? `${stream.below(500)}.50` : null)),
      kind: list((i) => (i % 4 ? 'a' : null)),
    },
    'a date and names that belong to the account': {
      account_id: account,
      customer_name: list((i) => `Person ${Math.floor(i / 15)}`),
      opened: list((i) => `2020-01-${String(1 + (Math.floor(i / 15) % 28)).padStart(2, '0')}`),
      time,
      score: list(() => String(stream.below(9))),
    },
  };
  test.each(Object.entries(cases))('%s', (_, columns) => {
    const table = parseColumns(Object.keys(columns), Object.values(columns));
    const model = learn(table, { mode: 'balanced', seed: 1n });
    const sampled = sample(model, { rows: 400, seed: 2n });
    expect(model.core.kind).toBe('sequence');
    expect(sampled.rows).toBe(400);
    const { names, textColumns } = formatTable(sampled);
    const at = (name: string) => textColumns[names.indexOf(name)];
    const last = new Map<string, string>();
    at('account_id').forEach((id, i) => {
      expect(at('time')[i]! >= (last.get(id!) ?? '')).toBe(true);
      last.set(id!, at('time')[i]!);
    });
    if (names.includes('customer_name')) {
      const pairs = new Set(at('account_id').map((id, i) => `${id} ${at('customer_name')[i]}`));
      expect(pairs.size).toBe(last.size);
    }
  });
});

const berka = new URL(
  '../../../../../shared/data/berka/berka-basic-template.csv.gz',
  import.meta.url,
);

describe.skipIf(!existsSync(berka))('Berka (skipped without ../shared/data)', () => {
  test.runIf(process.env.TEST_LONG)(
    'the balance identity holds in all rows and keys are unique',
    () => {
      const lines = gunzipSync(readFileSync(berka)).toString().trim().split('\n');
      const cells = lines.slice(1).map((line) => line.split(','));
      const names = lines[0].split(',');
      const table = parseColumns(
        names,
        names.map((_, c) => cells.map((row) => row[c] || null)),
      );
      const sampled = sample(learn(table, { mode: 'fidelity', seed: 1n }), {
        rows: 20_000,
        seed: 2n,
      });
      const columns = formatTable(sampled).textColumns;
      const place = (name: string) => names.indexOf(name);
      const last = new Map<string, number>();
      for (let i = 0; i < sampled.rows; i++) {
        const account = columns[place('account_id')][i]!;
        const balance = Number(columns[place('balance')][i]);
        const before = last.get(account);
        if (before !== undefined) {
          expect(balance).toBeCloseTo(before + Number(columns[place('amount')][i]), 6);
        }
        last.set(account, balance);
      }
      expect(new Set(columns[0]).size).toBe(sampled.rows);
    },
  );
});

/** Builds cards of two kinds that pay in shops and online; no balance, and no amount repeats. */
function payments(): Table {
  const stream = streamFor(9n, 0, 0);
  const rows: string[][] = [];
  for (let card = 0; card < 120; card++) {
    const isGold = card % 4 === 0;
    for (let day = stream.below(10); day < 90; day += 1 + stream.below(9)) {
      const isOnline = stream.below(10) < (isGold ? 7 : 3);
      rows.push([
        String(rows.length),
        `K${1000 + card}`,
        isGold ? 'gold' : 'plain',
        new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
        isOnline ? 'online' : 'shop',
        `${(isOnline ? 5 : 50) + stream.below(20)}.${10 + stream.below(90)}`,
      ]);
    }
  }
  const names = ['payment_id', 'card_id', 'plan', 'paid_on', 'place', 'amount'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c])),
  );
}

describe('given values of histories', () => {
  const without = learn(payments(), { mode: 'balanced', seed: 1n });
  const cells = (table: Table, name: string) => {
    const { names, textColumns } = formatTable(table);
    return textColumns[names.indexOf(name)];
  };

  test.runIf(process.env.TEST_LONG)(
    'a column of the entity is held, and what follows from it follows; balances add up',
    () => {
      const table = sample(model, { rows: 3000, seed: 2n, given: { plan: 'gold' } });
      expect(table.rows).toBe(3000);
      expect(cells(table, 'plan').every((plan) => plan === 'gold')).toBe(true);
      for (const rows of histories(table).values()) {
        rows.slice(1).forEach((row, i) => {
          expect(row.balance).toBeCloseTo(rows[i].balance + row.amount, 6);
        });
      }
      // Compare with the same rows of a sample without given values. Rows of one account are alike,
      // so many are needed.
      const share = (plan: string, conditions: Record<string, string>) => {
        const sampled = sample(without, { rows: 30_000, seed: 2n, given: conditions });
        const plans = cells(sampled, 'plan');
        const places = cells(sampled, 'place').filter((_, row) => plans[row] === plan);
        return places.filter((place) => place === 'online').length / places.length;
      };
      for (const plan of ['gold', 'plain'])
        expect(Math.abs(share(plan, { plan }) - share(plan, {}))).toBeLessThan(0.05);
      expect(share('gold', { plan: 'gold' })).toBeGreaterThan(
        share('plain', { plan: 'plain' }) + 0.1,
      );
    },
  );

  test('a column of the row keeps the rows that have it, with what goes with it', () => {
    const conditions = { place: 'online', plan: 'gold' };
    const table = sample(without, { rows: 500, seed: 2n, given: conditions });
    expect(table.rows).toBe(500);
    expect(new Set(cells(table, 'place'))).toEqual(new Set(['online']));
    expect(new Set(cells(table, 'plan'))).toEqual(new Set(['gold']));
    const small = cells(table, 'amount').filter((amount) => Number(amount) < 30);
    expect(small.length).toBeGreaterThan(475);
    expect(new Set(cells(table, 'payment_id')).size).toBe(500);
    expect(sample(without, { rows: 500, seed: 2n, given: conditions })).toEqual(table);
  });

  test('what would break order or balance is refused with the reason', () => {
    const draw = (from: typeof model, conditions: Record<string, string>) =>
      sample(from, { rows: 10, seed: 1n, given: conditions });
    expect(() => draw(model, { kind: 'card' })).toThrow(
      'Column kind changes from row to row. Leaving rows out would break the running balance balance',
    );
    expect(() => draw(model, { amount: '20' })).toThrow('amount changes from row to row');
    expect(() => draw(model, { balance: '20' })).toThrow('is the running balance of the amounts');
    expect(() => draw(without, { paid_on: '2024-01-05' })).toThrow('orders the rows');
    expect(() => draw(without, { card_id: 'K1' })).toThrow('is not modeled');
    expect(() => draw(without, { plan: 'none' })).toThrow('not among the modeled values');
    const rebalance = { column: 'plan', shares: { gold: 0.5 } };
    expect(() => sample(without, { rows: 10, seed: 1n, rebalance })).toThrow(
      'tables without sequences',
    );
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { streamFor } from '../../engines/random/stream.ts';
import { fitCommand } from './fit.ts';
import { sampleCommand } from './sample.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const printed: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tables-'));
  const stream = streamFor(4n, 0, 0);
  const branches = ['branch_no,region', 'b1,north', 'b2,south', 'b3,south'];
  const accounts = ['account_id,branch,type,opened'];
  const payments = ['payment_id,account,amount,paid_on'];
  for (let a = 0; a < 400; a++) {
    const type = stream.below(2) === 0 ? 'savings' : 'current';
    const month = 1 + stream.below(6);
    accounts.push(`A${1000 + a},b${1 + stream.below(3)},${type},01.0${month}.2023`);
    for (let p = 0; p < (type === 'savings' ? 1 : 3); p++)
      payments.push(
        `P${payments.length},A${1000 + a},${20 + stream.below(80)},0${1 + p}.0${month + 2}.2023`,
      );
  }
  writeFileSync(at('branches.csv'), branches.join('\n'));
  writeFileSync(at('accounts.csv'), accounts.join('\n'));
  writeFileSync(at('payments.csv'), payments.join('\n'));
  writeFileSync(at('orphans.csv'), [...payments, 'P9999,A7,20,01.05.2023'].join('\n'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});
afterEach(() => printed.splice(0));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RELATIONS = [
  '--relation',
  'payment.account=account.account_id',
  '--relation',
  'account.branch=branch.branch_no',
];
const fit = (payments: string, ...more: string[]) =>
  fitCommand([
    '--table',
    `payment=${at(payments)}`,
    '--table',
    `account=${at('accounts.csv')}`,
    '--table',
    `branch=${at('branches.csv')}`,
    ...RELATIONS,
    ...more,
  ]);
const sample = (...more: string[]) => sampleCommand([at('m.model'), '--seed', '5', ...more]);
const rowsOf = (path: string) =>
  readFileSync(at(path), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));

test('files that name one another are learned, and drawn into a folder', async () => {
  expect(await fit('payments.csv', '--out', at('m.model'), '--json')).toBe(0);
  expect(JSON.parse(printed[0]!)).toMatchObject({
    mode: 'balanced',
    kind: 'tables',
    tables: {
      branch: { rows: 3, kind: 'table', for: null, columns: { branch_no: 'key' } },
      account: { rows: 400, kind: 'siblings', for: 'branch', columns: { branch: 'reference' } },
      payment: { kind: 'siblings', for: 'account' },
    },
    left: [],
  });
  expect(await sample('--out', at('a'))).toBe(0);
  await sample('--out', at('b'));
  expect(readdirSync(at('a')).sort()).toEqual([
    'account.csv',
    'branch.csv',
    'contents.json',
    'payment.csv',
  ]);
  for (const name of readdirSync(at('a')))
    expect(readFileSync(at(`a/${name}`))).toEqual(readFileSync(at(`b/${name}`)));
  const accounts = rowsOf('a/account.csv');
  const typeOf = new Map(accounts.map(([id, , type]) => [id, type]));
  const openedOn = new Map(
    accounts.map(([id, , , opened]) => [id, opened!.split('.').reverse().join()]),
  );
  const payments = rowsOf('a/payment.csv');
  expect(payments.every(([, account]) => typeOf.has(account))).toBe(true);
  expect(
    payments.every(
      ([, account, , day]) => day!.split('.').reverse().join() >= openedOn.get(account)!,
    ),
  ).toBe(true);
  // Three payments per current account, one per other account.
  const current = payments.filter(([, account]) => typeOf.get(account) === 'current').length;
  const others = accounts.filter(([, , type]) => type === 'current').length;
  expect(current / others).toBeCloseTo(3, 0);
});

test('rows and scale of tables that name no other can be asked for, and no more', async () => {
  await fit('payments.csv', '--out', at('m.model'));
  await sample('--scale', '2', '--out', at('c'));
  expect(rowsOf('c/branch.csv').length).toBe(6);
  await sample('--rows', 'branch=1', '--out', at('d'));
  expect(rowsOf('d/branch.csv').length).toBe(1);
  await expect(sample('--rows', 'account=9', '--out', at('e'))).rejects.toThrow(
    'follows from branch',
  );
  await expect(sample('--rows', '9', '--out', at('e'))).rejects.toThrow('TABLE=N');
  await expect(sample('--scale', '0', '--out', at('e'))).rejects.toThrow('--scale');
  await expect(sample('--threads', '2', '--out', at('e'))).rejects.toThrow('a single table');
  expect(readdirSync(folder)).not.toContain('e');
});

const typesIn = (path: string) => rowsOf(`${path}/account.csv`).map(([, , type]) => type);
const shareOf = (list: (string | undefined)[], value: string) =>
  list.filter((entry) => entry === value).length / list.length;

longTest('values are fixed, and shares set, in any table', async () => {
  await fit('payments.csv', '--out', at('m.model'));
  await sample('--given', 'account.type=savings', '--out', at('f'));
  expect(new Set(typesIn('f'))).toEqual(new Set(['savings']));
  // One payment per savings account.
  expect(rowsOf('f/payment.csv').length / rowsOf('f/account.csv').length).toBeCloseTo(1, 1);
  await sample('--rebalance', 'account.type=savings:0.2', '--out', at('g'));
  expect(Math.abs(shareOf(typesIn('g'), 'savings') - 0.2)).toBeLessThan(0.02);
  const refusals: [string[], string][] = [
    [['--given', 'type=savings'], '--given: expected TABLE.COLUMN=VALUE.'],
    [['--given', 'account.type=none'], 'is not among the modeled values'],
    [['--rebalance', 'account.type=savings'], '--rebalance: expected TABLE.COLUMN=VALUE:SHARE'],
    [['--rebalance', 'account.type=savings:1.5'], 'from 0 to 1'],
    [
      ['--rebalance', 'account.type=savings:.5', '--rebalance', 'branch.region=south:.5'],
      'all shares must be of one column',
    ],
  ];
  for (const [more, message] of refusals)
    await expect(sample(...more, '--out', at('h'))).rejects.toThrow(message);
  expect(readdirSync(folder)).not.toContain('h');
});

test('shares of a single table are set too', async () => {
  await fitCommand([at('accounts.csv'), '--out', at('one.model')]);
  const args = ['--seed', '5', '--rows', '200', '--out', at('one.csv')];
  await sampleCommand([at('one.model'), '--rebalance', 'type=savings:.25', ...args]);
  expect(rowsOf('one.csv').filter(([, , type]) => type === 'savings').length).toBe(50);
});

longTest('a holdout of linked tables follows their keys', async () => {
  await expect(fit('payments.csv', '--holdout', '.2', '--out', at('x.model'))).rejects.toThrow(
    'no table that others refer to has at least 500 rows',
  );
  const accounts = Array.from({ length: 600 }, (_, a) => `A${a},${a % 2 ? 'x' : 'y'}`);
  const notes = Array.from({ length: 1200 }, (_, n) => `N${n},A${n % 600},${n % 3}`);
  writeFileSync(at('a.csv'), ['account_id,kind', ...accounts].join('\n'));
  writeFileSync(at('n.csv'), ['note_id,account_id,mark', ...notes].join('\n'));
  const tables = ['--table', `a=${at('a.csv')}`, '--table', `n=${at('n.csv')}`];
  const relation = ['--relation', 'n.account_id=a.account_id'];
  const kept = ['--holdout-out', at('kept')];
  const more = ['--holdout', '.25', ...kept, '--json', '--out', at('x.model')];
  await fitCommand([...tables, ...relation, ...more]);
  const { a, n } = JSON.parse(printed[0]!).tables;
  expect(a.rows / 600).toBeCloseTo(0.75, 1);
  expect(n.rows).toBe(2 * a.rows);
  expect(rowsOf('kept/a.csv')).toHaveLength(600 - a.rows);
  expect(rowsOf('kept/n.csv')).toHaveLength(1200 - n.rows);
});

test('rows that name no row are refused, or left out where that is chosen, and reported', async () => {
  await expect(fit('orphans.csv', '--out', at('o.model'))).rejects.toThrow(
    /^1 of \d+ rows of payment have a account that does not exist in account.account_id, first in row \d+\.$/,
  );
  await fit('orphans.csv', '--out', at('o.model'), '--leave-orphans-out');
  expect(printed.join('')).toContain(
    '1 orphan rows of payment dropped: account has no match in account.account_id',
  );
});

longTest('wrong arguments are refused in one line', async () => {
  const out = ['--out', at('x.model')];
  await expect(fitCommand([at('accounts.csv'), '--table', 'a=b', ...out])).rejects.toThrow(
    'or --table arguments',
  );
  await expect(fitCommand(['--table', 'a', ...out])).rejects.toThrow('NAME=FILE');
  await expect(fitCommand([at('accounts.csv'), '--relation', 'a.b=c.d', ...out])).rejects.toThrow(
    'requires --table',
  );
  await expect(fit('payments.csv', '--relation', 'a=b', ...out)).rejects.toThrow(
    'CHILD.COLUMN=PARENT.COLUMN',
  );
  await expect(fit('payments.csv', '--mode', 'best', ...out)).rejects.toThrow('--mode: expected');
  await expect(fit('payments.csv', '--epsilon', '1', ...out)).rejects.toThrow(
    'Keys link 36 % of all rows to each other',
  );
  await expect(fit('payments.csv', '--unit', 'account.type', ...out)).rejects.toThrow(
    'a single file',
  );
  await expect(fit('payments.csv', '--entity', 'account.type', ...out)).rejects.toThrow(
    'Table account can have no entity column',
  );
  await expect(fit('payments.csv', '--role', 'payment.x=text', ...out)).rejects.toThrow(
    'Column payment.x not found',
  );
  await expect(fit('payments.csv', '--table', 'payment=y', ...out)).rejects.toThrow('twice');
  await fit('payments.csv', '--role', 'payment.amount=text', '--json', ...out);
  expect(JSON.parse(printed[0]!).tables.payment.columns.amount).toBe('text');
});

longTest(
  'rules of one of linked tables hold in its rows; a table or rule that is unknown is refused',
  async () => {
    const rules = ['--rule', 'payment: amount = 25', '--no-rule', 'payment: amount is empty'];
    await expect(fit('payments.csv', '--out', at('r.model'), ...rules)).rejects.toThrow(
      'No rule "amount is empty" was found',
    );
    await expect(
      fit('payments.csv', '--out', at('r.model'), '--rule', 'loan: a = b'),
    ).rejects.toThrow('there is no table "loan"');
    await expect(
      fit('payments.csv', '--out', at('r.model'), '--rule', 'amount = 25'),
    ).rejects.toThrow('expected "TABLE: RULE"');
    await fit('payments.csv', '--out', at('r.model'), ...rules.slice(0, 2));
    await sampleCommand([at('r.model'), '--seed', '5', '--out', at('ruled')]);
    const amounts = rowsOf('ruled/payment.csv').map((row) => Number(row[2]));
    expect(new Set(amounts)).toEqual(new Set([25]));
  },
);

test('a parent table of its key alone is learned', async () => {
  const names = ['account_id', ...Array.from({ length: 400 }, (_, a) => `A${1000 + a}`)];
  writeFileSync(at('names.csv'), names.join('\n'));
  const tables = ['--table', `name=${at('names.csv')}`, '--table', `payment=${at('payments.csv')}`];
  const relation = ['--relation', 'payment.account=name.account_id'];
  await fitCommand([...tables, ...relation, '--out', at('n.model')]);
  await sampleCommand([at('n.model'), '--seed', '5', '--out', at('named')]);
  const keys = new Set(rowsOf('named/name.csv').map(([key]) => key));
  expect(keys.size).toBe(400);
  expect(rowsOf('named/payment.csv').every(([, account]) => keys.has(account))).toBe(true);
  await expect(fitCommand([at('names.csv'), '--out', at('n.model')])).rejects.toThrow(
    'it has a single text column',
  );
});

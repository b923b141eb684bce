import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseAmount } from '../platform/formats/amount.ts';
import { type ScannedText, scanContent } from '../platform/formats/scan-text.fixture.ts';
import { WRITTEN_BANK_FORMATS, type WrittenBankFormat } from '../shared/bank-formats.ts';
import { exportCommand } from './export.ts';
import { simulateCommand } from './simulate/simulate.ts';

let folder: string;
const at = (name: string) => join(folder, name);

/** Names files of a folder without their list. */
const statementsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name !== 'contents.json')
    .sort();

async function run(
  command: (args: string[]) => Promise<number>,
  ...args: string[]
): Promise<string> {
  const printed: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(await command(args)).toBe(0);
    return printed.join('');
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

type Transaction = Record<string, string>;
const banks: Record<string, Transaction[]> = {};

function table(path: string): Transaction[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  const names = header!.split(',');
  return lines.map((line) => {
    const values = line
      .match(/("([^"]|"")*"|[^,]*)(,|$)/g)!
      .map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, ''));
    return Object.fromEntries(names.map((name, i) => [name, values[i]!]));
  });
}

async function simulate(name: string, country: string, transactions: string) {
  const size = ['--customers', '25', '--accounts', '40', '--transactions', transactions];
  await run(simulateCommand, ...size, '--seed', '7', '--preset', country, '--out', at(name));
  banks[name] = table(at(`${name}/transactions.csv`)).filter(({ status }) => status === 'posted');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'export-statements-'));
  await simulate('us', 'us-community-bank', '900');
  await simulate('eu', 'eu-retail-bank', '450');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function written(bank: string, format: WrittenBankFormat, ...more: string[]) {
  const out = at(`${bank}-${format}-${more.join('')}`);
  const summary = JSON.parse(
    await run(exportCommand, at(bank), '--format', format, '--out', out, '--json', ...more),
  );
  const files: ScannedText[] = [];
  for (const name of statementsIn(out))
    files.push(await scanContent(readFileSync(join(out, name))));
  return { summary, files, rows: files.flatMap(({ rows }) => rows) };
}

const ORDERED =
  'transfer_out wire_out payroll rent bill_payment standing_order loan_payment card_payment business_payment'.split(
    ' ',
  );

function carried(bank: string, format: WrittenBankFormat): Transaction[] {
  const rows = banks[bank]!;
  if (format === 'nacha')
    return rows.filter(({ channel, amount }) => channel === 'ACH' && amount !== '0.00');
  if (format === 'pain.001')
    return rows.filter(({ type, amount }) => ORDERED.includes(type!) && amount!.startsWith('-'));
  return rows;
}

const idOf = (row: ScannedText['rows'][number], format: WrittenBankFormat): string =>
  (format === 'nacha' ? row.reference : row.bank_reference)!;

/** Each format of one bank but a variant of camt, and all of both in the long run. */
const cases = (['us', 'eu'] as const).flatMap((bank) =>
  WRITTEN_BANK_FORMATS.filter((format) =>
    bank === 'us'
      ? process.env.TEST_LONG || format === 'nacha'
      : format !== 'nacha' && (process.env.TEST_LONG || format !== 'camt.052'),
  ).map((format) => ({ bank, format })),
);

describe.each(cases)('the ledger of $bank as $format', ({ bank, format }) => {
  test('comes back row by row: amounts, days, accounts; all totals tie', async () => {
    const { rows, files, summary } = await written(bank, format);
    const ledger = carried(bank, format);
    expect(ledger.length).toBeGreaterThan(20);
    expect(rows).toHaveLength(ledger.length);
    for (const { facts } of files) expect(facts.mismatches).toEqual([]);
    const byId = new Map(rows.map((row) => [idOf(row, format), row]));
    const width = idOf(rows[0]!, format).length;
    const accounts = new Map(
      table(at(`${bank}/accounts.csv`)).map((account) => [account.account_id, account]),
    );
    for (const transaction of ledger) {
      const row = byId.get(transaction.txn_id!.slice(-width))!;
      const { account_number: number, account_id: id } = accounts.get(transaction.account_id)!;
      expect([row.amount, row.currency, row.booking_date]).toEqual([
        transaction.amount,
        transaction.currency,
        // Orders state the day of their execution.
        format === 'pain.001' ? transaction.value_date : transaction.txn_ts!.slice(0, 10),
      ]);
      // OFX limits account ids to 22 characters.
      expect(row.account).toBe(format === 'ofx' && number!.length > 22 ? id : number);
      if (['camt.053', 'camt.052', 'mt940', 'bai2'].includes(format))
        expect(row.balance).toBe(transaction.balance_after);
    }
    const sum = ledger.reduce(
      (all, { amount }) => all + parseAmount(amount!.replace('-', ''))!,
      0n,
    );
    const stated = summary.files.reduce(
      (all: bigint, file: { sum: string }) => all + parseAmount(file.sum)!,
      0n,
    );
    expect(stated).toBe(sum);
  });
});

test('numbers and balances of statements continue from month to month', async () => {
  const { files } = await written('us', 'mt940');
  const statements = files.flatMap(({ facts }) => facts.listed);
  expect(files.length).toBeGreaterThan(1);
  const last = new Map<string | null, (typeof statements)[number]>();
  let chained = 0;
  for (const statement of statements) {
    const before = last.get(statement.account);
    expect(Number(statement.id!.split('/')[0])).toBe(
      before ? Number(before.id!.split('/')[0]) + 1 : 1,
    );
    if (before) {
      expect(statement.opening).toBe(before.closing);
      chained++;
    }
    last.set(statement.account, statement);
  }
  expect(chained).toBeGreaterThan(5);
});

test('one account and some days can be chosen; their balances are those of the whole', async () => {
  const { account_id: account } = banks.us!.find(({ account_id: id }) =>
    banks.us!.some((other) => other.account_id === id && other.txn_ts! < '2025-12'),
  )!;
  const { rows, files } = await written(
    'us',
    'camt.053',
    '--account',
    account!,
    '--from',
    '2025-12-01',
  );
  const ledger = banks.us!.filter(
    ({ account_id: id, txn_ts: time }) => id === account && time! >= '2025-12',
  );
  expect(rows.map(({ amount, balance }) => [amount, balance])).toEqual(
    ledger.map(({ amount, balance_after: balance }) => [amount, balance]),
  );
  expect(files).toHaveLength(1);
});

test('exports a table of movements as statements by its column roles', async () => {
  const csv = at('movements.csv');
  const { writeFileSync } = await import('node:fs');
  const days = Array.from({ length: 30 }, (_, i) => `2026-03-${String(i + 1).padStart(2, '0')}`);
  const lines = days.map(
    (day, i) => `${day};Shop ${i};-${i + 1}.50;${1000 - ((i + 1) * (i + 2)) / 2 - (i + 1) / 2};EUR`,
  );
  writeFileSync(csv, `Booking date;Description;Amount;Balance;Currency\n${lines.join('\n')}\n`);
  const out = at('movements');
  await run(exportCommand, csv, '--format', 'camt.053', '--out', out);
  const { facts, rows } = await scanContent(readFileSync(join(out, 'camt.053-2026-03.xml')));
  expect(facts.mismatches).toEqual([]);
  expect(facts.listed[0]).toMatchObject({
    opening: '1000.00 EUR',
    entries: 30,
    closing: '520.00 EUR',
  });
  expect(rows[0]).toMatchObject({ description: 'Shop 0', amount: '-1.50' });
});

describe('a file whose amounts have a word for their side', () => {
  const write = (name: string, side: string) => {
    const rows = [
      ['2025-01-02', '100.00', 'C'],
      ['2025-01-03', '20.00', 'D'],
      ['2025-01-04', '5.00', side],
    ];
    const lines = rows.map(([date, amount, word]) => ['A1', date, amount, word].join(','));
    const text = ['account,booking_date,amount,direction', ...lines, ''].join('\n');
    writeFileSync(at(name), text);
    return ['--format', 'mt940', '--currency', 'EUR', '--out', at(`${name} out`)];
  };

  test('is written with debits below zero', async () => {
    await run(exportCommand, at('sides.csv'), ...write('sides.csv', 'D'));
    const [statement] = statementsIn(at('sides.csv out'));
    const { rows } = await scanContent(readFileSync(at(`sides.csv out/${statement}`)));
    expect(rows.map(({ amount }) => amount)).toEqual(['100.00', '-20.00', '-5.00']);
  });

  test('is refused by the row whose word says neither', async () => {
    await expect(exportCommand([at('neither.csv'), ...write('neither.csv', '')])).rejects.toThrow(
      'Row R0000000003 of account A1: it has no amount, or no debit/credit marker.',
    );
  });
});

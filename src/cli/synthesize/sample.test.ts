import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { streamFor } from '../../engines/random/stream.ts';
import { fit, type Model, modelToBytes, sample } from '../../engines/synthesize/index.ts';
import { formatTable } from '../../engines/table/format-table.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { writeCsv } from '../../platform/tabular/delimited/write-csv.ts';
import { fitCommand } from './fit.ts';
import { sampleCommand } from './sample.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const models: Record<string, Model> = {};

function payments(order: 'account' | 'time'): Model {
  const stream = streamFor(4n, 0, 0);
  const rows: string[][] = [];
  for (let account = 0; account < 300; account++) {
    for (let day = stream.below(40); day < 365; day += 15 + stream.below(60)) {
      const on = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);
      rows.push([`A${1000 + account}`, on, String(5 + stream.below(90)), 'card']);
    }
  }
  if (order === 'time') rows.sort((a, b) => (a[1]! < b[1]! ? -1 : a[1] === b[1] ? 0 : 1));
  const names = ['account_id', 'date', 'amount', 'kind'];
  const columns = names.map((_, c) => rows.map((row) => row[c]!));
  return fit(parseColumns(names, columns), { mode: 'balanced', seed: 1n });
}

function customers(): Model {
  const stream = streamFor(2n, 0, 0);
  const rows = Array.from({ length: 500 }, (_, i) => {
    const age = 18 + stream.below(70);
    const plan = ['basic', 'gold, old', 'plus'][stream.below(3)]!;
    return [`P${1000 + i}`, String(age), plan, `${(age * 31 + stream.below(9000)) / 100}`];
  });
  const names = ['person_id', 'age', 'plan', 'amount'];
  const columns = names.map((_, c) => rows.map((row) => row[c]!));
  return fit(parseColumns(names, columns), { mode: 'fidelity', seed: 1n });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sample-'));
  models.customers = customers();
  models.accounts = payments('account');
  models.days = payments('time');
  for (const [name, model] of Object.entries(models))
    writeFileSync(at(`${name}.model`), modelToBytes(model));
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
});
afterEach(() => {
  for (const name of readdirSync(folder)) if (!name.endsWith('.model')) rmSync(at(name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const draw = (name: string, rows: number, ...more: string[]) =>
  sampleCommand([
    ...[at(`${name}.model`), '--rows', String(rows), '--seed', '7', '--out', at('out.csv')],
    ...more,
  ]);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function plainly(model: Model, rows: number, given = {}): Promise<string> {
  const { names, textColumns } = formatTable(sample(model, { rows, seed: 7n, given }));
  const chunks: Buffer[] = [];
  for await (const chunk of writeCsv(names, [textColumns])) chunks.push(chunk);
  return hashOf(Buffer.concat(chunks));
}

// Three blocks: one of two threads samples twice.
test.each([
  ...(process.env.TEST_LONG
    ? ([
        ['customers', 140_000, ['2']],
        ['days', 12_000, ['2']],
      ] as const)
    : []),
  ['accounts', 12_000, process.env.TEST_LONG ? ['2', '3'] : ['2']],
] as const)(
  'rows of %s are the same bytes from so many threads as from one',
  async (name, rows, counts) => {
    const expected = await plainly(models[name]!, rows);
    for (const threads of counts) {
      expect(await draw(name, rows, '--threads', threads)).toBe(0);
      expect(hashOf(readFileSync(at('out.csv'))), `${threads} threads`).toBe(expected);
    }
  },
);

test('the models are of the kinds meant', () => {
  const kinds = Object.fromEntries(
    Object.entries(models).map(([name, { core }]) => [
      name,
      core.kind === 'sequence' ? `sequence, ${core.sortedByTime ? 'time' : 'account'}` : core.kind,
    ]),
  );
  expect(kinds).toEqual({
    customers: 'trees',
    accounts: 'sequence, account',
    days: 'sequence, time',
  });
});

longTest('given values hold in several threads; what cannot be drawn leaves no file', async () => {
  await draw('customers', 70_000, '--threads', '2', '--given', 'plan=plus');
  const expected = await plainly(models.customers!, 70_000, { plan: 'plus' });
  expect(hashOf(readFileSync(at('out.csv')))).toBe(expected);
  for (const name of ['out.csv', 'out.csv.contents.json']) rmSync(at(name));
  for (const threads of ['1', '2']) {
    const drawing = draw('customers', 70_000, '--threads', threads, '--given', 'plan=none');
    await expect(drawing).rejects.toThrow('"none"');
    expect(readdirSync(folder).filter((name) => !name.endsWith('.model'))).toEqual([]);
  }
  await expect(draw('customers', 5, '--threads', '0')).rejects.toThrow('--threads');
});

test.each(process.env.TEST_LONG ? ['1', '2'] : ['2'])(
  'Ctrl-C with %s threads leaves nothing half',
  async (threads) => {
    const main = fileURLToPath(new URL('../main.ts', import.meta.url));
    const endless = ['--rows', '900000000', '--seed', '1', '--out', at('out.csv')];
    const args = [main, 'sample', at('customers.model'), ...endless, '--threads', threads];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const drafts = () => readdirSync(folder).filter((name) => name.endsWith('.tmp'));
    await vi.waitFor(
      () => expect(drafts().some((name) => readFileSync(at(name)).length > 1000)).toBe(true),
      { timeout: 30_000, interval: 50 },
    );
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    expect(said).toContain('nothing was written');
    expect(readdirSync(folder).filter((name) => !name.endsWith('.model'))).toEqual([]);
  },
);

describe.each([
  ['semicolons, LF, windows-1252', { delimiter: ';', lineEnd: '\n', encoding: 'latin1', mark: '' }],
  ['tabs, CRLF, UTF-16', { delimiter: '\t', lineEnd: '\r\n', encoding: 'utf16le', mark: '\ufeff' }],
  [
    'bars, LF, a byte order mark',
    { delimiter: '|', lineEnd: '\n', encoding: 'utf8', mark: '\ufeff' },
  ],
] as const)('a file of %s', (_, { delimiter, lineEnd, encoding, mark }) => {
  const names = ['Größe', '"Betrag, netto"', 'Art', 'Tag'];
  const source = Array.from({ length: 400 }, (__, i) => [
    String(10 + (i % 40)),
    `"${i % 900},${String(i % 100).padStart(2, '0')}"`,
    ['Gebühr', 'Ein|Aus;gang\t'.replaceAll(delimiter, ' ').trim(), 'Lohn'][i % 3]!,
    `${String(1 + (i % 28)).padStart(2, '0')}.03.2026`,
  ]);
  const textOf = (rows: readonly (readonly string[])[]) =>
    mark + rows.map((row) => row.join(delimiter) + lineEnd).join('');
  const read = (name: string) =>
    new TextDecoder(
      encoding === 'latin1' ? 'windows-1252' : encoding === 'utf16le' ? 'utf-16le' : 'utf-8',
      { ignoreBOM: true, fatal: true },
    ).decode(readFileSync(at(name)));

  test('is written in the same dialect, and plainly on request', async () => {
    writeFileSync(at('source.csv'), Buffer.from(textOf([names, ...source]), encoding));
    await fitCommand([at('source.csv'), '--out', at('source.model')]);
    const draw = (...more: string[]) =>
      sampleCommand([
        at('source.model'),
        '--rows',
        '50',
        '--seed',
        '1',
        '--out',
        at('out.csv'),
        ...more,
      ]);
    await draw();
    const written = read('out.csv');
    expect(written.startsWith(`${mark}${names.join(delimiter)}${lineEnd}`)).toBe(true);
    const lines = written.split(lineEnd).slice(1, -1);
    expect(lines).toHaveLength(50);
    const cells = lines.map((line) => line.split(delimiter));
    const strange = cells.filter(
      ([size, amount, kind, day]) =>
        !/^\d\d$/.test(size!) ||
        !/^"\d{1,3},\d\d"$/.test(amount!) ||
        !source.some((row) => row[2] === kind) ||
        !/^\d\d\.03\.2026$/.test(day!),
    );
    expect(strange).toEqual([]);
    await draw('--dialect', 'plain');
    const plain = readFileSync(at('out.csv'), 'utf8').split('\r\n');
    expect(plain[0]).toBe('Größe,"Betrag, netto",Art,Tag');
    expect(plain).toHaveLength(52);
    await expect(draw('--dialect', 'excel')).rejects.toThrow('--dialect: expected source or plain');
    for (const name of ['source.csv', 'source.model', 'out.csv']) rmSync(at(name));
  });
});

test('the header names only the columns of the file if sequences keep its order', async () => {
  const lines = Array.from(
    { length: 120 },
    (_, i) => `P${10 + Math.floor(i / 10)},${i % 7},${i % 3}`,
  );
  writeFileSync(at('owned.csv'), `owner_id,points,round\n${lines.join('\n')}\n`);
  await fitCommand([at('owned.csv'), '--entity', 'owner_id', '--out', at('owned.model')]);
  const args = ['--rows', '20', '--seed', '1', '--dialect', 'plain', '--out', at('owned out.csv')];
  await sampleCommand([at('owned.model'), ...args]);
  const drawn = readFileSync(at('owned out.csv'), 'utf8').split('\r\n');
  expect(drawn[0]).toBe('owner_id,points,round');
  expect(drawn[1]).toMatch(/^P\d+,\d,\d$/);
  for (const name of ['owned.csv', 'owned.model', 'owned out.csv']) rmSync(at(name));
});

longTest(
  'the running balance of a statement stays true, whichever number of threads draws it',
  async () => {
    const stream = streamFor(6n, 0, 0);
    let balance = 250_000;
    const lines = Array.from({ length: 600 }, (_, i) => {
      const cents = stream.below(20_000) - 9_500;
      balance += cents;
      const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(i / 3))).toISOString().slice(0, 10);
      return `${day},${['rent', 'food', 'wages'][stream.below(3)]},${(cents / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
    });
    writeFileSync(at('statement.csv'), `date,text,amount,balance\n${lines.join('\n')}\n`);
    await fitCommand([at('statement.csv'), '--out', at('statement.model')]);
    const draw = async (threads: string) => {
      const out = at(`drawn ${threads}.csv`);
      const rows = ['--rows', '60000', '--seed', '3', '--threads', threads];
      await sampleCommand([at('statement.model'), ...rows, '--out', out]);
      return readFileSync(out, 'utf8');
    };
    const drawn = await draw('1');
    expect(await draw('2')).toBe(drawn);
    const rows = drawn
      .trimEnd()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','));
    expect(rows).toHaveLength(60_000);
    const cents = (text: string) => Math.round(Number(text) * 100);
    const broken = rows.filter(
      (row, i) => i > 0 && cents(row[3]!) - cents(rows[i - 1]![3]!) !== cents(row[2]!),
    );
    expect(broken).toEqual([]);
    rmSync(at('statement.model'));
  },
);

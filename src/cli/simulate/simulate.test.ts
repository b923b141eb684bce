import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rowsOf, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import { simulateCommand } from './simulate.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulate-'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const size = [
  '--customers',
  '4200',
  '--accounts',
  '5000',
  '--transactions',
  '12000',
  '--seed',
  '77',
];
const run = (name: string, ...more: string[]) =>
  simulateCommand([...size, '--out', join(folder, name), ...more]);
const read = (name: string, file: string) => readFileSync(join(folder, name, file));

test('parts joined in order equal the single files, and the manifest names their hashes', async () => {
  expect(await run('whole')).toBe(0);
  for (const part of [3, 1, 7, 2, 6, 4, 5]) await run('parts', '--shard', `${part}/7`);
  const manifest = JSON.parse(read('whole', 'manifest.json').toString());
  for (const table of ['customers', 'accounts', 'transactions', 'ground_truth']) {
    const parts = readdirSync(join(folder, 'parts')).filter((f) => f.startsWith(`${table}.part-`));
    expect(parts.sort()[0]).toBe(`${table}.part-0001-of-0007.csv`);
    const joined = Buffer.concat(parts.sort().map((file) => read('parts', file)));
    const whole = read('whole', `${table}.csv`);
    expect(joined.equals(whole)).toBe(true);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    expect(manifest.files.find((f: { name: string }) => f.name === `${table}.csv`).sha256).toBe(
      sha256,
    );
  }
  expect(manifest).toMatchObject({
    seed: '77',
    engineVersion: '2.9.0',
    laundering: 12,
    launderingShare: 0.001,
  });
  expect(manifest.realism.figures.length).toBeGreaterThan(15);
  expect(read('whole', 'customers.csv').toString().split('\r\n')[0]).toBe(
    'customer_id,full_name,email,city,risk_segment,join_date,country,phone,birth_year,household_id,employment,monthly_income',
  );
});

test('Parquet holds the same rows with typed columns', async () => {
  await run('parquet', '--format', 'parquet');
  const path = join(folder, 'parquet', 'transactions.parquet');
  const [row] = await withDuckDb({ paths: [path] }, (connection) =>
    rowsOf(
      connection,
      `select count(*)::int, count(*) filter (aml_flag)::int, typeof(any_value(amount)), typeof(any_value(txn_ts))
         from read_parquet(${sqlPath(path)})`,
    ),
  );
  expect(row).toEqual([12000, 12, 'DECIMAL(18,2)', 'TIMESTAMP WITH TIME ZONE']);
});

const printed = async (...more: string[]): Promise<string> => {
  const write = vi.mocked(process.stdout.write);
  write.mockClear();
  expect(await simulateCommand([...size, ...more])).toBe(0);
  return write.mock.calls.map(([text]) => String(text)).join('');
};

test('a preview shows the first rows of the file that would be written', async () => {
  await run('all');
  const lines = read('all', 'transactions.csv').toString().split('\r\n');
  expect(await printed('--preview', '100')).toBe(`${lines.slice(0, 101).join('\r\n')}\r\n`);
});

test('a dry run reports what a run generates, and its bytes within a fifth', async () => {
  const plan = JSON.parse(await printed('--dry-run'));
  expect(plan).toMatchObject({
    customers: 4200,
    accounts: 5000,
    transactions: 12000,
    laundering: 12,
  });
  await run('made');
  const { files } = JSON.parse(read('made', 'manifest.json').toString());
  const bytes = files.reduce((sum: number, file: { bytes: number }) => sum + file.bytes, 0);
  expect(Math.abs(plan.csvBytes / bytes - 1)).toBeLessThan(0.2);
});

test('parts of an insurer joined in order equal its single files; its manifest adds the triangle', async () => {
  const book = ['--preset', 'motor-insurer', '--customers', '1001', '--accounts', '1100'];
  const write = (name: string, ...more: string[]) =>
    simulateCommand([...book, '--seed', '7', '--out', join(folder, name), ...more]);
  await write('insurer');
  for (const part of [2, 1]) await write('insurer-parts', '--shard', `${part}/2`);
  const { files, reserving, realism } = JSON.parse(read('insurer', 'manifest.json').toString());
  const names = files.map(({ name }: { name: string }) => name);
  expect(names).toHaveLength(12);
  for (const name of names.filter((name: string) => name !== 'triangle.csv')) {
    const [first, second] = [1, 2].map((part) =>
      read('insurer-parts', name.replace('.csv', `.part-000${part}-of-0002.csv`)),
    );
    expect(Buffer.concat([first!, second!]).equals(read('insurer', name))).toBe(true);
  }
  expect(reserving).toHaveLength(5);
  expect(realism.figures.length).toBeGreaterThan(10);
  await expect(write('x', '--country', 'DE')).rejects.toThrow('--country applies to banks');
});

test('wrong arguments are refused in one line', async () => {
  await expect(run('x', '--preset', 'bank')).rejects.toThrow('--preset: expected one of');
  await expect(run('x', '--shard', '3/2')).rejects.toThrow('--shard: expected k/n');
  await expect(run('x', '--format', 'xml')).rejects.toThrow('--format: expected');
  await expect(run('x', '--aml-rate', 'a')).rejects.toThrow('laundering rate');
  await expect(simulateCommand(['--customers', '1', '--seed', '1'])).rejects.toThrow('--out');
  await expect(simulateCommand(['--out', folder, '--customers', '1'])).rejects.toThrow('--seed');
});

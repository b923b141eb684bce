import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import type { SourceFile } from './analyzed-files.ts';
import type { DecidedRow } from './learning/decided-rows.ts';
import { readAnalyzed } from './read-analyzed.ts';
import { storedRows } from './stored-rows.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read analyzed '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const dataset = (filename: string, text: string) => storedRows(folder, filename, text);

const signal = { aborted: false };
const FDR = { method: 'false-discovery', alpha: 0.05, baselineId: 'known' } as const;

const decided = (row: number): DecidedRow => ({
  ...{ sourceId: 'F', isDataset: true, row, label: 1, decidedAt: 0, reason: null, at: null },
  names: {},
});

async function read(
  file: SourceFile,
  options: {
    baseline?: SourceFile;
    threshold?: Parameters<typeof readAnalyzed>[1];
    confirmed?: number[];
  } = {},
) {
  const { baseline = null, threshold = null, confirmed = [] } = options;
  const progress: ThreadProgress[] = [];
  const reading = readAnalyzed(
    { file, baseline, decided: confirmed.map(decided), sourceId: 'F', roles: {}, maxRows: 100 },
    threshold,
    signal,
  );
  for (;;) {
    const step = await reading.next();
    if (step.done) return { ...step.value, progress };
    progress.push(step.value);
  }
}

const ROWS = 'account,amount\nA1,10.50\nA2,7.25\n';

test('a dataset is read with the types it was stored with, and the threshold is passed on', async () => {
  const threshold = { method: 'capacity', rows: 5 } as const;
  const analyzed = await read(await dataset('rows.csv', ROWS), { threshold });
  expect(analyzed.table.rows).toBe(2);
  expect(analyzed.table.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ['account', 'category'],
    ['amount', 'number'],
  ]);
  expect(analyzed.threshold).toEqual(threshold);
  expect(analyzed.progress[0]).toEqual({ kind: 'progress', stage: 'reading', done: 0, total: 2 });
});

test("a batch's own file is read as its dataset would be, and says first how long it is", async () => {
  const path = join(folder, 'batch.csv');
  await writeFile(path, ROWS);
  const workPath = join(folder, 'work.parquet');
  const batch: SourceFile = { format: 'csv', filename: 'Batch', path, rows: 2, workPath };
  const analyzed = await read(batch);
  expect(analyzed.table).toEqual((await read(await dataset('same.csv', ROWS))).table);
  expect(analyzed.progress[0]).toEqual({ kind: 'progress', stage: 'reading', done: 0, total: 2 });
  expect(analyzed.threshold).toBeNull();
});

test('a baseline is read in the order of the columns that are analyzed', async () => {
  const file = await dataset('rows.csv', ROWS);
  const baseline = await dataset('known.csv', 'more,amount,account\nx,1.00,A9\n');
  const { threshold } = await read(file, { baseline, threshold: FDR });
  expect(threshold).toMatchObject({ method: 'false-discovery', alpha: 0.05 });
  if (threshold?.method !== 'false-discovery') throw new Error('another method');
  expect(threshold.baseline.rows).toBe(1);
  expect(threshold.baseline.columns.map(({ name }) => name)).toEqual(['account', 'amount']);
});

test('a baseline that lacks columns, or holds another type in one, is refused by name', async () => {
  const file = await dataset('rows.csv', ROWS);
  const narrow = await dataset('narrow.csv', 'other\nx\ny\n');
  await expect(read(file, { baseline: narrow, threshold: FDR })).rejects.toMatchObject({
    code: 'bad_request',
    message: 'narrow.csv lacks the columns account, amount of rows.csv.',
  });
  const wordy = await dataset('wordy.csv', 'account,amount\nA1,much\nA2,little\n');
  await expect(read(file, { baseline: wordy, threshold: FDR })).rejects.toMatchObject({
    code: 'bad_request',
    message: 'Column amount has a different type in the baseline dataset.',
  });
  await expect(read(file, { threshold: FDR })).rejects.toThrow('the baseline is missing');
});

test('rows that reviewers confirmed, counted from 1, are marked where they are read', async () => {
  const few = await dataset('rows.csv', ROWS);
  expect([...(await read(few, { confirmed: [2] })).decisions.confirmed]).toEqual([0, 1]);
  expect([...(await read(few)).decisions.confirmed]).toEqual([0, 0]);
  const heights = Array.from({ length: 200 }, (_, i) => `${i}\n`).join('');
  const long = await dataset('heights.csv', `height\n${heights}`);
  const { decisions, fileRows } = await read(long, { confirmed: [3, 4, 200] });
  const marked = [...fileRows].filter((_row, i) => decisions.confirmed[i] === 1);
  // Every second row is read.
  expect(marked).toEqual([3, 199]);
});

test('an analysis that is cancelled stops reading', async () => {
  const reading = readAnalyzed(
    {
      file: await dataset('rows.csv', ROWS),
      baseline: null,
      decided: [],
      sourceId: 'F',
      roles: {},
      maxRows: 100,
    },
    null,
    {
      aborted: true,
    },
  );
  await reading.next();
  await expect(reading.next()).rejects.toThrow(/cancel/i);
});

describe('of a file with more rows than are analyzed at once', () => {
  const lines = (rows: number, line: (i: number) => string) =>
    Array.from({ length: rows }, (_, i) => `${line(i)}\n`).join('');

  test('accounts are read whole, each row at its own place, and as many as fit', async () => {
    // 40 accounts of 5 rows, spread over the file: 100 rows hold at most 20 of them.
    const text = `account,amount\n${lines(200, (i) => `A${i % 40},${i + 1}.00`)}`;
    const analyzed = await read(await dataset('accounts.csv', text));
    expect(analyzed.sampledBy).toBe('account');
    const [account, amount] = analyzed.table.columns;
    if (account?.kind !== 'category' || amount?.kind !== 'number') throw new Error('other kinds');
    const names = Array.from(account.codes, (code) => account.dictionary[code]!);
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(new Set(counts.values())).toEqual(new Set([5]));
    expect(counts.size).toBe(20);
    expect([...analyzed.fileRows].map((row) => `A${row % 40}`)).toEqual(names);
    expect([...amount.values]).toEqual([...analyzed.fileRows].map((row) => row + 1));
    expect(analyzed.rowsOfFile).toBe(200);
  });

  test('which accounts are chosen does not depend on the others in the file', async () => {
    const chosen = async (name: string, others: number) => {
      const accounts = 40 + others;
      const text = `account,amount\n${lines(accounts * 5, (i) => `A${i % accounts},1.00`)}`;
      const { table } = await read(await dataset(name, text));
      const [column] = table.columns;
      if (column?.kind !== 'category') throw new Error('another kind');
      return new Set(column.dictionary);
    };
    const few = await chosen('few.csv', 0);
    const more = await chosen('more.csv', 40);
    // Both samples hold 20 accounts, the first by hash.
    const ofFirst = [...more].filter((name) => Number(name.slice(1)) < 40);
    expect(ofFirst.length).toBeGreaterThan(5);
    expect(ofFirst.filter((name) => !few.has(name))).toEqual([]);
  });

  test('rows without an account stand alone; customers count where no column names accounts', async () => {
    const some = (i: number) => (i % 2 === 0 ? '' : `C${i % 20}`);
    const text = `customer,amount\n${lines(200, (i) => `${some(i)},${i}.00`)}`;
    const analyzed = await read(await dataset('customers.csv', text));
    expect(analyzed.sampledBy).toBe('customer');
    const nobody = [...analyzed.fileRows].filter((row) => row % 2 === 0).length;
    expect(nobody).toBeGreaterThan(20);
    expect(nobody).toBeLessThan(80);
  });

  test('without accounts, or with too large ones, an even sample of rows is read', async () => {
    const even = Array.from({ length: 100 }, (_, i) => 2 * i + 1);
    const plain = await dataset('plain.csv', `height,width\n${lines(200, (i) => `${i},${i * 2}`)}`);
    const large = await dataset('large.csv', `account,amount\n${lines(200, (i) => `A,${i}.00`)}`);
    for (const file of [plain, large]) {
      const analyzed = await read(file);
      expect(analyzed.sampledBy).toBeNull();
      expect([...analyzed.fileRows]).toEqual(even);
    }
  });
});

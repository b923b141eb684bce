import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnalysisInput, type AnalysisMessage, analyzeFile } from './analyze-file.ts';
import type { SourceFile } from './analyzed-files.ts';
import { countTaken, type PreviewInput, type PreviewMessage } from './count-taken.ts';
import { storedRows } from './stored-rows.fixture.ts';

const ROWS = 240;
const PARTNERS = 12;

/** 20 accounts with mutual payments; `A1` alone pays twelve others, one every other day. */
function transfers(): string {
  const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
  const usual = Array.from({ length: ROWS - PARTNERS }, (_, i) => {
    const from = 1 + ((i * 7) % 20);
    return `T${i},A${from},A${1 + ((from + (i % 2)) % 20)},${day(i % 100)},${40 + ((i * 13) % 50)}.00`;
  });
  const fan = Array.from({ length: PARTNERS }, (_, i) => `F${i},A1,X${i},${day(2 * i)},910.00`);
  return `${['transaction_id,account_id,counterparty_account,transaction_date,amount', ...usual, ...fan].join('\n')}\n`;
}

let folder: string;
let file: SourceFile;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analyze file '));
  file = await storedRows(folder, 'transfers.csv', transfers());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function said<Message>(generator: AsyncGenerator<Message>): Promise<Message[]> {
  const messages: Message[] = [];
  for await (const message of generator) messages.push(message);
  return messages;
}

const signal = { aborted: false };
const stopping = { aborted: false };
const input = () => ({
  file,
  baseline: null,
  decided: [],
  sourceId: 'F',
  roles: {},
  maxRows: 1000,
  seed: '7',
});

async function analyzed(change: Partial<AnalysisInput> = {}) {
  const request = { ...input(), threshold: null, windowDays: null, ranker: null, ...change };
  const end = (await said<AnalysisMessage>(analyzeFile(request, signal))).at(-1);
  if (end?.kind !== 'end') throw new Error('no end');
  return end.findings;
}

async function counted(change: Partial<PreviewInput> = {}) {
  const threshold = { method: 'capacity', rows: 9 } as const;
  const request = { ...input(), threshold, ...change };
  const end = (await said<PreviewMessage>(countTaken(request, signal))).at(-1);
  if (end?.kind !== 'end') throw new Error('no end');
  return end;
}

describe('an analysis', () => {
  test('reports progress and ends with the findings', async () => {
    const messages = await said(
      analyzeFile({ ...input(), threshold: null, windowDays: null, ranker: null }, signal),
    );
    expect(messages.filter(({ kind }) => kind === 'progress')).toEqual([
      { kind: 'progress', stage: 'reading', done: 0, total: 240 },
      { kind: 'progress', stage: 'finding patterns', done: 0, total: 240 },
      { kind: 'progress', stage: 'writing reasons', done: 240, total: 240 },
    ]);
    expect(messages.at(-1)).toMatchObject({ kind: 'end', findings: { rows: 240 } });
  });

  test('shows rows as the file writes them', async () => {
    const findings = await analyzed({ threshold: { method: 'capacity', rows: 9 } });
    expect(findings.columns).toEqual([
      'transaction_id',
      'account_id',
      'counterparty_account',
      'transaction_date',
      'amount',
    ]);
    expect(findings.cases).toHaveLength(9);
    const lines = transfers().split('\n');
    for (const { row, values } of findings.cases)
      expect(Object.values(values).join(',')).toBe(lines[row]);
  });

  test('uses the column roles set by a user', async () => {
    expect((await analyzed()).roles.account).toBe('account_id');
    const roles = { account: 'counterparty_account', counterparty: 'account_id' };
    expect((await analyzed({ roles })).roles).toMatchObject(roles);
  });

  test('limits a pattern to the requested days, seven by default', async () => {
    const fans = async (windowDays: number | null) =>
      (await analyzed({ windowDays })).patterns.filter(
        ({ kind, accounts }) => kind === 'fan-out' && accounts.includes('A1'),
      );
    expect((await fans(30))[0]?.rows).toHaveLength(PARTNERS);
    expect((await fans(null))[0]?.rows).toHaveLength(4);
  });

  test('flags 5,000 rows at most, and states the remedy for more', async () => {
    const lines = Array.from({ length: 5001 }, (_, i) => (i * 7919) % 10_007);
    const many = await storedRows(folder, 'many.csv', `height\n${lines.join('\n')}\n`);
    const threshold = { method: 'score', score: 0 } as const;
    await expect(analyzed({ file: many, maxRows: 10_000, threshold })).rejects.toMatchObject({
      code: 'bad_request',
      message:
        'This threshold flags 5001 rows; a batch can have at most 5000. Choose a higher threshold.',
    });
  });
});

describe('a preview', () => {
  test('reports progress and ends with the number of flagged rows', async () => {
    const threshold = { method: 'capacity', rows: 9 } as const;
    const messages = await said(countTaken({ ...input(), threshold }, signal));
    expect(messages).toMatchObject([
      { kind: 'progress', stage: 'reading', done: 0, total: 240 },
      { kind: 'progress', stage: 'scoring', done: 0, total: 240 },
      { kind: 'end', rows: 240, threshold: { taken: 9 } },
    ]);
  });

  test('counts what an analysis with the same seed takes', async () => {
    const threshold = { method: 'percentile', share: 0.05 } as const;
    const { kind: _kind, ...found } = await counted({ threshold });
    expect(found).toMatchObject({ rows: 240, sampledFrom: null, sampledBy: null });
    expect(found.threshold).toEqual((await analyzed({ threshold })).threshold);
    expect(found.threshold.taken).toBe(12);
  });

  test('names the number of sampled rows', async () => {
    const countedRows = await counted({ maxRows: 100 });
    expect(countedRows).toMatchObject({ sampledFrom: 240, sampledBy: 'account_id' });
    expect(countedRows.rows).toBeLessThanOrEqual(100);
  });
});

test.each([
  [
    'an analysis',
    () => analyzeFile({ ...input(), threshold: null, windowDays: null, ranker: null }, stopping),
  ],
  [
    'a preview',
    () => countTaken({ ...input(), threshold: { method: 'capacity', rows: 9 } }, stopping),
  ],
])('%s that is cancelled while it scores ends as cancelled', async (_what, begin) => {
  stopping.aborted = false;
  const work: AsyncGenerator<{ kind: string; stage?: string }> = begin();
  for (;;) {
    const { value, done } = await work.next();
    expect(done).toBe(false);
    if (value.stage !== 'reading') break;
  }
  stopping.aborted = true;
  await expect(work.next()).rejects.toMatchObject({ code: 'cancelled' });
});

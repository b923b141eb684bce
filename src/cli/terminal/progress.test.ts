import { afterEach, expect, test, vi } from 'vitest';
import { paceText, rowsProgress, stageProgress } from './progress.ts';

afterEach(() => vi.restoreAllMocks());

test.each<[Parameters<typeof paceText>[0], string]>([
  [{ done: 0, total: 12_000, seconds: 9, unit: 'rows' }, '0 % of 12,000 rows'],
  [{ done: 3000, total: 12_000, seconds: 0.5, unit: 'rows' }, '25 % of 12,000 rows'],
  [
    { done: 3000, total: 12_000, seconds: 2, unit: 'rows' },
    '25 % of 12,000 rows · 1,500 a second · 6 s left',
  ],
  [
    { done: 10, total: 1000, seconds: 2, unit: 'files' },
    '1 % of 1,000 files · 5 a second · 3 min 18 s left',
  ],
  [{ done: 0, total: 0, seconds: 2, unit: 'rows' }, '100 % of 0 rows'],
])('%j: %s', (work, expected) => {
  expect(paceText(work)).toBe(expected);
});

test('progress is written on a terminal, and nothing into a pipe', () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const isTty = process.stderr.isTTY;
  try {
    process.stderr.isTTY = false;
    rowsProgress(10, 'rows')(5);
    stageProgress()('fitting');
    expect(written).toEqual([]);
    process.stderr.isTTY = true;
    const rows = rowsProgress(10, 'rows');
    rows(5);
    rows(10);
    const stage = stageProgress();
    stage('fitting', 1, 4);
    stage('done');
    expect(written.map((line) => line.slice('\r\u001b[K'.length))).toEqual([
      '50 % of 10 rows',
      '',
      'fitting 25 % · 0 s',
      '',
    ]);
  } finally {
    process.stderr.isTTY = isTty;
  }
});

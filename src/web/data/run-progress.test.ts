import { expect, test } from 'vitest';
import type { Run } from './rows.ts';
import { runOf as run } from './run.fixture.ts';
import { runProgress } from './run-progress.ts';

const START = '2026-11-21T10:00:02Z';
const after = (seconds: number) => Date.parse(START) + seconds * 1000;
const ended = (kind: string, seconds: number, status: Run['status'] = 'completed') =>
  run({ kind, status, finished_at: new Date(after(seconds)).toISOString() });

test.each<[string, Partial<Run>, number, Run[], string]>([
  [
    'rows: rate and time left',
    { done: 250, total: 1000 },
    10,
    [],
    '250 of 1,000 · 25 a second · 10 s · about 30 s left',
  ],
  ['no estimate within five seconds', { done: 250, total: 1000 }, 4, [], '250 of 1,000 · 4 s'],
  ['nothing done yet', { total: 1000 }, 10, [], '0 of 1,000 · 10 s'],
  [
    'steps of a stage are no pace',
    { kind: 'measure', done: 9, total: 10 },
    10,
    [],
    '9 of 10 · 10 s',
  ],
  [
    'earlier runs of its kind, their median',
    { kind: 'measure', done: 9, total: 10 },
    10,
    [
      ended('measure', 30),
      ended('measure', 40),
      ended('measure', 900),
      ended('analyze', 2),
      ended('measure', 1, 'failed'),
    ],
    '9 of 10 · 10 s · about 30 s left',
  ],
  ['longer than usual', { kind: 'measure' }, 50, [ended('measure', 40)], '50 s · usually 40 s'],
  [
    'ended',
    { status: 'completed', total: 10, finished_at: new Date(after(3)).toISOString() },
    99,
    [ended('simulate', 40)],
    '3 s',
  ],
])('%s', (_case, part, seconds, others, expected) => {
  expect(runProgress(run(part), after(seconds), others)).toBe(expected);
});

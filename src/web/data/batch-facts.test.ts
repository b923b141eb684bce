import { describe, expect, test } from 'vitest';
import {
  batchTitle,
  formatDelta,
  formatEpsilon,
  guaranteeNote,
  isMeasured,
  kindOf,
  manifestOf,
  protectionOf,
  scoreState,
  withheldReason,
} from './batch-facts.ts';
import { generationLog as batch } from './generation-log.fixture.ts';
import type { GenerationLog, Run } from './rows.ts';

const run = (more: Partial<Run> = {}) =>
  ({ kind: 'generate', subject: {}, status: 'running', ...more }) as Run;

const source = { filename: 'ledger.csv' };
const privacy = { mechanism: 'gaussian', epsilon: 1.2345, delta: 1e-6, unit: 'person' };
const learned = (manifest: GenerationLog['manifest'], more: Partial<GenerationLog> = {}) =>
  batch({ manifest_id: 'm1', manifest, ...more });
const simulated = batch();
const blend = batch({
  entity_type: 'blend',
  manifest_id: 'm1',
  manifest: { source, request: { real: 125, count: 1000 } },
});

test('a batch is simulated, learned from an upload, or a blend', () => {
  expect(kindOf(simulated)).toBe('simulated');
  expect(kindOf(learned(null))).toBe('learned');
  expect(kindOf(blend)).toBe('blend');
});

test('a batch without a manifest has no facts, guarantee or protection', () => {
  expect(manifestOf(simulated)).toEqual({});
  expect(guaranteeNote(simulated)).toBeNull();
  expect(protectionOf(simulated)).toBeNull();
  expect(withheldReason(simulated)).toBeNull();
});

test.each([
  [1, '1'],
  [1.2345, '1.23'],
  [0.012345, '0.0123'],
  [10, '10'],
])('an epsilon of %f is written %s', (epsilon, text) => {
  expect(formatEpsilon(epsilon)).toBe(text);
});

test('a delta is a power of ten, with a real minus sign', () => {
  expect(formatDelta(1e-6)).toBe('1.0e−6');
  expect(formatDelta(2.34e-9)).toBe('2.3e−9');
});

describe('titles', () => {
  test.each([
    ['the name it was given', { ...blend, name: 'My batch' }, 'My batch'],
    ['what was simulated', simulated, 'Simulated transactions'],
    ['file and mode', learned({ source, request: { mode: 'balanced' } }), 'ledger.csv, balanced'],
    [
      'file and guarantee',
      learned({ source, request: { mode: 'private' }, notes: { privacy } }),
      'ledger.csv, private, ε 1.23',
    ],
    ['a file without a mode', learned({ source }), 'ledger.csv'],
    ['no file', learned({ request: { mode: 'fast' } }), 'Upload, fast'],
    ['a blend with its share', blend, 'ledger.csv, blend with 13% real rows'],
    ['a blend that is not made yet', { ...blend, manifest: { source } }, 'ledger.csv, blend'],
  ])('%s', (_, of, title) => {
    expect(batchTitle(of)).toBe(title);
  });

  test('before there is a manifest the run knows the file', () => {
    const making = run({ subject: { filename: 'ledger.csv' } });
    expect(batchTitle(learned(null), making)).toBe('ledger.csv');
    expect(batchTitle(learned(null), run({ subject: { filename: 7 } }))).toBe('Upload');
    expect(batchTitle(learned({ source: { filename: 'new.csv' } }), making)).toBe('new.csv');
  });
});

describe('word shown instead of a score', () => {
  const none = (word: string, reason: string) => ({ kind: 'none', word, reason });
  const both = (of: GenerationLog, measuring = false) =>
    (['privacy_score', 'quality_score'] as const).map((which) => scoreState(of, which, measuring));
  const same = (state: unknown) => [state, state];

  test('the score of a learned batch, a zero too', () => {
    expect(both(learned(null, { privacy_score: 0, quality_score: 91 }))).toEqual([
      { kind: 'score', value: 0 },
      { kind: 'score', value: 91 },
    ]);
  });

  test('pending while the batch is made, whatever it is', () => {
    for (const status of ['queued', 'running'] as const)
      for (const of of [learned(null), blend, simulated])
        expect(both({ ...of, status })).toEqual(same({ kind: 'word', word: 'Pending' }));
  });

  test('blends and simulated batches have none', () => {
    expect(both({ ...blend, privacy_score: 90, quality_score: 90 })).toEqual(
      same(none('Not applicable', 'A blend contains real rows.')),
    );
    expect(both(simulated)).toEqual(
      same(none('Not applicable', 'Simulated demo data is not measured.')),
    );
    expect(both({ ...simulated, privacy_score: 100, quality_score: 100 })).toEqual(
      same({ kind: 'word', word: 'By construction' }),
    );
  });

  test('a batch that failed has none, even while one is reported as measuring', () => {
    for (const status of ['failed', 'cancelled'] as const)
      expect(both(learned(null, { status }), true)).toEqual(
        same(none('Not applicable', 'The batch was not generated.')),
      );
  });

  test('fewer than 100 rows are not scored', () => {
    expect(both(learned(null, { record_count: 99 }))).toEqual(
      same(none('Not scored', 'A score needs at least 100 synthetic rows (this batch has 99).')),
    );
    expect(both(learned(null, { record_count: 100 }))).toEqual(
      same(none('Not scored', 'This batch has no report.')),
    );
  });

  test('measuring, while it is measured', () => {
    expect(both(learned(null), true)).toEqual(same({ kind: 'word', word: 'Measuring' }));
  });

  test('reason for withheld privacy; quality is unaffected', () => {
    const of = learned({ notes: { privacyWithheld: 'Too few holdout rows.' } });
    expect(both(of)).toEqual([
      none('Not scored', 'Too few holdout rows.'),
      none('Not scored', 'This batch has no report.'),
    ]);
  });
});

test.each([
  ['measures it', run({ kind: 'measure', subject: { batchId: 'b1' } }), true],
  ['waits to', run({ kind: 'measure', subject: { batchId: 'b1' }, status: 'queued' }), true],
  ['has done so', run({ kind: 'measure', subject: { batchId: 'b1' }, status: 'completed' }), false],
  ['measures another', run({ kind: 'measure', subject: { batchId: 'b2' } }), false],
  ['makes it', run({ subject: { batchId: 'b1' } }), false],
])('a run that %s', (_, of, expected) => {
  expect(isMeasured([run(), of], 'b1')).toBe(expected);
  expect(isMeasured(undefined, 'b1')).toBe(false);
});

import { expect, it } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { privacyReportSchema } from '../../report/privacy-schema.ts';
import { privacyReport } from '../privacy-report.ts';
import type { FoldDraw } from './fold-evidence.ts';
import { FOLDS, peopleOf, splitFolds } from './split-folds.ts';
import { statements } from './statements.fixture.ts';

const entity = 'account_id';
const unseen = (accounts: number, seed: number) => statements(accounts, BigInt(1_000_000 + seed));

/** Small file of 20 to 120 accounts, measured without a holdout. */
function measured(seed: number, kind: 'fresh' | 'copied') {
  const people = 20 + ((seed * 7) % 101);
  const all = statements(people, BigInt(seed));
  const fresh: FoldDraw = (training, fold) => unseen(peopleOf(training, entity), 10 * seed + fold);
  return privacyReport(all, {
    holdout: null,
    synthetic: kind === 'copied' ? all : unseen(people, 5_000_000 + seed),
    options: { seed: BigInt(seed), entity, draw: kind === 'copied' ? (rows) => rows : fresh },
  });
}

it('holds out every account once, in folds of equal size', () => {
  const all = statements(23, 1n);
  const folds = splitFolds(all, entity, streamFor(1n, 0, 0));
  expect(folds).toHaveLength(FOLDS);
  expect(folds.map(({ holdout }) => peopleOf(holdout, entity)).sort()).toEqual([4, 4, 5, 5, 5]);
  for (const { train, holdout } of folds) {
    expect(train.rows + holdout.rows).toBe(all.rows);
    expect(peopleOf(train, entity) + peopleOf(holdout, entity)).toBe(23);
  }
});

it('scores a file of 20 accounts, and states how wide the interval is', () => {
  const report = measured(0, 'fresh');
  expect(privacyReportSchema.parse(report)).toEqual(report);
  expect(report).toMatchObject({ verdict: 'pass', score: 75, cap: 75, assurance: 'A2' });
  expect(report.folds).toMatchObject({ folds: 5, people: 20 });
  expect(report.folds!.upper).toBeGreaterThan(0.09);
  expect(report.reason).toMatch(
    /; measured in 5 folds of 20 people, so an excess risk up to [\d.]+% is possible \(95% limit\)$/,
  );
  expect(report.notMeasured.map(({ metric }) => metric)).toContain('membership');
});

it('fails a method that copies its training people, whatever the batch is', () => {
  const all = statements(40, 3n);
  const { verdict, gates } = privacyReport(all, {
    holdout: null,
    synthetic: unseen(40, 3),
    options: { seed: 1n, entity, draw: (training) => training },
  });
  expect(verdict).toBe('fail');
  expect(gates.map(({ name }) => name)).toEqual([
    'copies',
    'near copies',
    'rare values',
    'linkage',
  ]);
  expect(measured(3, 'copied').verdict).toBe('fail');
});

it('keeps direct attacks where there are enough people, and refuses fewer than 20', () => {
  const few = statements(19, 4n);
  const draw: FoldDraw = (training) => training;
  const options = { seed: 1n, entity, draw };
  const alone = privacyReport(few, { holdout: null, synthetic: unseen(19, 4), options });
  expect(alone.folds).toBeUndefined();
  expect(alone.verdict).toBe('withheld');
  const sides = { holdout: statements(100, 6n), synthetic: statements(200, 7n), options };
  expect(privacyReport(statements(200, 5n), sides).folds).toBeUndefined();
});

it.skipIf(process.env.TEST_LONG === undefined)(
  'passes fresh rows of at least 190 of 200 small files, and fails all copied ones',
  { timeout: 3_600_000 },
  () => {
    const seeds = Array.from({ length: 200 }, (_, seed) => seed);
    const passed = seeds.filter((seed) => measured(seed, 'fresh').verdict === 'pass');
    const failed = seeds.filter((seed) => measured(seed, 'copied').verdict === 'fail');
    process.stdout.write(`${passed.length} fresh passed, ${failed.length} copied failed\n`);
    expect(passed.length).toBeGreaterThanOrEqual(190);
    expect(failed.length).toBe(200);
  },
);

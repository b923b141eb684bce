import { expect, it } from 'vitest';
import { everySecond } from '../../every-second.fixture.ts';
import { streamFor } from '../../random/stream.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { qualityReport } from '../quality/quality-report.ts';
import { qualityReportSchema } from '../report/quality-schema.ts';
import { FAULTS, range } from './faults.fixture.ts';
import { payments } from './population.fixture.ts';

const options = { seed: 1n, target: 'defaulted' };
const parts = (seed: bigint) => ({
  train: payments(2000, 3n * seed),
  holdout: payments(500, 3n * seed + 1n),
  fresh: payments(2000, 3n * seed + 2n),
});
const { train, holdout, fresh } = parts(7n);
const judge = (synthetic: Table) =>
  qualityReport(train, synthetic, { ...options, holdout }).usefulness!;

it('finds fresh real rows useful, and names the comparison', () => {
  const report = qualityReport(train, fresh, { ...options, holdout });
  expect(qualityReportSchema.parse(report)).toEqual(report);
  const { verdict, reason, checks } = report.usefulness!;
  expect({ verdict, reason }).toEqual({
    verdict: 'useful',
    reason: 'every measure is close to that of held-out real rows',
  });
  expect(checks.map(({ name }) => name)).toEqual([
    'columns',
    'missing values',
    'lost values',
    'associations',
    'pairs of columns',
    'correlations',
    'classifier',
    'train on synthetic',
    'distributions',
    'tails',
    'calendar',
    'decimal places',
    'forms',
    'repeated rows',
    'rules',
  ]);
});

it.each(everySecond(FAULTS))('names a planted fault: $name', ({ column, apply }) => {
  const { verdict, reason, checks } = judge(apply({ fresh, train, stream: streamFor(9n, 0, 0) }));
  const found = checks.filter((check) => check.verdict !== 'useful');
  expect(['limited', 'unfit']).toContain(verdict);
  expect(found.map((check) => check.reason)).toContain(reason);
  if (column !== undefined) expect(found.map((check) => check.reason).join()).toContain(column);
});

it('decides by the worst of all checks, and states it', () => {
  const shuffled = FAULTS.find(({ name }) => name === 'shuffled target')!;
  const worst = judge(shuffled.apply({ fresh, train, stream: streamFor(9n, 0, 0) }));
  expect(worst.verdict).toBe('unfit');
  expect(worst.reason).toMatch(
    /^models trained on it predict defaulted worse: AUC 0\.\d\d, trained on real rows 0\.\d\d$/,
  );
});

it('judges without a holdout, and withholds the verdict of few rows', () => {
  const alone = qualityReport(train, fresh, options).usefulness!;
  expect(alone.reason).toBe('no measure shows a loss; no holdout to compare with');
  expect(alone.checks.every((check) => check.verdict === 'useful')).toBe(true);
  const few = judge(takeRows(fresh, range(0, 99)));
  expect(few).toEqual({
    verdict: 'withheld',
    reason: 'needs at least 100 real and synthetic rows',
    checks: [],
  });
  const drawn = qualityReport(train, fresh, { ...options, holdout, conditioned: true });
  expect(drawn.usefulness).toMatchObject({
    verdict: 'withheld',
    reason: 'drawn under conditions, so its rows differ from the file by design',
  });
});

it.skipIf(process.env.TEST_LONG === undefined)(
  'finds fresh rows useful in 20 of 20 draws',
  { timeout: 600_000 },
  () => {
    const verdicts = Array.from({ length: 20 }, (_, i) => {
      const own = parts(BigInt(i) + 100n);
      return qualityReport(own.train, own.fresh, { ...options, holdout: own.holdout }).usefulness!
        .verdict;
    });
    expect(verdicts.filter((verdict) => verdict !== 'useful')).toEqual([]);
  },
);

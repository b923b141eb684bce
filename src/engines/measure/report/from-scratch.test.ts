import { expect, it } from 'vitest';
import { fromScratchReport, fromScratchReportSchema } from './from-scratch.ts';

const figure = (value: number | null, low: number, high: number) => ({
  name: `between ${low} and ${high}`,
  value,
  target: { low, high },
  source: 'configuration',
});

it('scores figures by their targets and names what it cannot measure', () => {
  const report = fromScratchReport(500, [figure(5, 0, 10), figure(15, 0, 10), figure(null, 0, 1)]);
  expect(fromScratchReportSchema.parse(report)).toEqual(report);
  expect(report.score).toBeCloseTo(0.75, 12);
  expect(report.figures.map(({ within }) => within)).toEqual([true, false, null]);
  expect(report.notMeasured).toContainEqual({
    metric: 'between 0 and 1',
    reason: 'too few rows',
    n: 500,
  });
  expect(report.privacy).toMatchObject({ score: 100, assurance: 'A0' });
});

it('lets no batch pass half whose ledger breaks a law', () => {
  const fine = Array.from({ length: 20 }, () => figure(5, 0, 10));
  expect(fromScratchReport(500, [...fine, figure(0, 0, 0)]).score).toBe(1);
  expect(fromScratchReport(500, [...fine, figure(0.01, 0, 0)]).score).toBe(0.5);
});

it('fails a batch with identifiers that real people could have', () => {
  const checks = [{ name: 'IBAN', checked: 500, found: 1 }];
  expect(fromScratchReport(500, [], checks).privacy.score).toBe(30);
});

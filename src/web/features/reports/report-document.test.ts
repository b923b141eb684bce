import { describe, expect, it } from 'vitest';
import type { Attack, QualityReport } from '../../data/report-document.ts';
import { metricRows } from './metric-rows.ts';
import { attackVerdict, capWarning, formatShare, headline } from './verdicts.ts';

const accuracy = {
  univariate: 0.97,
  bivariate: 0.94,
  trivariate: null,
  overall: 0.95,
  expectedMaximum: null,
};
const quality: QualityReport = {
  score: 0.9,
  columnShapes: 0.93,
  columnPairTrends: null,
  accuracy,
  discriminatorAuc: 0.6,
  sequences: {
    lengths: 0.9,
    columns: [
      { column: 'amount', interRow: 0.8, statistic: null },
      { column: 'balance', interRow: 0.6, statistic: null },
    ],
  },
  rows: { real: 100, synthetic: 100, holdout: 50 },
  shapes: [],
  trends: [],
  diagnostic: { score: 1 },
  tstr: { target: 'is_fraudulent', synthetic: 0.81, real: 0.84, rows: 50 },
  holdout: {
    score: 0.95,
    columnShapes: 0.97,
    columnPairTrends: null,
    accuracy: { ...accuracy, univariate: 0.98 },
    discriminatorAuc: null,
    sequences: null,
  },
  overlays: [],
  notMeasured: [],
};

describe('metricRows', () => {
  it('shows each measure with its holdout baseline', () => {
    expect(metricRows(quality).map((row) => [row.key, row.real])).toEqual([
      ['columnShapes', 0.97],
      ['univariate', 0.98],
      ['bivariate', 0.94],
      ['overall', 0.95],
      ['sequenceLengths', null],
      ['interRow', null],
      ['diagnostic', null],
      ['discriminatorAuc', null],
      ['tstr', 0.84],
    ]);
    expect(metricRows(quality).find((row) => row.key === 'interRow')?.synthetic).toBeCloseTo(0.7);
  });
});

describe('formatShare', () => {
  it('never rounds up to all or down to nothing', () => {
    expect([0.996, 1, 0.001, 0, 0.5].map(formatShare)).toEqual([
      '> 0.99',
      '1.00',
      '< 0.01',
      '0.00',
      '0.50',
    ]);
  });
});

describe('attackVerdict', () => {
  const attack: Attack = {
    name: 'a',
    risk: 0.02,
    low: 0,
    high: 0.05,
    upper: 0.06,
    attack: 0.2,
    attempts: 100,
    control: 0.18,
    controlAttempts: 100,
    baseline: 0.1,
    stronger: true,
  };
  it('is good under the line, bad when the interval lies above it, and open between', () => {
    expect(attackVerdict(attack).tone).toBe('good');
    expect(attackVerdict({ ...attack, low: 0.1, high: 0.3, upper: 0.35 }).tone).toBe('bad');
    expect(attackVerdict({ ...attack, upper: 0.2 }).tone).toBe('open');
    expect(attackVerdict({ ...attack, stronger: false }).tone).toBe('open');
  });
});

it('has a headline for each kind of report', () => {
  const none = { quality: null, privacy: null, from_scratch: null, ordinal: null, cap: null };
  expect(headline(null)).toBe('Not measured yet');
  expect(headline({ ...none, quality })).toBe('Quality measured, privacy not');
});

it('warns when few reports of a dataset are left', () => {
  expect(capWarning({ ordinal: 15, cap: 20 })).toBeNull();
  expect(capWarning({ ordinal: 16, cap: 20 })).toContain('Report 16 of 20');
  expect(capWarning({ ordinal: null, cap: null })).toBeNull();
});

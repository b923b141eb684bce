import { describe, expect, it } from 'vitest';
import { attackVerdict, formatShare, metricRows } from './report-document.ts';

describe('metricRows', () => {
  it('shows what was measured, with what real data would get beside it', () => {
    const rows = metricRows({
      score: 0.9,
      columnShapes: 0.93,
      accuracy: { univariate: 0.97, bivariate: 0.94, overall: 0.95, expectedMaximum: 0.98 },
      tstr: { synthetic: 0.81, real: 0.84 },
    });
    expect(rows.map((row) => [row.key, row.real])).toEqual([
      ['columnShapes', null],
      ['univariate', null],
      ['bivariate', null],
      ['overall', 0.98],
      ['tstr', 0.84],
    ]);
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
  const attack = { name: 'a', control: 0.1, baseline: 0.1 };
  it('warns only when the whole interval lies above control and guessing', () => {
    expect(attackVerdict({ ...attack, risk: 0.3, low: 0.2, high: 0.4 }).tone).toBe('bad');
    expect(attackVerdict({ ...attack, risk: 0.1, low: 0.05, high: 0.12 }).word).toBe(
      'no better than guessing',
    );
    expect(attackVerdict({ ...attack, risk: 0.2, low: 0.05, high: 0.6 }).tone).toBe('open');
  });
});

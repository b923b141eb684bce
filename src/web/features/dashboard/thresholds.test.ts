import { describe, expect, it } from 'vitest';
import { countAtOnce, readThreshold, readWindow, startingValue } from './thresholds.ts';

describe('readThreshold', () => {
  it('reads each method in the unit of its field', () => {
    expect(readThreshold('capacity', ' 20 ')).toEqual({ method: 'capacity', rows: 20 });
    expect(readThreshold('percentile', '2')).toEqual({ method: 'percentile', share: 0.02 });
    expect(readThreshold('peaks', '0.1')).toEqual({ method: 'peaks', risk: 0.001 });
    expect(readThreshold('false-discovery', '5', 'id')).toEqual({
      method: 'false-discovery',
      alpha: 0.05,
      baselineId: 'id',
    });
    expect(readThreshold('score', '99')).toEqual({ method: 'score', score: 0.99 });
  });

  it.each([
    ['capacity', ''],
    ['capacity', '0'],
    ['capacity', '1.5'],
    ['capacity', '5001'],
    ['percentile', '51'],
    ['percentile', '0'],
    ['peaks', '11'],
    ['false-discovery', '10'],
    ['score', '101'],
    ['score', 'high'],
  ] as const)('%s: refuses "%s"', (method, typed) => {
    expect(typeof readThreshold(method, typed)).toBe('string');
  });
});

describe('countAtOnce', () => {
  it('counts what follows from the rows alone', () => {
    expect(countAtOnce({ method: 'capacity', rows: 500 }, 300)).toBe(300);
    expect(countAtOnce({ method: 'percentile', share: 0.015 }, 300)).toBe(4);
    expect(countAtOnce({ method: 'peaks', risk: 0.01 }, 300)).toBeNull();
  });

  it('begins with what an analysis takes unasked: 1 percent, 500 at most', () => {
    expect(startingValue('capacity', 301)).toBe('4');
    expect(startingValue('capacity', 90_000)).toBe('500');
  });
});

it('a pattern lasts 1 to 3,660 whole days', () => {
  expect(readWindow('7')).toBe(7);
  expect(readWindow(' 90 ')).toBe(90);
  expect(readWindow('3660')).toBe(3660);
  for (const text of ['', '0', '3661', '1.5', '-7', 'a week']) {
    expect(readWindow(text), text).toBe('Days must be a whole number from 1 to 3,660');
  }
});

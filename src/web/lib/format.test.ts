import { describe, expect, it } from 'vitest';
import { fileSize, MEGABYTE } from './file-size.ts';
import {
  formatAmount,
  formatDay,
  formatElapsed,
  formatPercent,
  formatRecentUtc,
  formatScore,
  formatShare,
  formatUtc,
  shortId,
} from './format.ts';

describe('formats', () => {
  it('leaves out the day where it is the current one, in UTC', () => {
    const now = new Date('2026-11-22T23:59:00Z');
    expect(formatRecentUtc('2026-11-22T14:02:59+00:00', now)).toBe('14:02');
    expect(formatRecentUtc('2026-11-23T01:00:00+02:00', now)).toBe('23:00');
    expect(formatRecentUtc('2026-11-21T14:02:00Z', now)).toBe('2026-11-21 14:02');
  });

  it('shows days in UTC, wherever the reader is', () => {
    expect(formatDay('2026-11-22T00:30:00+02:00')).toBe('Nov 21, 2026');
    expect(formatDay('2026-11-21T23:30:00Z')).toBe('Nov 21, 2026');
  });

  it('shows file sizes in B, KB or MB', () => {
    expect(fileSize(0)).toBe('0 B');
    expect(fileSize(1023)).toBe('1023 B');
    expect(fileSize(1536)).toBe('1.5 KB');
    expect(fileSize(10 * MEGABYTE)).toBe('10.0 MB');
    expect(fileSize(500 * MEGABYTE)).toBe('500 MB');
  });

  it('shows scores out of 100, and Pending without one', () => {
    expect(formatScore(87)).toBe('87/100');
    expect(formatScore(0)).toBe('0/100');
    expect(formatScore(null)).toBe('Pending');
  });

  it('shows a threshold as a whole percent', () => {
    expect(formatPercent(0.954)).toBe('95%');
  });

  it('shows a share with one decimal, and as 100 only where it is all', () => {
    expect([0.133, 0.9996, 1, 0].map(formatShare)).toEqual(['13.3%', '99.9%', '100.0%', '0.0%']);
  });

  it('shows amounts with two decimals and N/A where empty', () => {
    expect(formatAmount('1234.5')).toBe('1,234.50');
    expect(formatAmount(0)).toBe('0.00');
    expect(formatAmount(null)).toBe('N/A');
  });

  it('shows moments in UTC and ids by their first eight characters', () => {
    expect(formatUtc('2026-11-21T04:47:25.123+01:00')).toBe('2026-11-21 03:47:25 UTC');
    expect(shortId('0a1b2c3d-0000-4000-8000-000000000000')).toBe('0a1b2c3d');
  });

  it('shows elapsed time', () => {
    expect([formatElapsed(8.4), formatElapsed(125), formatElapsed(3780)]).toEqual([
      '8 s',
      '2 min 5 s',
      '1 h 3 min',
    ]);
  });
});

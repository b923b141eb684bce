import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileSize } from './file-size.ts';
import {
  formatCount,
  formatDay,
  formatElapsed,
  formatPercent,
  formatShare,
  formatUtc,
} from './format.ts';

const SEED = { seed: 20251122, numRuns: 300 };
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('formats', () => {
  it('call nothing all that is not all', () => {
    fc.assert(
      fc.property(share, (fraction) => {
        expect(formatShare(fraction) === '100.0%').toBe(fraction === 1);
        expect(formatPercent(fraction)).toMatch(/^\d{1,3}%$/);
      }),
      SEED,
    );
  });

  it('show a count as it is, grouped by thousands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (count) => {
        const text = formatCount(count);
        expect(Number(text.replaceAll(',', ''))).toBe(count);
        expect(text).toMatch(/^\d{1,3}(,\d{3})*$/);
      }),
      SEED,
    );
    expect(formatCount(null)).toBe('0');
  });

  it('show counts and days as the browser’s own formatters do', () => {
    const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.double()), (value) => {
        expect(formatCount(value)).toBe(count.format(value + 0 === 0 ? 0 : value));
      }),
      SEED,
    );
    const dates = { min: new Date('1600-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(dates), (date) => {
        expect(formatDay(date.toISOString())).toBe(day.format(date));
      }),
      SEED,
    );
  });

  it('show a moment to the second in UTC, and what is no moment as it stands', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const text = formatUtc(date.toISOString());
          expect(Date.parse(text.replace(' UTC', 'Z').replace(' ', 'T'))).toBe(
            Math.floor(date.getTime() / 1000) * 1000,
          );
        },
      ),
      SEED,
    );
    expect([formatUtc(null), formatUtc('soon')]).toEqual(['N/A', 'soon']);
  });

  it('show a bare day as that day, in every zone', () => {
    expect(formatDay('2026-01-01')).toBe('Jan 1, 2026');
    expect(formatDay('2024-02-29')).toBe('Feb 29, 2024');
    expect([formatDay(undefined), formatDay('unknown')]).toEqual(['N/A', 'unknown']);
  });

  it('show seconds in units that add up to them', () => {
    const seconds = { s: 1, min: 60, h: 3600 } as const;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 * 3600 }), (whole) => {
        const parts = [...formatElapsed(whole).matchAll(/(\d+) (s|min|h)/g)];
        const shown = parts.reduce(
          (sum, [, count, unit]) => sum + Number(count) * seconds[unit as keyof typeof seconds],
          0,
        );
        // Seconds are omitted from an hour on.
        expect(whole - shown).toBeLessThan(whole < 3600 ? 1 : 60);
        expect(whole).toBeGreaterThanOrEqual(shown);
      }),
      SEED,
    );
    expect(formatElapsed(-5)).toBe('0 s');
  });

  it('show a larger file never as a smaller one of the same unit', () => {
    const value = (bytes: number) => {
      const [number, unit] = fileSize(bytes).split(' ');
      return Number(number) * { B: 1, KB: 1024, MB: 1024 * 1024 }[unit as 'B' | 'KB' | 'MB'];
    };
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 30 }), fc.nat({ max: 2 ** 30 }), (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(value(low)).toBeLessThanOrEqual(value(high));
        expect(Math.abs(value(high) - high)).toBeLessThanOrEqual(high * 0.051 + 1);
      }),
      SEED,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { checkHeaders } from '../../../shared/ingestion-headers.ts';
import { ODD_ROWS, sampleTemplate } from './sample-template.ts';

describe('sample templates', () => {
  it.each(['Basic', 'Advanced'] as const)(
    '%s passes its own header check with 200 rows',
    (template) => {
      const [header, ...rows] = sampleTemplate(template).trim().split('\r\n');
      expect(checkHeaders(header!.split(','))).toEqual({ kind: 'valid', template });
      expect(rows).toHaveLength(200);
    },
  );

  it('carries three rows that stand far out, and only those', () => {
    const lines = sampleTemplate('Basic').trim().split('\r\n').slice(1);
    const amounts = lines.map((line) => Number(line.split(',')[1]));
    const far = amounts.flatMap((amount, i) => (amount > 10_000 ? [i] : []));
    expect(far).toEqual(ODD_ROWS);
    expect(amounts.every((amount) => amount > 0)).toBe(true);
  });

  it.each([
    ['claims', 11],
    ['members', 8],
  ] as const)('%s have 200 rows of %i filled columns, and claims that tie', (sample, columns) => {
    const [header, ...rows] = sampleTemplate(sample).trim().split('\r\n');
    expect(header!.split(',')).toHaveLength(columns);
    expect(rows).toHaveLength(200);
    for (const line of sample === 'claims' ? rows : []) {
      const [paid, reserve, incurred] = line.split(',').slice(-3).map(Number);
      expect(incurred! - paid! - reserve!).toBeCloseTo(0, 6);
    }
  });

  it('has dates that exist', () => {
    const lines = sampleTemplate('Basic').trim().split('\r\n').slice(1);
    for (const line of lines) {
      const date = line.split(',')[6]!;
      expect(new Date(`${date.replace(' ', 'T')}Z`).toISOString().slice(0, 10)).toBe(
        date.slice(0, 10),
      );
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { ExceptionCase } from '../../data/rows.ts';
import { bulkItems, MAX_AT_ONCE } from './bulk.ts';

const one = (band: string, score: number, tags: string[] = []): ExceptionCase => ({
  row: 1,
  score,
  band,
  tags,
});
const cases = [
  one('Critical', 0.9995, ['structuring']),
  one('High', 0.995, ['structuring']),
  one('High', 0.994),
  one('Medium', 0.97, ['structuring']),
];
const any = { band: '', tag: '' };

describe('bulkItems', () => {
  it('omits decided cases, and counts the Critical ones', () => {
    const expected = { items: [0, 2, 3], more: 0, highest: 0.9995, critical: 1 };
    expect(bulkItems(cases, new Set([1]), any)).toEqual(expected);
  });

  it('takes a band and a tag', () => {
    expect(bulkItems(cases, new Set(), { band: 'High', tag: '' }).items).toEqual([1, 2]);
    expect(bulkItems(cases, new Set(), { band: '', tag: 'structuring' }).items).toEqual([0, 1, 3]);
    expect(bulkItems(cases, new Set(), { band: 'Low', tag: '' })).toEqual({
      items: [],
      more: 0,
      highest: null,
      critical: 0,
    });
  });

  it('takes 500 at most, and names the number of remaining cases', () => {
    const many = Array.from({ length: 530 }, (_, i) => one('Low', 0.9 - i / 10_000));
    const items = bulkItems(many, new Set(), any);
    expect([items.items.length, items.more]).toEqual([MAX_AT_ONCE, 30]);
  });
});

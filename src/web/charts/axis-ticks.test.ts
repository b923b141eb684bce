import { expect, test } from 'vitest';
import { positionOn, ticksOf } from './axis-ticks.ts';

const linear = { kind: 'number', scale: 'linear', edges: [0, 250, 500, 750, 1000] } as const;

test('a linear axis has round ticks where they lie', () => {
  expect(ticksOf(linear, 200)).toEqual([
    { at: 0, text: '0' },
    { at: 100, text: '500' },
    { at: 200, text: '1,000' },
  ]);
});

test('an axis from below zero to above has its zero, and thousands are short from 10,000 on', () => {
  const axis = { ...linear, edges: [-20_000, 0, 20_000, 60_000] };
  expect(ticksOf(axis, 800).map(({ text }) => text)).toEqual(['−20K', '0', '20K', '40K', '60K']);
});

test('an axis has one unit: all of its ticks are shortened, or none', () => {
  const axis = { ...linear, edges: [0, 15_000] };
  expect(ticksOf(axis, 150).map(({ text }) => text)).toEqual(['0', '5K', '10K', '15K']);
});

test('ticks that would read alike are written out', () => {
  const axis = { ...linear, edges: [4_000_000, 4_000_060] };
  expect(ticksOf(axis, 60).map(({ text }) => text)).toEqual([
    '4,000,000',
    '4,000,020',
    '4,000,040',
    '4,000,060',
  ]);
});

test('a log axis has powers of ten, equally far apart', () => {
  const axis = { kind: 'number', scale: 'log', edges: [1, 10, 100, 1000] } as const;
  expect(ticksOf(axis, 300).map(({ at, text }) => [Math.round(at), text])).toEqual([
    [0, '1'],
    [100, '10'],
    [200, '100'],
    [300, '1,000'],
  ]);
  expect(positionOn(axis, 300)(10)).toBeCloseTo(100, 9);
});

test('dates are named by their months, of a short span by their days', () => {
  // Day 20,454 from 1970 is 2026-01-01.
  const over = (days: number) => ({
    kind: 'datetime' as const,
    scale: 'linear' as const,
    edges: [20_454, 20_454 + days],
  });
  expect(ticksOf(over(364), 100).map(({ text }) => text)).toEqual([
    'Jan 2026',
    'Jul 2026',
    'Dec 2026',
  ]);
  expect(ticksOf(over(28), 100).map(({ text }) => text)).toEqual(['Jan 1', 'Jan 15', 'Jan 29']);
});

import { expect, it } from 'vitest';
import { countDistinct } from './count-distinct.ts';

const numbers = (decimals: number, ...values: number[]) =>
  countDistinct({ kind: 'number', name: 'n', values: Float64Array.from(values), decimals });

it('counts different words and whole numbers among the rows that hold one', () => {
  const codes = Int32Array.of(2, -1, 0, 2);
  const words = { kind: 'category' as const, name: 'w', codes, dictionary: ['a', 'b', 'c'] };
  expect(countDistinct(words)).toEqual({ present: 3, distinct: 2 });
  expect(numbers(0, 7, Number.NaN, -3, 7, 0, -0)).toEqual({ present: 5, distinct: 3 });
});

it('leaves decimals uncounted, which name nothing', () => {
  expect(numbers(2, 1.25, 1.5)).toEqual({ present: 0, distinct: 0 });
});

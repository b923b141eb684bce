import { expect, it } from 'vitest';
import { solvePositive } from './solve-positive.ts';

it('solves a system whose answer is known', () => {
  // [4 2 -1; 2 5 3; -1 3 6] times (1, -2, 3) is (-3, 1, 11).
  const matrix = Float64Array.of(4, 2, -1, 2, 5, 3, -1, 3, 6);
  const solution = solvePositive(matrix, Float64Array.of(-3, 1, 11));
  expect(Array.from(solution, (x) => Number(x.toFixed(12)))).toEqual([1, -2, 3]);
});

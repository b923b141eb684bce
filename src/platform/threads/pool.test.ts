import { afterAll, expect, test } from 'vitest';
import { ThreadPool } from './pool.ts';
import { multiply } from './pool-thread.fixture.ts';

const pool = new ThreadPool(new URL('./pool-thread.fixture.ts', import.meta.url), 2);
afterAll(() => pool.close());

const inputs = Array.from({ length: 200 }, (_, i) => 100 + i);
const run = (given: number[], pause?: (done: number) => void) =>
  pool.run(multiply, { shared: { by: 3 }, inputs: given, pause });

test('two threads share the inputs, and results keep their order', () => {
  const results = run(inputs);
  expect(results.map(({ value }) => value)).toEqual(inputs.map((input) => 3 * input));
  expect(new Set(results.map(({ threadId }) => threadId)).size).toBe(2);
});

test('an error of a task is thrown, whichever thread met it', () => {
  expect(() => run([...inputs.slice(0, 20), 13])).toThrow('13 is refused');
  expect(() => run([13, ...inputs.slice(0, 20)])).toThrow('13 is refused');
});

test('the caller stops a run between steps, and the next run has its own results', () => {
  let calls = 0;
  const stop = () => {
    if (++calls > 30) throw new Error('stopped');
  };
  expect(() => run(inputs, stop)).toThrow('stopped');
  expect(run([1, 2, 3]).map(({ value }) => value)).toEqual([3, 6, 9]);
});

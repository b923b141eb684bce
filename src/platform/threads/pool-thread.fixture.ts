import { threadId } from 'node:worker_threads';
import { servePool } from './pool.ts';

/** Multiplies after some work, and names the thread; refuses 13. */
export const multiply = {
  name: 'multiply',
  run: ({ by }: { by: number }, input: number, pause: () => void) => {
    let waste = 0;
    for (let i = 0; i < 2_000_000; i++) {
      if (i % 100_000 === 0) pause();
      waste += Math.sqrt(i);
    }
    if (input === 13) throw new RangeError(`13 is refused, ${waste > 0}`);
    return { value: input * by, threadId };
  },
};

servePool([multiply]);

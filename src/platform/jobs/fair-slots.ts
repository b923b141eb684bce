import { AppError } from '../../shared/errors.ts';

type Waiting = { key: string; start: () => void };

export type FairSlots = {
  /** @throws AppError if too much of the key's work is waiting */
  run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
};

/**
 * Runs at most `total` pieces of work at a time, and never all of one key, so that another key gets
 * a free or the next slot. Waiting keys are served by fewest running, then by arrival.
 */
export function createFairSlots(total: number, maxWaiting: number): FairSlots {
  const perKey = Math.max(1, total - 1);
  const running = new Map<string, number>();
  const waiting: Waiting[] = [];
  let inUse = 0;

  const runningOf = (key: string) => running.get(key) ?? 0;
  const count = (key: string, step: 1 | -1) => {
    inUse += step;
    const now = runningOf(key) + step;
    if (now === 0) running.delete(key);
    else running.set(key, now);
  };
  const startNext = () => {
    if (inUse >= total) return;
    const able = waiting.filter(({ key }) => runningOf(key) < perKey);
    const [first] = able.toSorted((a, b) => runningOf(a.key) - runningOf(b.key));
    if (first === undefined) return;
    waiting.splice(waiting.indexOf(first), 1);
    count(first.key, 1);
    first.start();
  };

  return {
    run: async (key, work) => {
      if (waiting.filter((other) => other.key === key).length >= maxWaiting) {
        throw new AppError(
          'rate_limited',
          `${maxWaiting} files of your organization are already waiting to be read. Nothing was stored; try again in a minute.`,
          { retryAfter: 60 },
        );
      }
      await new Promise<void>((start) => {
        waiting.push({ key, start });
        startNext();
      });
      try {
        return await work();
      } finally {
        count(key, -1);
        startNext();
      }
    },
  };
}

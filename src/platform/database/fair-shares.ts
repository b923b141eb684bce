type Queue = { running: number; waiting: (() => void)[] };

/** How long work waits for its turn, and the error it ends with when it waited longer. */
export type WaitLimit = { timeoutMs: number; onTimeout: () => Error };

/** Runs work under a key: a user, an API key, or whatever else shares. */
export type WithFairShare = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets each key have `max` pieces of work at a time. A key at its maximum waits until one of its own ends, while
 * others pass. Work of one key runs in the order it came; without a limit it waits for as long as it takes.
 */
export function createFairShares(max: number, limit?: WaitLimit): WithFairShare {
  const queues = new Map<string, Queue>();

  const enter = async (queue: Queue): Promise<void> => {
    if (queue.running < max) {
      queue.running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      queue.waiting.push(start);
      if (limit === undefined) return;
      timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(start), 1);
        reject(limit.onTimeout());
      }, limit.timeoutMs);
    });
  };

  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    await enter(queue);
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // The place is handed over directly; nobody can come in between.
      if (next !== undefined) next();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
}

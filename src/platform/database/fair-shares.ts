type Queue = { running: number; waiting: (() => void)[] };

export type WaitLimit = { timeoutMs: number; onTimeout: () => Error };

export type WithFairShare = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits each key to `max` concurrent pieces of work. At its maximum a key waits for its own work
 * while others pass. Work of one key runs in order; without a limit it waits indefinitely.
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
      // Hand the slot over directly, so that no other caller takes it.
      if (next !== undefined) next();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
}

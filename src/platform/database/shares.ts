type Line = { running: number; waiting: (() => void)[] };

/**
 * Lets each user have so many pieces of work at a time; whoever has as many waits until one of their own ends, while
 * others pass.
 *
 * @throws what `refused` gives, to whom waited for longer than that
 */
export function createShares(
  each: number,
  patienceMilliseconds: number,
  refused: () => Error,
): <T>(user: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, Line>();

  const enter = async (line: Line): Promise<void> => {
    if (line.running < each) {
      line.running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(called), 1);
        reject(refused());
      }, patienceMilliseconds);
      line.waiting.push(called);
    });
  };

  return async (user, work) => {
    const line = lines.get(user) ?? { running: 0, waiting: [] };
    lines.set(user, line);
    await enter(line);
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      // A place is handed on as it is; nobody can come in between.
      if (next !== undefined) next();
      else if (--line.running === 0) lines.delete(user);
    }
  };
}

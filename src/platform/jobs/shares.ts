type Line = { running: number; waiting: (() => void)[] };

/** How long one waits for a place, and what is thrown to whom waited longer. */
export type Patience = { milliseconds: number; refused: () => Error };

/**
 * Lets each user have so many pieces of work at a time; whoever has as many waits until one of their own ends, while
 * others pass. All wait in the order they came, and without `patience` for as long as it takes.
 */
export function createShares(
  each: number,
  patience?: Patience,
): <T>(user: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, Line>();

  const enter = async (line: Line): Promise<void> => {
    if (line.running < each) {
      line.running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const called = () => {
        clearTimeout(timer);
        resolve();
      };
      line.waiting.push(called);
      if (patience === undefined) return;
      timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(called), 1);
        reject(patience.refused());
      }, patience.milliseconds);
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

import { availableParallelism } from 'node:os';

const MAX_DEFAULT = 4;

/** Returns the threads of one computation: the setting THREADS, else the cores, at most four. */
export function threadCount(setting = process.env.THREADS): number {
  const set = Number(setting ?? '');
  return set >= 1 ? Math.floor(set) : Math.min(MAX_DEFAULT, availableParallelism());
}

import { createFairShares } from '../database/fair-shares.ts';

/** Runs at most `max` pieces of work at a time; the others wait in order. */
export function createSlots(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const withFairShare = createFairShares(max);
  return (work) => withFairShare('all', work);
}

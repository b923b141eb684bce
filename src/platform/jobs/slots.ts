import { createFairShares } from '../database/fair-shares.ts';

/** Lets `max` pieces of work run at a time; the others wait in the order they came. */
export function createSlots(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const withFairShare = createFairShares(max);
  return (work) => withFairShare('all', work);
}

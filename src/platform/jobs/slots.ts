import { createShares } from './shares.ts';

/** Lets so many pieces of work run at a time; the others wait in the order they came. */
export function createSlots(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const inShare = createShares(most);
  return (work) => inShare('all', work);
}

const MAX_SEED = 18_446_744_073_709_551_615n;

/** What a seed is, in the words of pages and refusals: 64 bits. A larger number would silently stand for a smaller one. */
export const SEED_RANGE = `a whole number from 0 to ${MAX_SEED}`;

/** Whether a text is a seed as people write it. */
export const isSeed = (text: string): boolean =>
  /^\d{1,20}$/.test(text) && BigInt(text) <= MAX_SEED;

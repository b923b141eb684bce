const MAX_SEED = 18_446_744_073_709_551_615n;

export const SEED_RANGE = `a whole number from 0 to ${MAX_SEED}`;

export const isSeed = (text: string): boolean =>
  /^\d{1,20}$/.test(text) && BigInt(text) <= MAX_SEED;

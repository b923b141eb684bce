const MAX_SEED = 18_446_744_073_709_551_615n;

/** Description of a valid seed for forms and errors. Seeds are 64-bit; larger ones are rejected. */
export const SEED_RANGE = `a whole number from 0 to ${MAX_SEED}`;

/** Returns true if a text is a valid seed. */
export const isSeed = (text: string): boolean =>
  /^\d{1,20}$/.test(text) && BigInt(text) <= MAX_SEED;

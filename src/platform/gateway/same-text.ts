import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that does not depend on where two texts differ. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

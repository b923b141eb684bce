const ROUNDS = 4;

/** Returns a pseudorandom 32-bit integer of two numbers (finalizer of MurmurHash3). */
export function mix(value: number, salt: number): number {
  let h = Math.imul(value ^ Math.floor(value / 4294967296), 0x9e3779b1) ^ salt;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Permutes the numbers below `size`: a generalized Feistel network with cycle walking (Black,
 * Rogaway 2002, section 5). It spreads codes over their space; it is no encryption.
 *
 * @param size at most 2^40
 */
export function scatterIndex(index: number, { size, salt }: { size: number; salt: number }) {
  const low = Math.ceil(Math.sqrt(size));
  const high = Math.ceil(size / low);
  let at = index;
  do {
    let left = at % low;
    let right = Math.floor(at / low);
    for (let round = 1; round <= ROUNDS; round++) {
      const modulus = round % 2 === 1 ? low : high;
      const next = (left + mix(right, Math.imul(salt + 1, 0x9e3779b1) ^ round)) % modulus;
      left = right;
      right = next;
    }
    // After an even number of rounds both halves have their own moduli again.
    at = right * low + left;
  } while (at >= size);
  return at;
}

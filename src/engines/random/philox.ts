const M0 = 0xd2511f53;
const M1 = 0xcd9e8d57;
const W0 = 0x9e3779b9;
const W1 = 0xbb67ae85;

/** Returns the high 32 bits of a 32 x 32 bit product, by 16-bit halves to stay below 2^53. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const carry = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + (middle >>> 16) + Math.floor(carry / 0x10000)) >>> 0;
}

/**
 * Computes Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel
 * random numbers: as easy as 1, 2, 3" (SC 2011).
 *
 * @param counter four 32-bit words that identify the draw
 * @param key two 32-bit words, the seed
 * @param out receives four 32-bit words; may be the same array at each call
 */
export function philox4x32(
  counter: readonly [number, number, number, number],
  key: readonly [number, number],
  out: Uint32Array,
): Uint32Array {
  // Read individually: destructuring would create iterators.
  let c0 = counter[0];
  let c1 = counter[1];
  let c2 = counter[2];
  let c3 = counter[3];
  let k0 = key[0];
  let k1 = key[1];
  for (let round = 0; round < 10; round++) {
    const high0 = multiplyHigh(M0, c0);
    const low0 = Math.imul(M0, c0);
    const high1 = multiplyHigh(M1, c2);
    const low1 = Math.imul(M1, c2);
    c0 = (high1 ^ c1 ^ k0) >>> 0;
    c1 = low1 >>> 0;
    c2 = (high0 ^ c3 ^ k1) >>> 0;
    c3 = low0 >>> 0;
    k0 = (k0 + W0) >>> 0;
    k1 = (k1 + W1) >>> 0;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
  return out;
}

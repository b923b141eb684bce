import { philox4x32 } from './philox.ts';

export const UINT32_RANGE = 2 ** 32;

/** Unsigned 64-bit seed. */
export type Seed = bigint;

/** Stream of uniform draws. Engines take one or derive one from a seed, never from the host. */
export type RandomStream = {
  /** Returns a uniform 32-bit unsigned integer. */
  uint32(): number;
  /** Returns a uniform double in [0, 1) with 53 random bits. */
  float(): number;
  /** Writes the next `count` draws of `float` to the start of an array. */
  floats(out: Float64Array, count: number): void;
  /** Returns a uniform integer in [0, n), without modulo bias, 1 <= n <= 2^32. */
  below(n: number): number;
};

class Xoshiro128 implements RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(a: number, b: number, c: number, d: number) {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    this.#d = (a | b | c | d) === 0 ? 1 : d | 0;
  }

  uint32(): number {
    const five = Math.imul(this.#b, 5);
    const result = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const t = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= t;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result;
  }

  float(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  // Unrolled over local variables, so that the state stays in registers.
  floats(out: Float64Array, count: number): void {
    let a = this.#a;
    let b = this.#b;
    let c = this.#c;
    let d = this.#d;
    for (let i = 0; i < 2 * count; i++) {
      const five = Math.imul(b, 5);
      const draw = Math.imul((five << 7) | (five >>> 25), 9);
      const t = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= t;
      d = (d << 11) | (d >>> 21);
      if ((i & 1) === 0) out[i >> 1] = (draw >>> 5) * 67108864;
      else out[i >> 1] = (out[i >> 1] + (draw >>> 6)) / 9007199254740992;
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
  }

  below(n: number): number {
    let draw = this.uint32();
    if (n >= UINT32_RANGE) return draw;
    // Only draws above this may lie beyond the last multiple of n.
    if (draw >= UINT32_RANGE - n) {
      const limit = UINT32_RANGE - (UINT32_RANGE % n);
      while (draw >= limit) draw = this.uint32();
    }
    // Unsigned integers: a remainder of doubles takes several times as long.
    return (draw >>> 0) % (n >>> 0);
  }
}

const words = new Uint32Array(4);

/** Cached halves of the last seed: splitting it costs more than the block itself. */
let cachedSeed: Seed = 0n;
let key: readonly [number, number] = [0, 0];

/**
 * Returns the stream of one entity: xoshiro128** (Blackman and Vigna, 2018) with one Philox block
 * as its state. Any worker can open any entity's stream, so results do not depend on the division
 * of work.
 *
 * @param seed the run's seed, 64 bits
 * @param entity owner of the stream (a customer's number, a block's number), up to 2^53
 * @param purpose number of the entity's stream, a 32-bit integer
 */
export function streamFor(seed: Seed, entity: number, purpose: number): RandomStream {
  if (seed !== cachedSeed) {
    key = [Number(seed & 0xffffffffn), Number((seed >> 32n) & 0xffffffffn)];
    cachedSeed = seed;
  }
  const counter = [
    entity >>> 0,
    Math.floor(entity / UINT32_RANGE) >>> 0,
    purpose >>> 0,
    0,
  ] as const;
  philox4x32(counter, key, words);
  return new Xoshiro128(words[0], words[1], words[2], words[3]);
}

import { philox4x32 } from './philox.ts';

/** How many values a 32-bit draw has. */
export const UINT32_RANGE = 2 ** 32;

/** A seed is any unsigned 64-bit integer. */
export type Seed = bigint;

/** A stream of uniform draws. Every engine takes one, or makes one from a seed; none draws from the host. */
export type RandomStream = {
  /** A uniform 32-bit unsigned integer. */
  uint32(): number;
  /** A uniform double in [0, 1) with 53 random bits. */
  float(): number;
  /** The next `count` draws of `float`, from the start of an array. */
  floats(out: Float64Array, count: number): void;
  /** A uniform integer in [0, n), without modulo bias, 1 <= n <= 2^32. */
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

  // The state stays in registers all the while, which as many calls would not do.
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
    const limit = UINT32_RANGE - (UINT32_RANGE % n);
    let draw = this.uint32();
    while (draw >= limit) draw = this.uint32();
    return draw % n;
  }
}

const words = new Uint32Array(4);

/** The halves of the seed used last: taking them apart costs more than the block itself. */
let known: Seed = 0n;
let key: readonly [number, number] = [0, 0];

/**
 * The stream of one entity: xoshiro128** (Blackman and Vigna, 2018) whose state is one Philox block.
 * Any worker can open any entity's stream alone, so results do not depend on who made what, or when.
 *
 * @param seed the run's seed, 64 bits
 * @param entity what the stream belongs to (a customer's number, a block's number), up to 2^53
 * @param purpose which of the entity's streams, a 32-bit integer
 */
export function streamFor(seed: Seed, entity: number, purpose: number): RandomStream {
  if (seed !== known) {
    key = [Number(seed & 0xffffffffn), Number((seed >> 32n) & 0xffffffffn)];
    known = seed;
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

import { expect, test } from 'vitest';
import { philox4x32 } from './philox.ts';
import { streamFor } from './stream.ts';

const MASK = 0xffffffffn;
const rotate = (x: bigint, k: bigint) => ((x << k) | (x >> (32n - k))) & MASK;

/** Blackman and Vigna's xoshiro128starstar.c (public domain), line by line in integers. */
function reference(state: ArrayLike<number>): () => number {
  const s = Array.from(state, BigInt) as [bigint, bigint, bigint, bigint];
  return () => {
    const result = (rotate((s[1] * 5n) & MASK, 7n) * 9n) & MASK;
    const t = (s[1] << 9n) & MASK;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 11n);
    return Number(result);
  };
}

test('a stream is xoshiro128** from the state that Philox gives its seed, entity and purpose', () => {
  // The known answer of Random123's kat_vectors for counter 0 and key 0.
  const zero = reference([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
  const stream = streamFor(0n, 0, 0);
  for (let i = 0; i < 20; i++) expect(stream.uint32()).toBe(zero());
  // Seed 2 x 2^32 + 1, entity 3 x 2^32 + 5, purpose 9: the words of key and counter, low ones first.
  const expected = reference(philox4x32([5, 3, 9, 0], [1, 2], new Uint32Array(4)));
  const other = streamFor((2n << 32n) + 1n, 3 * 2 ** 32 + 5, 9);
  for (let i = 0; i < 20; i++) expect(other.uint32()).toBe(expected());
});

test('streams of several seeds are independent of the order of use', () => {
  const first = streamFor(7n, 1, 1).uint32();
  expect(streamFor(8n, 1, 1).uint32()).not.toBe(first);
  expect(streamFor(7n, 1, 1).uint32()).toBe(first);
  expect(streamFor(7n, 2, 1).uint32()).not.toBe(first);
  expect(streamFor(7n, 1, 2).uint32()).not.toBe(first);
});

test('a double takes 27 bits of one draw and 26 of the next', () => {
  const bits = streamFor(3n, 1, 1);
  const doubles = streamFor(3n, 1, 1);
  for (let i = 0; i < 10; i++) {
    const [high, low] = [BigInt(bits.uint32()) >> 5n, BigInt(bits.uint32()) >> 6n];
    expect(doubles.float()).toBe(Number((high << 26n) | low) / 2 ** 53);
  }
});

test('whole numbers below n leave out the draws that would favor some', () => {
  const [draws, below] = [streamFor(9n, 4, 4), streamFor(9n, 4, 4)];
  // 2^32 - 2^32 mod n for n = 2^31 + 1: about half of all draws are left out.
  const n = 2 ** 31 + 1;
  const accepted: number[] = [];
  let leftOut = 0;
  while (accepted.length < 50) {
    const draw = draws.uint32();
    if (draw < n) accepted.push(draw);
    else leftOut++;
  }
  expect(leftOut).toBeGreaterThan(10);
  expect(Array.from({ length: 50 }, () => below.below(n))).toEqual(accepted);
  expect(below.below(1)).toBe(0);
  draws.uint32();
  expect(below.below(2 ** 32)).toBe(draws.uint32());
  expect(below.below(10)).toBe(draws.uint32() % 10);
});

test('a block of draws equals as many calls, and the stream continues after it', () => {
  const [single, many] = [streamFor(5n, 1, 2), streamFor(5n, 1, 2)];
  const draws = new Float64Array(1001);
  for (const count of [0, 1, 1000]) {
    many.floats(draws, count);
    const expected = Array.from({ length: count }, () => single.float());
    expect(Array.from(draws.subarray(0, count))).toEqual(expected);
    expect(many.uint32()).toBe(single.uint32());
  }
});

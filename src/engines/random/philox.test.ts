import { expect, test } from 'vitest';
import { philox4x32 } from './philox.ts';

const words = (counter: [number, number, number, number], key: [number, number]) =>
  [...philox4x32(counter, key, new Uint32Array(4))]
    .map((w) => w.toString(16).padStart(8, '0'))
    .join(' ');

// Known answers of Random123's kat_vectors, philox4x32 with 10 rounds.
test('philox4x32-10 gives the known answers', () => {
  expect(words([0, 0, 0, 0], [0, 0])).toBe('6627e8d5 e169c58d bc57ac4c 9b00dbd8');
  const all = 0xffffffff;
  expect(words([all, all, all, all], [all, all])).toBe('408f276d 41c83b0e a20bc7c6 6d5451fd');
  expect(words([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0])).toBe(
    'd16cfe09 94fdcceb 5001e420 24126ea1',
  );
});

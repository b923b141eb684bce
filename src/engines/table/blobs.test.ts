import { expect, test } from 'vitest';
import { blobOf, copyWords } from './blobs.ts';

const stringsOf = ({ view, offsets }: ReturnType<typeof blobOf>) =>
  Array.from(offsets.subarray(1), (end, i) =>
    Buffer.from(view.buffer, offsets[i], end - offsets[i]).toString(),
  );

test.each([
  [['ab', '', 'cde'], [0, 3, 4, 8], 4],
  [['cde', 'ab', ''], [0, 4, 7, 8], 4],
  // é has two bytes in UTF-8, 預 three and 🏦 four.
  [['é', 'a', '預🏦'], [0, 3, 5, 13], 8],
  [['預🏦', 'a'], [0, 8, 10], 8],
  [['預🏦', 'abcdefghij'], [0, 8, 19], 11],
  [[], [0], 0],
])(
  '%j, each before a comma, begin at %j; the longest has %i bytes',
  (strings, offsets, longest) => {
    const blob = blobOf(strings, ',');
    expect(Array.from(blob.offsets)).toEqual(offsets);
    expect(blob.longest).toBe(longest);
    expect(stringsOf(blob)).toEqual(strings.map((text) => `${text},`));
  },
);

test('without a separator strings lie end to end', () => {
  const blob = blobOf(['one', '', 'two']);
  expect(stringsOf(blob)).toEqual(['one', '', 'two']);
  expect(blob.longest).toBe(3);
});

test.each([0, 1, 7, 8, 9, 16, 17])('of %i bytes all are copied, and at most seven more', (size) => {
  const text = 'abcdefghijklmnopqrstuvw'.slice(0, size);
  const { view } = blobOf(['#', text, 'beyond the end']);
  const bytes = new Uint8Array(40).fill(1);
  const next = copyWords(view, { from: 1, end: 1 + size, out: new DataView(bytes.buffer), at: 3 });
  expect(next).toBe(3 + size);
  expect(Buffer.from(bytes.subarray(3, next)).toString()).toBe(text);
  expect(Array.from(bytes.subarray(0, 3))).toEqual([1, 1, 1]);
  const whole = 3 + Math.ceil(size / 8) * 8;
  expect(Array.from(bytes.subarray(whole))).toEqual(Array.from({ length: 40 - whole }, () => 1));
});

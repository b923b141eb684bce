import { expect, test } from 'vitest';
import { codeTexts, hashOn, NO_HASH, textCoder } from './text-codes.ts';

const encoder = new TextEncoder();

test('bytes are coded as their texts are, through growth and non-ASCII texts', () => {
  const texts = Array.from({ length: 5000 }, (_, i) =>
    i % 7 === 0 ? null : `Straße ${(i * 37) % 1900}\u{1f600}`,
  );
  const coder = textCoder(10);
  for (const text of texts) {
    const bytes = encoder.encode(`|${text ?? ''}|`);
    const end = bytes.length - 1;
    coder.add(bytes, 1, end, bytes.subarray(1, end).reduce(hashOn, NO_HASH));
  }
  expect(coder.end()).toEqual(codeTexts(texts));
  expect(codeTexts(['b', null, 'a', 'b'])).toEqual({
    codes: Int32Array.of(0, -1, 1, 0),
    texts: ['b', 'a'],
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
])('%o is %o', (plain, encoded) => {
  expect(toBase64(new TextEncoder().encode(plain))).toBe(encoded);
  expect(new TextDecoder().decode(fromBase64(encoded)!)).toBe(plain);
});

test('refuses non-canonical encodings', () => {
  // Other alphabet, white space, missing or misplaced padding, nonzero bits after the end.
  for (const text of [
    'Zm8',
    'Zg=',
    '=',
    '====',
    'Z===',
    'Zm9v\n',
    ' Zm8',
    '-_8=',
    'Ł+8=',
    'Zm=v',
  ]) {
    expect(fromBase64(text), text).toBeNull();
  }
  for (const text of ['Zh==', 'Zm9=']) expect(fromBase64(text), text).toBeNull();
});

test('it is the base64 of Node, there and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      expect(toBase64(bytes)).toBe(text);
      expect(fromBase64(text)).toEqual(bytes);
    }),
  );
});

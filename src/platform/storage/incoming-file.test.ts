import { expect, test } from 'vitest';
import { parseMetadata, seconds } from './incoming-file.ts';

test.each([
  [undefined, '3600'],
  ['', '3600'],
  ['60', '60'],
  ['max-age=60', '60'],
  ['public, max-age=31536000, immutable', '31536000'],
  ['MAX-AGE=5 , private', '5'],
  ['max-age=12345678901', '3600'],
  ['no-store', '3600'],
  ['max-age=-1', '3600'],
])('the cache control %j is kept for %s seconds', (cacheControl, kept) => {
  expect(seconds(cacheControl)).toBe(kept);
});

test.each([
  [undefined, null],
  ['', null],
  ['{}', {}],
  ['{"owner":"a","tags":[1]}', { owner: 'a', tags: [1] }],
])('the metadata %j is %j', (text, value) => {
  expect(parseMetadata(text)).toEqual(value);
});

test.each(['[]', 'null', '"x"', '3', '{', '[{}]'])('the metadata %s is refused', (text) => {
  expect(() => parseMetadata(text)).toThrow('metadata must be a JSON object');
});

import { expect, test } from 'vitest';
import { isUuid } from './is-uuid.ts';

test('an id is 32 hexadecimal digits in five groups, in either case, and nothing more', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  expect(isUuid(id)).toBe(true);
  expect(isUuid(id.toUpperCase())).toBe(true);
  for (const text of ['', `${id}0`, ` ${id}`, id.replaceAll('-', ''), id.replace('0f', '0g')]) {
    expect([text, isUuid(text)]).toEqual([text, false]);
  }
});

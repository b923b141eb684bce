import { expect, test } from 'vitest';
import { readerMessage, shortened } from './reader-message.ts';

test.each([
  [
    'Invalid Error: Failed to read file "/srv/data/storage/objects/ab/cd": TProtocolException',
    'Invalid Error: Failed to read file the file: TProtocolException',
  ],
  [
    "IO Error: Cannot open '/var/tmp/other place/x': no\nStack trace: y",
    'IO Error: Cannot open the file: no',
  ],
  ['Column "a" is of no type', 'Column "a" is of no type'],
])('%j reads %j', (message, expected) => {
  expect(readerMessage(new Error(message), ['/srv/data/storage/objects/ab/cd'])).toBe(expected);
});

test('a message has 300 characters at most', () => {
  expect(readerMessage(new Error('x'.repeat(5000)), [])).toHaveLength(300);
  expect(shortened('x'.repeat(300))).toHaveLength(300);
});

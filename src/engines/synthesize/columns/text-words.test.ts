import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formsOf, joinWords, splitText } from './text-words.ts';

const stream = () => streamFor(1n, 0, 0);
const TEXTS = [
  'I tasted it (twice), and I "liked" it!',
  'Order #12 of 3 arrived... see http://shop.example/a/xYz12.',
  "It's £3.50; don't wait",
];

test.each(TEXTS)('words and signs of "%s" join to the same text', (text) => {
  expect(joinWords(splitText(text), stream())).toBe(text);
});

test('numbers and addresses that too few have keep their form, and words their ending', () => {
  const [address] = formsOf('http://shop.example/a/xYz12');
  expect(joinWords([address!], stream())).toMatch(/^http:\/\/shop\.example\/a\/[A-Za-z0-9]{5}$/);
  const [number] = formsOf('AB-1234');
  expect(joinWords([number!], stream())).toMatch(/^AB-\d{4}$/);
  expect(joinWords([formsOf('09:41')[0]!], stream())).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
  expect(formsOf('Tasting').map((form) => form.slice(1))).toEqual(['Aing', 'Ang', 'A']);
  // A number sign of the text is no digit.
  expect(joinWords(splitText('#12'), stream())).toBe('#12');
});

import { expect, test } from 'vitest';
import { csvField, csvRecord, quoteCsv } from './csv.ts';

test('fields stand between quotes where RFC 4180 asks for it, and nowhere else', () => {
  // RFC 4180, section 2, rules 6 and 7: line breaks, quotes and commas; a quote inside is doubled.
  expect(quoteCsv('b\r\nbb')).toBe('"b\r\nbb"');
  expect(quoteCsv('b"bb')).toBe('"b""bb"');
  expect(quoteCsv('a,b')).toBe('"a,b"');
  expect(quoteCsv('\r')).toBe('"\r"');
  // Rule 4: spaces are part of a field.
  expect(quoteCsv(' a ')).toBe(' a ');
  expect(quoteCsv("it's; 100%")).toBe("it's; 100%");
});

test('an absent value and an empty text stay apart', () => {
  expect(csvField(null)).toBe('');
  expect(csvField('')).toBe('""');
  expect(csvRecord(['zzz', null, '', 'y"y'])).toBe('zzz,,"","y""y"\r\n');
});

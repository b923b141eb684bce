import { expect, test } from 'vitest';
import { csvBodyToJson } from './csv-body.ts';

const rows = (text: string) => JSON.parse(csvBodyToJson(text));

// PostgREST's documentation, "Bulk insert" by CSV: NULL is null, an empty value the empty string.
test.each([
  [
    'name,age\nJ Doe,62\nJonas,10\n',
    [
      { name: 'J Doe', age: '62' },
      { name: 'Jonas', age: '10' },
    ],
  ],
  ['a,b\r\n"x, ""y""\r\nz",NULL', [{ a: 'x, "y"\r\nz', b: null }]],
  [
    'a,b\n,\n"","NULL"',
    [
      { a: '', b: '' },
      { a: '', b: null },
    ],
  ],
  ['a\n', []],
  ['\ufeffa\n1', [{ a: '1' }]],
])('%j', (text, expected) => {
  expect(rows(text)).toEqual(expected);
});

test.each([
  ['', 'The CSV body has no header'],
  ['a,a\n1,2', 'The header of the CSV body contains a duplicate column'],
  ['a,b\n1,2\n3', 'All lines must have same number of fields: record 3 has 1, the header 2'],
  ['a,b\n1,"2', "The CSV body can't be read in record 2"],
  ['a,b\n1,"2"3', "The CSV body can't be read in record 2"],
  ['a,b\n1,2"3', "The CSV body can't be read in record 2"],
])('%j is refused', (text, message) => {
  expect(() => csvBodyToJson(text)).toThrow(message);
});

import { describe, expect, test } from 'vitest';
import { scanBytes } from '../scan-bytes.fixture.ts';

const names = (scan: { columns: { name: string }[] }) => scan.columns.map(({ name }) => name);

test('numbers keep their letters', async () => {
  const scan = await scanBytes('jsonl', '{"a":12.50,"b":1E400,"c":12345678901234567890,"d":-0}\n');
  expect(scan.rows).toEqual([['12.50', '1E400', '12345678901234567890', '-0']]);
});

test('text keeps escapes, line breaks and empty strings; null and absent are missing', async () => {
  const scan = await scanBytes(
    'jsonl',
    '{"a":"\\u00e9\\n\\"x\\"","b":""}\n{"a":null}\n{"a":"\\u001f","b":true}\n',
  );
  expect(scan.rows).toEqual([
    ['é\n"x"', ''],
    [null, null],
    ['\u001f', 'true'],
  ]);
});

describe('nested objects', () => {
  test('become columns of one level; a null object adds none', async () => {
    const scan = await scanBytes(
      'json',
      '[{"id":1,"payer":{"name":"A","zip":"01067"}},\n {"id":2,"payer":null}]',
    );
    expect(names(scan)).toEqual(['id', 'payer.name', 'payer.zip']);
    expect(scan.rows).toEqual([
      ['1', 'A', '01067'],
      ['2', null, null],
    ]);
  });

  test.each([
    ['[{"a":{"b":{"c":1}}}]', /Line 1: column 'a\.b' is nested more than one level deep/],
    ['[\n{"a":1},\n{"a":[1,2]}]', /Line 3: column 'a' contains a list/],
    ['[{"a":{"b":1},"a.b":2}]', /Line 1: two values of the column 'a\.b'/],
    ['[{"a":1,"a":2}]', /Line 1: two members of the same name/],
    ['[{"a":1},{"A":2}]', /Duplicate header: columns 1 and 2/],
  ])('%s is refused', async (text, message) => {
    await expect(scanBytes('json', text)).rejects.toThrow(message);
  });
});

test('a column that appears after 10,000 records is kept', async () => {
  const lines = Array.from({ length: 10_050 }, (_, i) => `{"id":${i}}`);
  const scan = await scanBytes('jsonl', [...lines, '{"id":-1,"late":"x"}'].join('\n'));
  expect(names(scan)).toEqual(['id', 'late']);
  expect(scan.rowCount).toBe(10_051);
  expect(scan.rows.at(-1)).toEqual(['-1', 'x']);
  expect(scan.rows[0]).toEqual(['0', null]);
});

test('names such as __proto__ and constructor are columns', async () => {
  const scan = await scanBytes('jsonl', '{"__proto__":"a","constructor":"b"}\n');
  expect(names(scan)).toEqual(['__proto__', 'constructor']);
  expect(scan.rows).toEqual([['a', 'b']]);
});

test('unreadable lines of JSON Lines are left out and listed', async () => {
  const scan = await scanBytes('jsonl', '{"a":1}\n\n{"a":\n[1]\n{"a":2}');
  expect(scan.rows).toEqual([['1'], ['2']]);
  expect(scan.leftOut).toEqual({
    lines: 2,
    ranges: [
      { fromLine: 3, toLine: 3, reason: 'invalid JSON', text: '{"a":' },
      { fromLine: 4, toLine: 4, reason: 'expected a JSON object', text: '[1]' },
    ],
  });
});

test.each([
  ['{"a":1}', /Line 1: expected an array of objects/],
  ['[{"a":1},', /Line 1: the array is not closed/],
  ['[{"a":1},]', /Line 1: expected an array of objects/],
  ['[{"a":1} {"a":2}]', /Line 1: expected an array of objects/],
  ['[{"a":1}]\n[{"a":1}]', /Line 2: text after the array/],
  ['[{"a":]}]', /Line 1: /],
  ['[]', /contains no records/],
  ['', /not closed|empty/],
])('the array %j is refused', async (text, message) => {
  await expect(scanBytes('json', text)).rejects.toThrow(message);
});

test('brackets and escaped quotes within strings do not end a record', async () => {
  const scan = await scanBytes('json', '[{"a":"}]\\"{[,"},{"a":"\\\\"}]');
  expect(scan.rows).toEqual([['}]"{[,'], ['\\']]);
});

test('records that are split between pieces of the file are whole', async () => {
  const records = Array.from({ length: 30_000 }, (_, i) => ({ id: i, text: `é${i}—"${i}` }));
  for (const [format, text] of [
    ['json', JSON.stringify(records)],
    ['jsonl', records.map((record) => JSON.stringify(record)).join('\n')],
  ] as const) {
    const scan = await scanBytes(format, text);
    expect(scan.rows).toEqual(records.map(({ id, text }) => [String(id), text]));
  }
});

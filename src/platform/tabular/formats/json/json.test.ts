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
    ['[\n{"a":1},\n{"a":[[2]]}]', /Line 3: 'a' contains a list within a list/],
    ['[{"a":[{"b":[1]}]}]', /Line 1: column 'b' contains a list within a list/],
    ['[{"a":[{"b":{"c":{"d":1}}}]}]', /Line 1: column 'b\.c' is nested more than one level deep/],
    ['[{"a":[1,{"b":2}]}]', /Line 1: the list 'a' contains both objects and plain values/],
    ['[{"a":{"b":[1]},"a.b":[2]}]', /Line 1: two values of the column 'a\.b'/],
    ['[{"a":[{"b":1,"b":2}]}]', /Line 1: two members of the same name/],
    ['[{"a":{"b":1},"a.b":2}]', /Line 1: two values of the column 'a\.b'/],
    ['[{"a":1,"a":2}]', /Line 1: two members of the same name/],
    ['[{"a":1},{"A":2}]', /Duplicate header: columns 1 and 2/],
  ])('%s is refused', async (text, message) => {
    await expect(scanBytes('json', text)).rejects.toThrow(message);
  });
});

describe('lists', () => {
  const ORDERS = JSON.stringify([
    {
      order_id: 'o1',
      total: 3,
      items: [{ sku: 'a', price: { net: 1 } }, { sku: 'b' }],
      tags: ['x', 'y'],
    },
    { order_id: 'o2', total: 4, items: [], tags: null },
    { order_id: 'o3', total: 5, items: [{ sku: 'a', order_id: 'own' }] },
  ]).replace('"net":1', '"net":1.50');
  const table = (text: string, name: string) => scanBytes('json', text, { table: name });

  test('are offered as tables with the key of their records', async () => {
    await expect(scanBytes('json', ORDERS)).rejects.toMatchObject({
      code: 'confirmation_needed',
      detail: {
        tables: [
          { name: 'records', parent: null },
          {
            name: 'items',
            parent: { table: 'records', key: 'order_id', column: 'parent.order_id' },
          },
          { name: 'tags', parent: { table: 'records', key: 'order_id', column: 'order_id' } },
        ],
        notices: [],
      },
    });
    const records = await table(ORDERS, 'records');
    expect(names(records)).toEqual(['order_id', 'total']);
    expect(records.rowCount).toBe(3);
    expect(records.notices).toEqual(["Tables not read: 'items', 'tags'"]);
    const items = await table(ORDERS, 'items');
    expect(names(items)).toEqual(['parent.order_id', 'sku', 'price.net', 'order_id']);
    expect(items.rows).toEqual([
      ['o1', 'a', '1.50', null],
      ['o1', 'b', null, null],
      ['o3', 'a', null, 'own'],
    ]);
    const tags = await table(ORDERS, 'tags');
    expect(names(tags)).toEqual(['order_id', 'value']);
    expect(tags.rows).toEqual([
      ['o1', 'x'],
      ['o1', 'y'],
    ]);
  });

  test('of records without a key are linked by the number of the record', async () => {
    const text = '[{"id":1,"a":[1]},{"id":1,"a":[2,3]}]';
    const records = await table(text, 'records');
    expect(names(records)).toEqual(['record_number', 'id']);
    expect(records.rows).toEqual([
      ['1', '1'],
      ['2', '1'],
    ]);
    expect((await table(text, 'a')).rows).toEqual([
      ['1', '1'],
      ['2', '2'],
      ['2', '3'],
    ]);
  });

  test('of one object are its tables, without a key if it has no other values', async () => {
    const bank = `{
      "transactions": {"booked": [{"id": "1", "amount": {"value": -12.50}}], "pending": []},
      "accounts": [{"iban": "DE02"}, {"iban": "DE03"}]
    }`;
    await expect(scanBytes('json', bank)).rejects.toMatchObject({
      detail: {
        tables: [
          { name: 'transactions.booked', parent: null },
          { name: 'accounts', parent: null },
        ],
        notices: ["Lists without values: 'transactions.pending'"],
      },
    });
    const booked = await table(bank, 'transactions.booked');
    expect(names(booked)).toEqual(['id', 'amount.value']);
    expect(booked.rows).toEqual([['1', '-12.50']]);
    const single = await scanBytes('json', '{"data":[{"a":1},{"a":2}]}');
    expect(single).toMatchObject({ table: 'data', rows: [['1'], ['2']] });
    const statement = '{"iban":"DE02","entries":[{"n":1},{"n":2}]}';
    expect((await table(statement, 'entries')).rows).toEqual([
      ['DE02', '1'],
      ['DE02', '2'],
    ]);
  });

  test('that are empty in all records are no tables, and reported', async () => {
    const scan = await scanBytes('json', '[{"id":1,"a":[]},{"id":2,"b":[]}]');
    expect(names(scan)).toEqual(['id']);
    expect(scan.notices).toEqual(["Lists without values: 'a', 'b'"]);
  });

  test('that appear late are found; records of JSON Lines have them too', async () => {
    const lines = Array.from({ length: 12_000 }, (_, i) => `{"id":${i}}`);
    const text = [...lines, '{"id":-1,"late":[{"x":"1"}]}'].join('\n');
    await expect(scanBytes('jsonl', text)).rejects.toMatchObject({ code: 'confirmation_needed' });
    const scan = await scanBytes('jsonl', text, { table: 'late' });
    expect(scan.rows).toEqual([['-1', '1']]);
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
  ['"a"', /Line 1: expected an array of objects/],
  ['{"a":1}{"a":2}', /Line 1: text after the end of the JSON/],
  ['{"a":[{"b":1}', /Line 1: the JSON is not closed/],
  ['[{"a":1},', /Line 1: the JSON is not closed/],
  ['[{"a":1},]', /Line 1: expected an array of objects/],
  ['[{"a":1} {"a":2}]', /Line 1: expected an array of objects/],
  ['[{"a":1}]\n[{"a":1}]', /Line 2: text after the end of the JSON/],
  ['[{"a":]}]', /Line 1: /],
  ['[]', /contains no records/],
  ['', /not closed|empty/],
])('the array %j is refused', async (text, message) => {
  await expect(scanBytes('json', text)).rejects.toThrow(message);
});

test('a record with a zero byte is left out, or refused in an array', async () => {
  const scan = await scanBytes('jsonl', '{"a":"1"}\n{"a":"\\u0000"}\n{"a":"2"}');
  expect(scan.rows).toEqual([['1'], ['2']]);
  expect(scan.leftOut.ranges).toMatchObject([
    { fromLine: 2, reason: expect.stringMatching(/zero byte/) },
  ]);
  await expect(scanBytes('json', '[{"a":"\\u0000"}]')).rejects.toThrow(/zero byte/);
});

test('brackets and escaped quotes within strings do not end a record', async () => {
  const scan = await scanBytes('json', '[{"a":"}]\\"{[,"},{"a":"\\\\"}]');
  expect(scan.rows).toEqual([['}]"{[,'], ['\\']]);
});

test('records that are split between pieces of the file are whole', async () => {
  const records = Array.from({ length: process.env.TEST_LONG ? 30_000 : 8000 }, (_, i) => ({
    id: i,
    text: `é${i}—"${i}`,
  }));
  for (const [format, text] of [
    ['json', JSON.stringify(records)],
    ['jsonl', records.map((record) => JSON.stringify(record)).join('\n')],
  ] as const) {
    const scan = await scanBytes(format, text);
    expect(scan.rows).toEqual(records.map(({ id, text }) => [String(id), text]));
  }
});

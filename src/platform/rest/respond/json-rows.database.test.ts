import { expect, test } from 'vitest';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { startRestHost } from '../rest-host.fixture.ts';
import { sql, trusted } from '../sql/sql.ts';
import { CsvCopy } from './csv-copy.ts';
import { JsonRows } from './json-rows.ts';

const host = startBeforeTests(startRestHost);

/** Values at the edges of each type that the API writes itself. */
const VALUES = [
  ...['-0', '1e-7', '1e20', 'NaN', '-Infinity', '0.1'].flatMap((value) => [
    `'${value}'::float8`,
    `'${value}'::float4`,
  ]),
  ...['1.10', '-0.00', '1e30', 'NaN', 'Infinity'].map((value) => `'${value}'::numeric`),
  '(-32768)::int2',
  '2147483647',
  '9223372036854775807::bigint',
  'true',
  'false',
  ...['2025-02-03', '0001-01-01 BC', 'infinity', '99999-12-31'].flatMap((day) => [
    `'${day}'::date`,
    `'${day}'::timestamp`,
    `'${day}'::timestamptz`,
  ]),
  "'2025-02-03 04:05:06.789'::timestamp",
  "'2025-02-03 04:05:06.789+05:45'::timestamptz",
  "'1850-01-01 00:00'::timestamptz",
  "'0044-03-15 10:11:12.5 BC'::timestamptz",
  "'04:05:06.7'::time",
  "'04:05:06+05:30'::timetz",
  "'1 year -2 days 03:04:05'::interval",
  "'10.1.2.3/8'::inet",
  "'10.0.0.0/8'::cidr",
  "'\\xdeadbeef'::bytea",
  "'name'::name",
  "'ab'::char(5)",
  "'ab'::varchar(9)",
  "'0f0e0d0c-0b0a-0908-0706-050403020100'::uuid",
  `'{"b" :  [1, "x"]}'::json`,
  `'{"b" :  [1, "x"], "a": null}'::jsonb`,
  "E'quote \" back\\\\slash \\b\\f\\n\\r\\t\\x01\\x1f\\x7f / \u2028 Łódź 😀'::text",
  "''::text",
  'null::text',
  'null::timestamptz',
];
const ROWS = trusted(`select ${VALUES.map((value, at) => `${value} as "c ""${at}"`).join(', ')}`);

const inZone = async <T>(zone: string, work: (client: never) => Promise<T>): Promise<T> => {
  const client = await host.database.owner.connect();
  try {
    await client.query(`set timezone = '${zone}'`);
    return await work(client as never);
  } finally {
    client.release(true);
  }
};

test.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns'])(
  'JSON equals row_to_json to the byte, in %s',
  async (zone) => {
    const text = ROWS.chunks.join('');
    await inZone(
      zone,
      async (client: { query: (text: string) => Promise<{ rows: unknown[] }> }) => {
        const rows = await new JsonRows({ text }, { maxBytes: 1e6 }).run(client as never);
        const expected = await client.query(`select row_to_json(t)::text as line from (${text}) t`);
        expect(rows.isKnown).toBe(true);
        expect([rows.take('', '').toString()]).toEqual(
          expected.rows.map((row) => (row as { line: string }).line),
        );
      },
    );
  },
);

test.each(['array[1, 2]', "row(1, 'a')", "'(1,2)'::point", "'<a/>'::xml", "'1'::money"])(
  'leaves %s to PostgreSQL',
  async (value) => {
    const text = `select 1 as a, ${value} as b`;
    const rows = await inZone('UTC', (client) =>
      new JsonRows({ text }, { maxBytes: 1e6 }).run(client),
    );
    expect([rows.isKnown, rows.ends]).toEqual([false, []]);
  },
);

test('reads columns that only PostgreSQL writes', async () => {
  const read = () => host.get('/users?select=id,tags&order=id&limit=1');
  const first = await read();
  expect([first, await read()]).toEqual([first, first]);
});

const HOSTILE = [
  "'; drop table users; --",
  "\\'; select 1; --",
  '\\',
  "E'\\''",
  '$1',
  '$$x$$',
  "''",
  '\u2019',
  'a\nb',
  '"',
];

test.each(HOSTILE)('CSV binds %j as a value', async (value) => {
  const rows = { chunks: [...sql`SELECT `.chunks, { bound: value }, '::text AS a, length('] };
  const query = { chunks: [...rows.chunks, { bound: value }, ') AS b'] };
  const copy = CsvCopy.of(query, ['text', null], 1e6)!;
  await inZone('UTC', (client) => copy.run(client));
  const quoted = /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  expect(copy.take('a,b').toString()).toBe(`a,b\n${quoted},${[...value].length}`);
});

test('CSV leaves a zero character to the parameters, where PostgreSQL refuses it', () => {
  expect(CsvCopy.of({ chunks: ['SELECT ', { bound: 'a\0b' }] }, ['text'], 1e6)).toBe(null);
});

test('CSV of types with an output of their own is that of their text', async () => {
  const { rows } = await host.database.owner.query<{ types: string[] }>(
    `select array[${VALUES.map((value) => `pg_typeof(${value})::text`).join(', ')}] as types`,
  );
  const types = rows[0]!.types;
  const csvOf = async (known: (string | null)[]) => {
    const copy = CsvCopy.of(sql`${ROWS}`, known, 1e6)!;
    await inZone('Asia/Kathmandu', (client) => copy.run(client));
    return copy.take('header').toString();
  };
  expect(types).toContain('boolean');
  expect(types).toContain('character');
  expect(await csvOf(types)).toBe(await csvOf(types.map(() => null)));
});

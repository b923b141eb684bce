import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { readTextColumns } from '../parquet/read-text-columns.ts';
import { scanDelimited } from './scan-delimited.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stray quotes '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string) {
  const path = join(folder, 'in.csv');
  const parquetPath = join(folder, 'out.parquet');
  await writeFile(path, text);
  const result = await scanDelimited(path, { parquetPath });
  const ids = new Set<string>();
  const { name } = result.columns[0]!;
  for await (const { columns } of readTextColumns({ parquetPath, names: [name] })) {
    for (const id of columns[0]!) ids.add(String(id));
  }
  return { ...result, ids };
}

const TOWNS = ['Berlin', '"Newark, NJ"', 'Paris', 'Łódź'];
const row = (i: number) =>
  `${i},${(i % 977) + 0.25},2024-03-${10 + (i % 19)},${TOWNS[i % 4]},note ${i % 31}`;
const HEADER = 'id,amount,booked,town,note';

function withStrays(rows: number, places: ReadonlySet<number>): string {
  const lines = Array.from({ length: rows }, (_, i) =>
    places.has(i)
      ? row(i)
          .replace(/,"?([BNPŁ])/, ',"$1')
          .replace('NJ"', 'NJ')
      : row(i),
  );
  return `${HEADER}\n${lines.join('\n')}\n`;
}

describe('of 200,000 rows', () => {
  const many: [number, number[]] = [50, Array.from({ length: 50 }, (_, i) => 7 + i * 3999)];
  const few: [number, number[]][] = [
    [1, [100_000]],
    [2, [50_000, 150_000]],
  ];
  test.each(process.env.TEST_LONG ? [...few, many] : [many])(
    '%i stray quotes cost no more rows than that, each listed by its line',
    async (count, at) => {
      const { rowCount, leftOut, ids } = await read(withStrays(200_000, new Set(at)));
      expect(rowCount).toBe(200_000 - count);
      expect(leftOut.lines).toBe(count);
      // The header is line 1, so row 0 is line 2.
      expect(leftOut.ranges.map(({ fromLine, toLine }) => [fromLine, toLine])).toEqual(
        at.map((i) => [i + 2, i + 2]),
      );
      expect(leftOut.ranges[0]).toMatchObject({ reason: 'A quote is never closed' });
      for (const i of at) expect(ids.has(String(i))).toBe(false);
    },
    120_000,
  );

  test('where nothing else is quoted, an open quote still takes no row along', async () => {
    const plain = Array.from({ length: 200_000 }, (_, i) => `${i},a${i % 7},text`);
    plain[5] = '5,"a5,text';
    plain[120_000] = '120000,a6",text';
    const { rowCount, leftOut } = await read(`id,code,words\n${plain.join('\n')}\n`);
    // A quote inside an unquoted value is a plain character.
    expect(rowCount).toBe(199_999);
    expect(leftOut.ranges).toMatchObject([{ fromLine: 7, toLine: 7 }]);
  }, 120_000);

  test('two quotes that pair up over many rows are not taken for one long value', async () => {
    const plain = Array.from({ length: 2000 }, (_, i) => `${i},a${i % 7},text`);
    plain[500] = '500,"a3,text';
    plain[900] = '900,a4",text';
    const { rowCount, leftOut, ids } = await read(`id,code,words\n${plain.join('\n')}\n`);
    expect(rowCount).toBe(1999);
    expect(ids.has('500')).toBe(false);
    expect(leftOut.ranges).toMatchObject([{ fromLine: 502, toLine: 502 }]);
  });
});

test('values over several lines stay whole, beside quotes that are never closed', async () => {
  const note = 'first line,\nsecond "line"\r\n\n3, 4';
  const quoted = `"${note.replaceAll('"', '""')}"`;
  const lines = Array.from({ length: 300 }, (_, i) => `${i},2024-01-05,${i % 3 ? 'x' : quoted}`);
  lines[100] = '100,"2024-01-05,x';
  const { rowCount, leftOut } = await read(`id,day,note\n${lines.join('\n')}\n`);
  expect(rowCount).toBe(299);
  // 34 four-line values (three extra lines each) precede row 100, which is not one of them.
  expect(leftOut.ranges).toMatchObject([{ fromLine: 102 + 34 * 3, toLine: 102 + 34 * 3 }]);
  for await (const { columns } of readTextColumns({
    parquetPath: join(folder, 'out.parquet'),
    names: ['note'],
  })) {
    expect(columns[0]!.filter((value) => value === note)).toHaveLength(100);
  }
});

test('a value of 9,000 lines is read, one of more than 10,000 is no value', async () => {
  const lines = (count: number) => `"${'word\n'.repeat(count)}"`;
  const kept = await read(`id,note\n1,${lines(9000)}\n2,x\n`);
  expect(kept).toMatchObject({ rowCount: 2, leftOut: { lines: 0 } });
  const { rowCount, leftOut } = await read(`id,note\n1,${lines(10_001)}\n2,x\n`);
  expect(rowCount).toBe(1);
  expect(leftOut.lines).toBe(10_002);
});

test('lines that stay open whatever they are read with cost time in proportion', async () => {
  // Read alone, each opens a quote; read within one, it closes it and opens another.
  const { rowCount, leftOut } = await read(`id,note\n${'a","b\n'.repeat(300_000)}1,2\n`);
  expect(rowCount + leftOut.lines).toBe(300_001);
}, 60_000);

longTest(
  'k stray quotes cost at most k rows and their neighbors, each in a range that is listed',
  async () => {
    const runs = process.env.TEST_LONG ? 300 : 12;
    const strays = fc.array(
      fc.tuple(fc.nat(399), fc.nat(40), fc.constantFrom('"', '"', '""', '",')),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(strays, fc.constantFrom('\n', '\r\n'), async (inserted, end) => {
        const lines = Array.from({ length: 400 }, (_, i) => row(i));
        for (const [i, at, text] of inserted) {
          lines[i] = lines[i]!.slice(0, at) + text + lines[i]!.slice(at);
        }
        const { ids, leftOut } = await read([HEADER, ...lines, ''].join(end));
        const near = new Set(inserted.flatMap(([i]) => [i - 1, i, i + 1]));
        const listed = (line: number) =>
          leftOut.ranges.some(({ fromLine, toLine }) => fromLine <= line && line <= toLine);
        for (let i = 0; i < 400; i++) {
          if (ids.has(String(i))) continue;
          expect(near).toContain(i);
          if (inserted.every(([place, at]) => place !== i || at > 4))
            expect(listed(i + 2)).toBe(true);
        }
      }),
      { numRuns: runs, seed: 20_251_121 },
    );
  },
  600_000,
);

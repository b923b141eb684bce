import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { readTextColumns } from '../parquet/read-text-columns.ts';
import { scanDelimited } from './scan-delimited.ts';

const MEGABYTES = 400;

/** Generates rows whose values hardly repeat, independent of the product's generators. */
function* lines(bytes: number): Generator<string> {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 4;
  };
  yield 'transaction_id,amount,transaction_date,merchant_category,note\n';
  for (let written = 0, id = 0; written < bytes; ) {
    let block = '';
    for (let i = 0; i < 1000; i++, id++) {
      const day = new Date(1.5e12 + next() * 1000).toISOString();
      block += `${id},${(next() / 100).toFixed(2)},${day.slice(0, 10)} ${day.slice(11, 19)},c${next() % 40},"ref ${next()}, ${next()}${id % 1000 === 7 ? '\n' : ''}"\n`;
    }
    written += block.length;
    yield block;
  }
}

test.skipIf(!process.env.TEST_LONG)(
  `a file of ${MEGABYTES} MB in every row, within bounds of memory`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'big file '));
    try {
      const path = join(folder, 'in.csv');
      await pipeline(Readable.from(lines(MEGABYTES * 1e6)), createWriteStream(path));
      const before = process.memoryUsage().rss;
      let peak = before;
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss);
      }, 20);
      const started = performance.now();
      const result = await scanDelimited(path, { parquetPath: join(folder, 'out.parquet') });
      const seconds = (performance.now() - started) / 1000;
      clearInterval(watch);
      let rows = 0;
      for await (const chunk of readTextColumns({
        parquetPath: result.parquetPath,
        names: ['transaction_id'],
      })) {
        for (const id of chunk.columns[0]!) {
          if (id !== String(rows++)) expect.fail(`row ${rows} has id ${id}`);
        }
      }
      const { size } = await stat(path);
      console.error(
        `${Math.round(size / 1e6)} MB, ${rows} rows: ${seconds.toFixed(1)} s, ${Math.round((peak - before) / 1e6)} MB more`,
      );
      expect(result.rowCount).toBe(rows);
      expect(result.columns.map(({ type }) => type)).toEqual([
        'integer',
        'decimal',
        'timestamp',
        'text',
        'text',
      ]);
      expect(peak - before).toBeLessThan(500e6);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  300_000,
);

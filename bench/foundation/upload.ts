import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ParseIngestedFileAnswer } from '../../src/shared/contracts/ingestion.ts';
import { apiOf } from '../../test/support/kill-worker.ts';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { type Figure, median, seconds } from './figures.ts';
import { memoryFigure, peakMemory } from './memory.ts';
import { writeTransactionsFile } from './transactions-file.ts';

/** Sends the file as a form, like a browser, with minimal work in Node. */
async function upload(
  sandbox: Sandbox,
  token: string,
  path: string,
): Promise<ParseIngestedFileAnswer> {
  const boundary = '----bench-boundary-7MA4YWxkTrZu0gW';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const { size } = await stat(path);
  const sent = request(`${sandbox.url}/functions/v1/parse-ingested-file`, {
    method: 'POST',
    headers: {
      apikey: sandbox.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': Buffer.byteLength(head) + size + Buffer.byteLength(tail),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.write(head);
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  file.pipe(sent, { end: false });
  file.once('end', () => sent.end(tail));
  const answer = await answered;
  const body = await json(answer);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${JSON.stringify(body)}`);
  return body as ParseIngestedFileAnswer;
}

async function bareCopy(from: string, to: string): Promise<void> {
  const target = await open(to, 'w');
  for await (const chunk of createReadStream(from, { highWaterMark: 1 << 20 })) {
    await target.write(chunk as Buffer);
  }
  await target.sync();
  await target.close();
}

/** Scans the file with DuckDB alone, with the settings that keep row order at minimal memory. */
async function bareScan(csv: string, parquet: string, columns: string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: '300MB',
    preserve_insertion_order: 'true',
  });
  const connection = await instance.connect();
  const types = columns.map((name) => `'${name}': 'VARCHAR'`).join(', ');
  await connection.run(
    `copy (select * from read_csv('${csv}', columns = {${types}}, auto_detect = false, header = true,
       delim = ',', quote = '"', escape = '"')) to '${parquet}' (format parquet, compression zstd)`,
  );
  connection.closeSync();
  instance.closeSync();
}

export async function benchUpload(
  sandbox: Sandbox,
  token: string,
  options: { folder: string; megabytes: number; passes: number },
): Promise<Figure[]> {
  const { folder, megabytes, passes } = options;
  const path = join(folder, 'bench.csv');
  const rows = await writeTransactionsFile(path, megabytes * 1e6);
  const ratios: number[] = [];
  for (let pass = 0; pass < passes; pass++) {
    let answer: ParseIngestedFileAnswer | undefined;
    const own = await seconds(async () => {
      answer = await upload(sandbox, token, path);
    });
    if (answer!.record_count !== rows || answer!.rejected_count !== 0) {
      throw new Error(`expected ${rows} rows, ${answer!.record_count} were read`);
    }
    const copy = join(folder, 'copy.csv');
    const parquet = join(folder, 'copy.parquet');
    const copied = await seconds(() => bareCopy(path, copy));
    const scanned = await seconds(() => bareScan(copy, parquet, Object.keys(answer!.schema)));
    for (const file of [copy, parquet]) await rm(file);
    ratios.push(own / (copied + scanned));
    console.log(
      `  upload of ${rows} rows ${own.toFixed(2)} s; bare copy ${copied.toFixed(2)} s, scan ${scanned.toFixed(2)} s`,
    );
  }
  const memory = peakMemory(apiOf(sandbox));
  if (memory === null) console.log('  memory not measured: no /proc on this system');
  const name = `upload of a ${megabytes} MB CSV over copy and scan`;
  return [
    { name, value: median(ratios), unit: 'x', floor: 3, aim: 1.5 },
    ...(memory === null ? [] : [memoryFigure(memory, { floor: 1000, aim: 600 })]),
  ];
}

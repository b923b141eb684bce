import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { sampleTransactions } from '../../../test/support/sample-transactions.ts';
import { ingestionFunctions } from './functions.ts';

let host: ProductHost;
let folder: string;

beforeAll(async () => {
  host = await startProductHost(ingestionFunctions);
  folder = await mkdtemp(join(tmpdir(), 'fair '));
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const isLong = process.env.TEST_LONG !== undefined;
const ROWS = isLong ? 2_000_000 : 15_000;

/** A few kilobytes that unpack to 1.5 million cells, in the long run to 200 million. */
async function hostileFile(): Promise<Buffer> {
  const path = join(folder, 'zeros.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const columns = Array.from({ length: 100 }, (_, i) => `0 as c${i}`).join(', ');
  await connection.run(
    `copy (select ${columns} from range(${ROWS})) to '${path}' (format parquet, compression zstd, row_group_size ${ROWS})`,
  );
  connection.closeSync();
  instance.closeSync();
  return readFileSync(path);
}

longTest(
  'an organization that sends four hostile files keeps nobody else waiting',
  async () => {
    const ada = await host.member('ada@hostile.example', 'pilot_user');
    const bob = await host.member('bob@bank.example', 'pilot_user');
    const bytes = await hostileFile();
    expect(bytes.length).toBeLessThan(60_000);
    const answered: string[] = [];
    const send = async (name: string, token: string, file: File) => {
      const body = new FormData();
      body.set('file', file);
      body.set('columns', 'as-is');
      const { status } = await host.call('parse-ingested-file', body, { token });
      answered.push(name);
      return status;
    };
    const zeros = () => new File([new Uint8Array(bytes)], 'zeros.parquet');
    const hostile = [1, 2, 3, 4].map((i) => send(`hostile ${i}`, ada.token, zeros()));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const began = performance.now();
    const small = await send('small', bob.token, new File([sampleTransactions(100)], 'small.csv'));
    const seconds = (performance.now() - began) / 1000;
    expect(small).toBe(200);
    if (isLong) {
      process.stdout.write(
        `100 rows beside four files of ${bytes.length} bytes: ${seconds.toFixed(1)} s\n`,
      );
      expect(seconds).toBeLessThan(10);
    }
    expect(await Promise.all(hostile)).toEqual([200, 200, 200, 200]);
    // In sequence it would be the fourth or the last.
    expect(answered.indexOf('small')).toBeLessThan(3);
  },
  900_000,
);

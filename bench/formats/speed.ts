import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { scanStatements } from '../../src/platform/formats/scan-statements.ts';
import { sniffFile } from '../../src/platform/formats/sniff.ts';
import { WRITTEN } from '../../src/platform/formats/write/formats.ts';
import { scanDelimited } from '../../src/platform/tabular/delimited/scan-delimited.ts';
import { writeCsv } from '../../src/platform/tabular/delimited/write-csv.ts';
import { openDuckDb } from '../../src/platform/tabular/duckdb.ts';
import { readTextColumns } from '../../src/platform/tabular/parquet/read-text-columns.ts';
import {
  LEDGER_COLUMNS,
  type LedgerQuery,
  simulatedLedger,
} from '../../src/product/export/ledger/ledger-sql.ts';
import { readCsvHeader } from '../../src/product/export/ledger/read-csv-header.ts';
import { readLedger } from '../../src/product/export/ledger/read-ledger.ts';
import { writeStatements } from '../../src/product/export/ledger/write-statements.ts';
import type { WrittenBankFormat } from '../../src/shared/bank-formats.ts';
import { processorClock } from '../processor-clock.ts';
import type { Ledger } from './ledgers.ts';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = processorClock();
  await work();
  return processorClock() - begun;
}

async function queryOf({ folder }: Ledger): Promise<LedgerQuery> {
  const file = async (name: string) => {
    const path = join(folder, `${name}.csv`);
    return { path, header: await readCsvHeader(path) };
  };
  return simulatedLedger({
    transactions: await file('transactions'),
    accounts: await file('accounts'),
    customers: await file('customers'),
  });
}

async function* rowsOf({ sql, paths }: LedgerQuery) {
  const session = await openDuckDb({ paths, memoryLimitMb: 2000, threads: 2 });
  const result = await session.connection.stream(
    `select ${LEDGER_COLUMNS.join(', ')} from (${sql}) order by booked[:7], account_id, place`,
  );
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    yield chunk.getColumns() as (string | null)[][];
  }
  session.close();
}

export type Speed = {
  format: WrittenBankFormat;
  megabytes: number;
  rows: number;
  out: number;
  in: number;
};

/** Returns processor time of writing and reading, relative to a CSV of the same rows. */
export async function speedOf(
  ledger: Ledger,
  formats: readonly WrittenBankFormat[],
  folder: string,
): Promise<Speed[]> {
  const query = await queryOf(ledger);
  const csv = join(folder, 'bare.csv');
  const bareOut = () =>
    timed(() => pipeline(writeCsv([...LEDGER_COLUMNS], rowsOf(query)), createWriteStream(csv)));
  await bareOut();
  const floor = await bareOut();
  const speeds: Speed[] = [];
  for (const format of formats) {
    const path = join(folder, `speed-${format}`);
    const { period } = WRITTEN[format];
    const write = () =>
      writeStatements(
        readLedger(query, { period }, { withoutBalance: 0, accounts: 0 }),
        format,
        () => path,
      );
    const out = await timed(write);
    const parquetPath = join(folder, 'speed.parquet');
    const sniffed = (await sniffFile(path))!;
    let rows = 0;
    const read = await timed(async () => {
      rows = (await scanStatements(path, { parquetPath, sniffed })).rowCount;
    });
    const same = async function* () {
      for await (const { columns } of readTextColumns({ parquetPath })) yield columns;
    };
    const names = (await scanStatements(path, { parquetPath, sniffed })).columns.map(
      ({ name }) => name,
    );
    await pipeline(writeCsv(names, same()), createWriteStream(csv));
    const bareIn = await timed(() =>
      scanDelimited(csv, { parquetPath: `${parquetPath}.csv`, header: true }),
    );
    const megabytes = statSync(path).size / 1e6;
    speeds.push({ format, megabytes, rows, out: out / floor, in: read / bareIn });
  }
  return speeds;
}

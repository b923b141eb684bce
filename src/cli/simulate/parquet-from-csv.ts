import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import {
  accountFields,
  customerFields,
  type Field,
  groundTruthFields,
  transactionFields,
} from '../../engines/simulate/index.ts';
import { rowsOf, sqlName, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import type { WrittenFile } from '../hashed-file.ts';

/** Columns of each file. */
export const FIELDS = {
  customers: customerFields,
  accounts: accountFields,
  transactions: transactionFields,
  groundTruth: groundTruthFields,
} as const;

const SQL_TYPES: Record<Field['type'], string> = {
  text: 'VARCHAR',
  numeric: 'DECIMAL(18,2)',
  timestamp: 'TIMESTAMPTZ',
  date: 'DATE',
  boolean: 'BOOLEAN',
  integer: 'BIGINT',
};

function hashOf(path: string): { bytes: number; sha256: string } {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(1 << 20);
  const file = openSync(path, 'r');
  let bytes = 0;
  for (let n = readSync(file, buffer); n > 0; n = readSync(file, buffer)) {
    hash.update(buffer.subarray(0, n));
    bytes += n;
  }
  closeSync(file);
  return { bytes, sha256: hash.digest('hex') };
}

/** Turns one of the simulator's CSV files into Parquet with typed columns, and removes it. */
export async function parquetFrom(
  csvPath: string,
  table: keyof typeof FIELDS,
  header: boolean,
): Promise<WrittenFile> {
  const path = csvPath.replace(/\.csv$/, '.parquet');
  const columns = FIELDS[table].map(({ name, type }) => `'${name}': '${SQL_TYPES[type]}'`);
  const names = FIELDS[table].map(({ name }) => sqlName(name)).join(', ');
  await withDuckDb({ paths: [csvPath, path] }, (connection) =>
    rowsOf(
      connection,
      `copy (select ${names} from read_csv(${sqlPath(csvPath)}, columns = {${columns.join(', ')}},
           auto_detect = false, header = ${header}, delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', nullstr = ''))
         to ${sqlPath(path)} (format parquet, compression zstd, use_tmp_file false)`,
    ),
  );
  rmSync(csvPath);
  return { path, ...hashOf(path) };
}

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../shared/errors.ts';
import type { SqlType } from '../columns/typed-column.ts';
import { type Cell, type ColumnBatch, writeCsv } from '../delimited/write-csv.ts';
import { rowsOf, sqlName, sqlPath, sqlText, withDuckDb } from '../duckdb.ts';
import { rowGroupOfFile } from './row-group.ts';

export type ParquetColumn = { name: string; type: SqlType };

const asText = (cell: Cell | undefined) =>
  cell === null || cell === undefined ? null : `~${cell}`;

/**
 * Writes batches of columns as zstd Parquet and returns the number of rows. Dates and timestamps
 * must be ISO 8601. Rows pass through a temporary CSV file next to the target, to bound memory.
 */
export async function writeParquet({
  parquetPath,
  columns,
  batches,
  options = {},
}: {
  parquetPath: string;
  columns: readonly ParquetColumn[];
  batches: AsyncIterable<ColumnBatch> | Iterable<ColumnBatch>;
  options?: { signal?: AbortSignal; memoryLimitMb?: number } | undefined;
}): Promise<number> {
  const { signal, memoryLimitMb } = options;
  const csvPath = `${parquetPath}.rows.csv`;
  let rows = 0;
  const names = columns.map((_, i) => `c${i}`);
  // Every value is marked, so that none looks missing and no row like a blank line.
  const counted = async function* () {
    for await (const batch of batches) {
      rows += batch[0]?.length ?? 0;
      yield batch.map((column) => column.map(asText));
    }
  };
  try {
    await pipeline(
      writeCsv(names, counted(), { header: false, lineEnd: '\n' }),
      createWriteStream(csvPath, { mode: 0o600 }),
      signal ? { signal } : {},
    );
    const types = names.map((name) => `'${name}': 'VARCHAR'`).join(', ');
    const values = columns.map(
      ({ name, type }, i) => `substr(c${i}, 2)::${type} as ${sqlName(name)}`,
    );
    const rowGroup = await rowGroupOfFile(csvPath, { columns: columns.length, rows });
    const written = await withDuckDb(
      { paths: [csvPath, parquetPath], signal, memoryLimitMb },
      async (connection) => {
        const [row] = await rowsOf(
          connection,
          `copy (select ${values.join(', ')} from read_csv(${sqlPath(csvPath)}, columns = {${types}},
           auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = '',
           strict_mode = true, compression = 'none'))
         to ${sqlText(parquetPath)} (format parquet, compression zstd, use_tmp_file false,
           row_group_size ${rowGroup})`,
        );
        return Number(row?.[0] ?? 0);
      },
    );
    if (written !== rows) {
      throw new AppError('internal', `Only ${written} of ${rows} rows reached the Parquet file.`);
    }
    return rows;
  } catch (error) {
    await rm(parquetPath, { force: true });
    throw error;
  } finally {
    await rm(csvPath, { force: true });
  }
}

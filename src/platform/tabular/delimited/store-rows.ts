import { AppError } from '../../../shared/errors.ts';
import { rowsOf, sqlName, sqlPath, sqlText, withDuckDb } from '../duckdb.ts';
import { rowGroupOfFile } from '../parquet/row-group.ts';
import { restoredSql, SEPARATOR } from './plain-rows.ts';
import type { PlainTable } from './plain-table.ts';
import { MAX_RECORD_BYTES } from './record-cursor.ts';

/** A line may be twice as long as its record. */
const MAX_LINE_BYTES = 2 * (MAX_RECORD_BYTES + 2);
const CSV_BUFFER_BYTES = 8_000_000;
/** DuckDB's refusal of a file in which many lines are nearly as long as its buffer. */
const LINES_TOO_LONG = 'parallel = false';
/** Its refusal of one row above the limit. */
const LINE_TOO_LONG = 'Maximum line size';
/** Column limit for two threads, whose order-preserving buffers would otherwise be too large. */
const MAX_SIDE_BY_SIDE = 64;

/** Columns above which their buffers need more than the memory of other files. */
const MANY_COLUMNS = 200;
const WIDE_MB = 700;

/** Stores rows in plain form (see plain-rows.ts) as Parquet, all as text, in order. */
export async function storeRows(
  { path: plainPath, columns, escaped, rows }: PlainTable,
  parquetPath: string,
  options: { memoryLimitMb?: number | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const types = columns.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ');
  const values = columns.map(
    (name, i) => `${escaped[i] ? restoredSql(`c${i}`) : `c${i}`} as ${sqlName(name)}`,
  );
  const rowGroup = await rowGroupOfFile(plainPath, { columns: columns.length, rows });
  const stored = await withDuckDb(
    {
      paths: [plainPath, parquetPath],
      threads: columns.length > MAX_SIDE_BY_SIDE ? 1 : 2,
      ...options,
      memoryLimitMb: options.memoryLimitMb ?? (columns.length > MANY_COLUMNS ? WIDE_MB : undefined),
    },
    async (connection) => {
      const copy = (parallel: boolean) =>
        rowsOf(
          connection,
          `copy (select ${values.join(', ')} from read_csv(${sqlPath(plainPath)}, columns = {${types}},
             auto_detect = false, header = false, skip = 1, delim = chr(${SEPARATOR}), quote = '', escape = '',
             comment = '', nullstr = '', new_line = '\\n', strict_mode = true, compression = 'none',
             max_line_size = ${MAX_LINE_BYTES}, buffer_size = ${CSV_BUFFER_BYTES}, parallel = ${parallel}))
           to ${sqlText(parquetPath)} (format parquet, compression zstd, use_tmp_file false,
             row_group_size ${rowGroup})`,
        );
      const [row] = await copy(true).catch((error: Error) => {
        if (error.message.includes(LINE_TOO_LONG))
          throw new AppError('too_large', 'A row is longer than 1 MB.', { cause: error });
        if (!error.message.includes(LINES_TOO_LONG)) throw error;
        return copy(false);
      });
      return Number(row?.[0] ?? 0);
    },
  );
  if (stored !== rows)
    throw new AppError('internal', `Only ${stored} of ${rows} rows were stored.`);
}

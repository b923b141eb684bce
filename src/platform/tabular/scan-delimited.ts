import { rm } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import type { DecimalMark, DetectedColumn } from './column-type.ts';
import { detectColumns } from './detect-columns.ts';
import type { Dialect } from './dialect.ts';
import { rowsOf, sqlName, sqlPath, sqlText, withDuckDb } from './duckdb.ts';
import type { Encoding } from './encoding.ts';
import { type Layout, readHead, readLayout, singleByteEncoding } from './inspect-delimited.ts';
import { rewriteDelimited } from './rewrite.ts';
import { type Reject, type Survey, survey } from './survey.ts';
import { transcodeToUtf8 } from './transcode.ts';

export type ScanOptions = {
  /** Where the rows go. Beside it lie, for the time of the scan, files that begin with its name. */
  parquetPath: string;
  /** Whether the first record names the columns; guessed where absent. */
  header?: boolean;
  /** Looks at the columns' names before the long work; what it throws ends the scan. */
  checkColumns?: (names: string[]) => void;
  mostRejects?: number;
  memoryLimitMb?: number;
  signal?: AbortSignal;
};

export type ScanResult = {
  columns: DetectedColumn[];
  rowCount: number;
  rejectedCount: number;
  /** The first rejected rows; all others are in the Parquet file. */
  rejects: Reject[];
  parquetPath: string;
  encoding: Encoding;
  dialect: Dialect;
  header: boolean;
  /** Decimal mark of the numbers, null where no number has one. */
  decimal: DecimalMark | null;
};

type Source = { path: string; skipBytes: number; encoding: Encoding };

/** Reads the records into Parquet, all as text: an empty value is null, "" is the empty string. */
async function copyToParquet(
  csvPath: string,
  target: string,
  layout: Layout,
  options: { memoryLimitMb?: number | undefined; signal?: AbortSignal | undefined },
): Promise<number> {
  const { dialect, columns, header } = layout;
  const escapeWith = dialect.escape === 'backslash' ? '\\' : dialect.quote;
  const types = columns.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ');
  const names = columns.map((name, i) => `c${i} as ${sqlName(name)}`).join(', ');
  return withDuckDb(
    {
      paths: [csvPath, target],
      signal: options.signal,
      ...(options.memoryLimitMb === undefined ? {} : { memoryLimitMb: options.memoryLimitMb }),
    },
    async (connection) => {
      const [row] = await rowsOf(
        connection,
        `copy (select ${names} from read_csv(${sqlPath(csvPath)}, columns = {${types}},
           auto_detect = false, header = ${header}, delim = ${sqlText(dialect.delimiter)},
           quote = ${sqlText(dialect.quote)}, escape = ${sqlText(escapeWith)}, nullstr = '',
           allow_quoted_nulls = false, store_rejects = true, rejects_limit = 0, strict_mode = true,
           compression = 'none'))
         to ${sqlText(target)} (format parquet, compression zstd, use_tmp_file false)`,
      );
      return Number(row?.[0] ?? 0);
    },
  );
}

/** The Parquet file of all accepted records, or an error that says that some were lost. */
async function readRecords(
  source: Source,
  layout: Layout,
  work: (path: string) => string,
  options: ScanOptions,
): Promise<Extract<Survey, { kind: 'text' }> | { kind: 'not-utf8'; byte: number }> {
  const { parquetPath, signal, memoryLimitMb } = options;
  const settings = { memoryLimitMb, signal };
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const copying = copyToParquet(source.path, parquetPath, layout, {
    memoryLimitMb,
    signal: both,
  }).catch((error: unknown) => error as Error);
  const counted = await survey(source.path, {
    dialect: layout.dialect,
    columns: layout.columns.length,
    header: layout.header,
    skipBytes: source.skipBytes,
    ...(options.mostRejects === undefined ? {} : { mostRejects: options.mostRejects }),
    signal,
  }).catch(async (error: unknown) => {
    stop.abort();
    await copying;
    throw error;
  });
  if (counted.kind === 'not-utf8') {
    stop.abort();
    await copying;
    return counted;
  }
  const copied = await copying;
  if (copied === counted.accepted) return counted;
  if (signal?.aborted) throw copied;

  // DuckDB and the count disagree. The records are written anew, without anything one can read two ways.
  const plain = work('plain.csv');
  const shape = { dialect: layout.dialect, columns: layout.columns.length, header: layout.header };
  const written = await rewriteDelimited(source.path, plain, {
    ...shape,
    skipBytes: source.skipBytes,
    signal,
  });
  const again = await copyToParquet(
    plain,
    parquetPath,
    { ...layout, header: false, dialect: { delimiter: ',', quote: '"', escape: 'double' } },
    settings,
  );
  if (written !== counted.accepted || again !== counted.accepted) {
    throw new AppError(
      'internal',
      `The file has ${counted.accepted} readable rows, of which only ${again} were read.`,
      { cause: copied },
    );
  }
  return counted;
}

/**
 * Reads a delimited file of any supported encoding and dialect into an all-text Parquet file, rows in
 * the file's order and as written, says what the columns hold, and lists the rows it could not read.
 */
export async function scanDelimited(path: string, options: ScanOptions): Promise<ScanResult> {
  const { parquetPath, signal } = options;
  const temporary: string[] = [];
  const work = (suffix: string) => {
    const name = `${parquetPath}.${suffix}`;
    temporary.push(name);
    return name;
  };
  try {
    const head = await readHead(path);
    let source: Source = { path, skipBytes: head.bomBytes, encoding: head.encoding };
    const transcode = async (encoding: Encoding) => {
      const utf8 = work('utf8.csv');
      await transcodeToUtf8(path, utf8, { encoding, bomBytes: head.bomBytes, signal });
      source = { path: utf8, skipBytes: 0, encoding };
    };
    if (head.encoding !== 'UTF-8') await transcode(head.encoding);
    const layoutOf = async () => {
      const layout = await readLayout(source.path, {
        skipBytes: source.skipBytes,
        header: options.header,
      });
      options.checkColumns?.(layout.columns);
      return layout;
    };
    let layout = await layoutOf();
    let counted = await readRecords(source, layout, work, options);
    if (counted.kind === 'not-utf8') {
      if (source.path !== path) throw new AppError('internal', 'The transcoded text is no UTF-8.');
      await transcode(await singleByteEncoding(path, counted.byte));
      layout = await layoutOf();
      counted = await readRecords(source, layout, work, options);
      if (counted.kind === 'not-utf8') {
        throw new AppError('internal', 'The transcoded text is no UTF-8.');
      }
    }
    const columns = await detectColumns(parquetPath, layout.columns, {
      delimiter: layout.dialect.delimiter,
      signal,
    });
    const marks = columns.flatMap((column) =>
      column.type === 'decimal' && column.decimals > 0 ? [column.decimalMark] : [],
    );
    return {
      columns,
      rowCount: counted.accepted,
      rejectedCount: counted.rejectedCount,
      rejects: counted.rejects,
      parquetPath,
      encoding: source.encoding,
      dialect: layout.dialect,
      header: layout.header,
      decimal: marks.includes(',') ? ',' : (marks[0] ?? null),
    };
  } catch (error) {
    await rm(parquetPath, { force: true });
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled', { cause: error });
    throw error;
  } finally {
    for (const name of temporary) await rm(name, { force: true });
  }
}

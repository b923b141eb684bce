import { open, rm } from 'node:fs/promises';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { AppError } from '../../../shared/errors.ts';
import { checkCells } from '../check-cells.ts';
import { columnNames } from '../columns/column-names.ts';
import { detectColumns } from '../columns/detect-columns.ts';
import { MAX_RECORD_BYTES } from '../delimited/record-cursor.ts';
import { rowsOf, sqlName, sqlPath, sqlText, withDuckDb } from '../duckdb.ts';
import { readerMessage, shortened } from '../reader-message.ts';
import { rowGroupOf } from './row-group.ts';

export type ParquetScan = { columns: ColumnLayout[]; rowCount: number; parquetPath: string };

/** Message limit; a column name may have 255 characters. */
const MAX_MESSAGE = 500;

const MAGIC = 'PAR1';
/** Size of magic, footer length and magic, the minimum of a Parquet file. */
const MIN_BYTES = 12;

function refuse(message: string, cause?: unknown): never {
  throw new AppError(
    'validation_failed',
    shortened(message, MAX_MESSAGE),
    cause === undefined ? {} : { cause },
  );
}

/** Checks the frame of a Parquet file: magic at both ends, and a footer that fits. */
async function checkParquetFrame(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) refuse('The file is empty.');
    const head = Buffer.alloc(4);
    await file.read(head, 0, 4, 0);
    if (head.toString('latin1') !== MAGIC) {
      refuse('The file is not Parquet: it does not begin with PAR1 (byte 1).');
    }
    if (size < MIN_BYTES) refuse(`The Parquet file is truncated: it has ${size} bytes.`);
    const tail = Buffer.alloc(8);
    await file.read(tail, 0, 8, size - 8);
    const end = tail.toString('latin1', 4);
    if (end === 'PARE') refuse('The Parquet file is encrypted.');
    if (end !== MAGIC) {
      refuse(`The Parquet file is truncated: it does not end with PAR1 (byte ${size - 3}).`);
    }
    const footer = tail.readUInt32LE(0);
    if (footer === 0 || footer > size - MIN_BYTES) {
      refuse(
        `The Parquet file is damaged: its footer would have ${footer} bytes (byte ${size - 7}).`,
      );
    }
  } finally {
    await file.close();
  }
}

/** More rows than a CSV file of the maximum size has. */
const MAX_ROWS = 50_000_000;

const NESTED = /^(STRUCT|MAP|UNION|.*\[\d*\]$)|GEOMETRY|VARIANT/;

/** SQL of a column's text after a check of its length: a few bytes may unpack to gigabytes. */
function checkedText(name: string): string {
  const column = sqlName(name);
  const called = sqlText(`Column '${name}' contains `);
  return `case when strlen(${column}) > ${MAX_RECORD_BYTES}
               then error(${called} || 'a value of ' || strlen(${column}) || ' bytes, more than ${MAX_RECORD_BYTES}.')
               when contains(${column}, chr(0)) then error(${called} || 'a zero byte and is not text.')
               else ${column} end`;
}

/** SQL of a column's values as text, with one spelling per type. */
function asText(name: string, type: string, hasFraction: boolean): string {
  const column = sqlName(name);
  const layout = hasFraction ? '%Y-%m-%d %H:%M:%S.%f' : '%Y-%m-%d %H:%M:%S';
  if (type === 'TIMESTAMP WITH TIME ZONE') {
    const zoned = layout.replace(' ', 'T');
    return `strftime(make_timestamp(epoch_us(${column})), '${zoned}Z')`;
  }
  if (type.startsWith('TIMESTAMP')) {
    return `strftime(${column}::timestamp, '${layout}')`;
  }
  return type === 'VARCHAR' ? checkedText(name) : `${column}::varchar`;
}

export async function scanParquet(
  path: string,
  options: {
    parquetPath: string;
    memoryLimitMb?: number;
    mostRows?: number;
    mostCells?: number;
    signal?: AbortSignal;
  },
): Promise<ParquetScan> {
  const { parquetPath, signal, memoryLimitMb, mostRows = MAX_ROWS } = options;
  await checkParquetFrame(path);
  const source = `read_parquet(${sqlPath(path)}, binary_as_string = true)`;
  try {
    const { names, rowCount } = await withDuckDb(
      { paths: [path, parquetPath], signal, memoryLimitMb },
      async (connection) => {
        const schema = (await rowsOf(connection, `describe select * from ${source}`)).map(
          (row) => ({
            name: String(row[0]),
            type: String(row[1]),
          }),
        );
        const names = columnNames(schema.map(({ name }) => name));
        const nested = schema.find(({ type }) => NESTED.test(type));
        if (nested)
          refuse(
            `Column '${nested.name}' contains nested values (${shortened(nested.type, 100)}).`,
          );
        const [counted] = await rowsOf(
          connection,
          `select num_rows from parquet_file_metadata(${sqlPath(path)})`,
        );
        if (Number(counted?.[0]) > mostRows) {
          refuse(`The Parquet file has ${counted?.[0]} rows; the limit is ${mostRows}.`);
        }
        checkCells(Number(counted?.[0]), names.length, options.mostCells);
        const times = schema.filter(({ type }) => type.startsWith('TIMESTAMP'));
        const fractions = new Map<string, boolean>();
        if (times.length > 0) {
          const parts = times.map(
            ({ name }) => `coalesce(bool_or(epoch_us(${sqlName(name)}) % 1000000 <> 0), false)`,
          );
          const [found] = await rowsOf(connection, `select ${parts.join(', ')} from ${source}`);
          for (const [i, { name }] of times.entries()) fractions.set(name, found![i] === true);
        }
        const columns = schema.map(
          ({ name, type }, i) =>
            `${asText(name, type, fractions.get(name) ?? false)} as ${sqlName(names[i]!)}`,
        );
        const [copied] = await rowsOf(
          connection,
          `copy (select ${columns.join(', ')} from ${source} limit ${mostRows + 1}) to ${sqlText(parquetPath)}
             (format parquet, compression zstd, use_tmp_file false, row_group_size ${rowGroupOf(columns.length)})`,
        );
        const rowCount = Number(copied?.[0] ?? 0);
        if (rowCount !== Number(counted?.[0])) {
          refuse(
            `The Parquet file is damaged: it declares ${counted?.[0]} rows and contains ${rowCount}.`,
          );
        }
        return { names, rowCount };
      },
    );
    const columns = await detectColumns(parquetPath, names, { delimiter: null, signal });
    return { columns, rowCount, parquetPath };
  } catch (error) {
    await rm(parquetPath, { force: true });
    if (error instanceof AppError) throw error;
    const found = /Column '.*' contains .*$/m.exec((error as Error).message);
    if (found) refuse(found[0]);
    const reason = readerMessage(error, [path, parquetPath]);
    refuse(`The Parquet file can't be read: ${reason}`, error);
  }
}

import { formatFacts } from '../../../shared/bank-formats.ts';
import { AppError } from '../../../shared/errors.ts';
import type { UploadFormat, WrittenFormat } from '../../../shared/upload-formats.ts';
import { scanCsv } from './csv/scan.ts';
import { writeCsvFile } from './csv/write.ts';
import { scanJson, scanJsonLines } from './json/scan.ts';
import { looksLikeJson, looksLikeJsonLines } from './json/sniff.ts';
import { writeJson, writeJsonLines } from './json/write.ts';
import { scanParquetFile } from './parquet/scan.ts';
import { writeParquetFile } from './parquet/write.ts';
import type { ScanFormat, ScanOptions, TableScan } from './scan.ts';
import type { TableRows, WriteFormat, WriteOptions } from './write.ts';
import { scanXlsx } from './xlsx/scan.ts';
import { looksLikeWorkbook } from './xlsx/sniff.ts';
import { writeXlsx } from './xlsx/write/write-xlsx.ts';

type TableFormat = {
  scan: ScanFormat;
  /** Recognizes the format by the beginning of a file. */
  sniff: ((head: Buffer) => boolean) | null;
  write: WriteFormat | null;
  /** True if a file can contain several tables. */
  hasTables?: true;
};

/** Readers and writers of the table formats. */
const TABLE_FORMATS: Record<UploadFormat, TableFormat> &
  Record<WrittenFormat, { write: WriteFormat }> = {
  parquet: {
    scan: scanParquetFile,
    write: writeParquetFile,
    sniff: (head) => head.toString('latin1', 0, 4) === 'PAR1',
  },
  xlsx: { scan: scanXlsx, write: writeXlsx, sniff: looksLikeWorkbook, hasTables: true },
  jsonl: { scan: scanJsonLines, write: writeJsonLines, sniff: looksLikeJsonLines, hasTables: true },
  json: { scan: scanJson, write: writeJson, sniff: looksLikeJson, hasTables: true },
  csv: { scan: scanCsv, write: writeCsvFile, sniff: null },
};

export const hasTables = (format: UploadFormat): boolean =>
  TABLE_FORMATS[format].hasTables === true;

/**
 * Scans a file of a format.
 *
 * @throws AppError as its `scan`, or if a table is wanted from a format of one table
 */
export async function scanTable(
  format: UploadFormat,
  path: string,
  options: ScanOptions,
): Promise<TableScan> {
  if (options.table === undefined || hasTables(format))
    return TABLE_FORMATS[format].scan(path, options);
  const { label } = formatFacts(format);
  throw new AppError(
    'bad_request',
    `A ${label} file contains one table, so '${options.table}' can't be chosen.`,
  );
}

export const writeTable = (
  format: WrittenFormat,
  rows: TableRows,
  options: WriteOptions,
): Promise<void> => TABLE_FORMATS[format].write(rows, options);

/** Detects a table format by content; null if none is certain, as for delimited text. */
export function sniffTableFormat(head: Buffer): UploadFormat | null {
  const formats = Object.entries(TABLE_FORMATS) as [UploadFormat, TableFormat][];
  return formats.find(([, { sniff }]) => sniff?.(head))?.[0] ?? null;
}

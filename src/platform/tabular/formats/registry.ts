import type { UploadFormat } from '../../../shared/upload-formats.ts';
import { scanCsv } from './csv/scan.ts';
import { scanJson, scanJsonLines } from './json/scan.ts';
import { looksLikeJson, looksLikeJsonLines } from './json/sniff.ts';
import { scanParquetFile } from './parquet/scan.ts';
import type { ScanFormat } from './scan.ts';
import { scanXlsx } from './xlsx/scan.ts';
import { looksLikeWorkbook } from './xlsx/sniff.ts';

/** Readers of the table formats. `sniff` recognizes a format by the beginning of a file. */
export const TABLE_FORMATS: Record<
  UploadFormat,
  { scan: ScanFormat; sniff: ((head: Buffer) => boolean) | null }
> = {
  parquet: {
    scan: scanParquetFile,
    sniff: (head) => head.toString('latin1', 0, 4) === 'PAR1',
  },
  xlsx: { scan: scanXlsx, sniff: looksLikeWorkbook },
  jsonl: { scan: scanJsonLines, sniff: looksLikeJsonLines },
  json: { scan: scanJson, sniff: looksLikeJson },
  csv: { scan: scanCsv, sniff: null },
};

/** Detects a table format by content; null if none is certain, as for delimited text. */
export function sniffTableFormat(head: Buffer): UploadFormat | null {
  const formats = Object.entries(TABLE_FORMATS) as [
    UploadFormat,
    (typeof TABLE_FORMATS)[UploadFormat],
  ][];
  return formats.find(([, { sniff }]) => sniff?.(head))?.[0] ?? null;
}

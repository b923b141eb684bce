import { scanParquet } from '../../parquet/scan-parquet.ts';
import { NO_LINES, type ScanFormat } from '../scan.ts';

/** Scans a Parquet file. Its columns state their names and types, so they are not checked. */
export const scanParquetFile: ScanFormat = async (path, { parquetPath, signal }) => ({
  ...(await scanParquet(path, { parquetPath, ...(signal && { signal }) })),
  plain: null,
  encoding: 'UTF-8',
  leftOut: NO_LINES,
  skipped: NO_LINES,
  delimited: null,
  typed: null,
  notices: [],
  table: null,
});

import type { LineRanges } from '../../platform/tabular/delimited/line-ranges.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { preview } from '../../platform/tabular/parquet/preview.ts';
import { scanParquet } from '../../platform/tabular/parquet/scan-parquet.ts';
import { serveThread } from '../../platform/threads/thread.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import { AppError } from '../../shared/errors.ts';
import {
  checkHeaders,
  MISSING_HEADERS_MESSAGE,
  type TemplateType,
} from '../../shared/ingestion-headers.ts';
import { PREVIEW_ROWS } from '../../shared/limits.ts';
import { confirmLeftOut } from './confirm-left-out.ts';

/** What whoever sends a file agrees to. */
export type Accepts = {
  /** Any columns, not a template's alone. */
  anyColumns: boolean;
  /** That lines are left out, however many can't be read. */
  acceptRejected: boolean;
};

export type ScanInput = Accepts & { format: 'csv' | 'parquet'; path: string; parquetPath: string };

export type Scanned = {
  columns: ColumnLayout[];
  rowCount: number;
  /** Lines of the table that can't be read, and lines that are not the table's. */
  leftOut: LineRanges;
  skipped: LineRanges;
  template: TemplateType | null;
  dialect: {
    encoding: string;
    delimiter: string | null;
    decimal: '.' | ',' | null;
    header: boolean | null;
  };
  preview: Record<string, string | null>[];
};

const LISTED_RANGES = 200;
const NO_LINES: LineRanges = { lines: 0, ranges: [] };
const MAX_MINUTES = 15;

function templateOf(names: string[], anyColumns: boolean): TemplateType | null {
  const check = checkHeaders(names);
  if (check.kind === 'valid') return check.template;
  if (anyColumns) return null;
  throw new AppError('bad_request', MISSING_HEADERS_MESSAGE, {
    detail: { missing: check.missing },
  });
}

async function scan(
  { format, path, parquetPath, anyColumns, acceptRejected }: ScanInput,
  signal: AbortSignal,
): Promise<Omit<Scanned, 'preview'>> {
  if (format === 'parquet') {
    const { columns, rowCount } = await scanParquet(path, { parquetPath, signal });
    const dialect = { encoding: 'utf-8', delimiter: null, decimal: null, header: null };
    return { columns, rowCount, leftOut: NO_LINES, skipped: NO_LINES, template: null, dialect };
  }
  let template: TemplateType | null = null;
  const result = await scanDelimited(path, {
    parquetPath,
    signal,
    maxRanges: LISTED_RANGES,
    checkColumns: (names) => {
      template = templateOf(names, anyColumns);
    },
    checkLeftOut: acceptRejected ? undefined : confirmLeftOut,
  });
  const { columns, rowCount, leftOut, skipped, encoding, dialect, decimal, header } = result;
  return {
    columns,
    rowCount,
    leftOut,
    skipped,
    template,
    dialect: { encoding, delimiter: dialect.delimiter, decimal, header },
  };
}

serveThread<ScanInput>(async function* (input) {
  const signal = AbortSignal.timeout(MAX_MINUTES * 60_000);
  const scanned = await scan(input, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    const message = `The file was not read within ${MAX_MINUTES} minutes, and was given up.`;
    throw new AppError('too_large', message, { cause: error });
  });
  const { columns, rows } = await preview(input.parquetPath, PREVIEW_ROWS);
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]!])));
  yield { ...scanned, preview: objects } satisfies Scanned;
});

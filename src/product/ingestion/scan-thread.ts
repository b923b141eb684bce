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

export type ScanInput = { format: 'csv' | 'parquet'; path: string; parquetPath: string };

export type Scanned = {
  columns: ColumnLayout[];
  rowCount: number;
  rejectedCount: number;
  rejects: { row: number; line: number | null; reason: string; text: string }[];
  template: TemplateType | null;
  dialect: { encoding: string; delimiter: string | null; decimal: '.' | ',' | null };
  preview: Record<string, string | null>[];
};

const LISTED_REJECTS = 200;
const MAX_MINUTES = 15;

function templateOf(names: string[]): TemplateType {
  const check = checkHeaders(names);
  if (check.kind === 'valid') return check.template;
  throw new AppError('bad_request', MISSING_HEADERS_MESSAGE, {
    detail: { missing: check.missing },
  });
}

async function scan(
  { format, path, parquetPath }: ScanInput,
  signal: AbortSignal,
): Promise<Omit<Scanned, 'preview'>> {
  if (format === 'parquet') {
    const { columns, rowCount } = await scanParquet(path, { parquetPath, signal });
    const dialect = { encoding: 'utf-8', delimiter: null, decimal: null };
    return { columns, rowCount, rejectedCount: 0, rejects: [], template: null, dialect };
  }
  const result = await scanDelimited(path, {
    parquetPath,
    signal,
    header: true,
    mostRejects: LISTED_REJECTS,
    checkColumns: templateOf,
  });
  return {
    columns: result.columns,
    rowCount: result.rowCount,
    rejectedCount: result.rejectedCount,
    rejects: result.rejects,
    template: templateOf(result.columns.map(({ name }) => name)),
    dialect: {
      encoding: result.encoding,
      delimiter: result.dialect.delimiter,
      decimal: result.decimal,
    },
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

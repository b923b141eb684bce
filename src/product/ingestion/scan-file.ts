import { rm } from 'node:fs/promises';
import { isRecipeFor, kindsOf, mappingOf, type Recipe } from '../../engines/meaning/recipe.ts';
import { scanStatements } from '../../platform/formats/scan-statements.ts';
import { decompressed } from '../../platform/tabular/decompress.ts';
import { scanTable } from '../../platform/tabular/formats/registry.ts';
import { NO_LINES, type TableScan } from '../../platform/tabular/formats/scan.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import { AppError } from '../../shared/errors.ts';
import {
  checkHeaders,
  MISSING_HEADERS_MESSAGE,
  type TemplateType,
} from '../../shared/ingestion-headers.ts';
import { MAX_UPLOAD_BYTES } from '../../shared/limits.ts';
import type { SniffedFormat } from '../../shared/sniff-bank-format.ts';
import type { UploadFormat } from '../../shared/upload-formats.ts';
import { applyRecipe, columnsByRecipe } from './apply-recipe.ts';
import { confirmLeftOut } from './confirm-left-out.ts';
import { confirmTotals } from './confirm-totals.ts';
import { mapFile, type ReadFile, type ScannedFile, type Stated, shapeOf } from './map-file.ts';
import type { NamedRecipe } from './recipes.ts';
import { statementMapping } from './statement-mapping.ts';

export type Accepts = {
  anyColumns: boolean;
  acceptRejected: boolean;
  /** Recipe to apply; null to propose a mapping. */
  recipe: Recipe | null;
  /** Candidate recipes; the first that fits is applied. */
  known?: readonly NamedRecipe[];
  /** Name of a table in a file that contains several, such as a sheet. */
  table?: string | undefined;
};

export type FileToScan = Accepts & {
  format: UploadFormat | SniffedFormat;
  path: string;
  parquetPath: string;
};

export type TakenFile = ScannedFile & { taken: { id: string; name: string } | null };

const LISTED_RANGES = 200;

function templateOf(names: string[], anyColumns: boolean): TemplateType | null {
  const check = checkHeaders(names);
  if (check.kind === 'valid') return check.template;
  if (anyColumns) return null;
  throw new AppError('bad_request', MISSING_HEADERS_MESSAGE, {
    detail: { missing: check.missing, hint: 'Send columns=as-is to upload any columns.' },
  });
}

async function readStatementRows(
  { path, parquetPath, acceptRejected }: FileToScan,
  sniffed: SniffedFormat,
  signal: AbortSignal,
): Promise<ReadFile> {
  const { columns, rowCount, encoding, facts } = await scanStatements(path, {
    parquetPath,
    sniffed,
    signal,
    checkTotals: acceptRejected ? undefined : confirmTotals,
  });
  return {
    columns,
    rowCount,
    leftOut: NO_LINES,
    skipped: NO_LINES,
    notices: [],
    template: null,
    dialect: undelimited(encoding),
    statement: facts,
  };
}

const undelimited = (encoding: string): ReadFile['dialect'] => ({
  encoding,
  delimiter: null,
  decimal: null,
  header: null,
});

function dialectOf({ delimited, typed, encoding, table }: TableScan): ReadFile['dialect'] {
  if (delimited === null)
    return { ...undelimited(encoding), ...typed, ...(table !== null && { table }) };
  const { dialect, style, header, decimal, rowLines } = delimited;
  return { encoding, delimiter: dialect.delimiter, decimal, header, rowLines, ...style };
}

async function readTable(
  file: Omit<FileToScan, 'format'> & { format: UploadFormat },
  signal: AbortSignal,
): Promise<ReadFile> {
  const { format, parquetPath } = file;
  let template: TemplateType | null = null;
  const scan = await scanTable(format, file.path, {
    table: file.table,
    parquetPath,
    signal,
    maxRanges: LISTED_RANGES,
    checkColumns: (names) => {
      template = templateOf(names, file.anyColumns || file.recipe !== null);
    },
    checkLeftOut: file.acceptRejected ? undefined : confirmLeftOut,
  });
  return { ...scan, template, dialect: dialectOf(scan), statement: null };
}

async function readRows(file: FileToScan, signal: AbortSignal): Promise<ReadFile> {
  const { format } = file;
  if (typeof format === 'object') {
    if (file.table === undefined) return readStatementRows(file, format, signal);
    throw new AppError(
      'bad_request',
      `Statements and payments are one table, so '${file.table}' can't be chosen.`,
    );
  }
  const target = `${file.parquetPath}.unpacked`;
  try {
    const path = await decompressed(file.path, { target, most: MAX_UPLOAD_BYTES, signal });
    return await readTable({ ...file, format, path }, signal);
  } finally {
    await rm(target, { force: true });
  }
}

const statedBy = (recipe: Recipe, columns: readonly ColumnLayout[]): Stated => ({
  mapping: mappingOf(recipe),
  kinds: kindsOf(
    recipe,
    columns.map(({ name }) => name),
  ),
  rules: recipe.rules,
});

async function mapRead(file: FileToScan, read: ReadFile, signal: AbortSignal): Promise<TakenFile> {
  const { parquetPath, recipe, known = [] } = file;
  const rows = { parquetPath, read, signal };
  if (recipe !== null) {
    const columns = await columnsByRecipe(rows, recipe);
    return {
      ...(await mapFile({ ...read, columns }, parquetPath, statedBy(recipe, columns))),
      taken: null,
    };
  }
  // Statement columns are fixed, so recipes do not apply.
  for (const { id, name, recipe: candidate } of read.statement === null ? known : []) {
    if (!isRecipeFor(candidate, shapeOf(read))) continue;
    const { columns, unlike } = await applyRecipe(rows, candidate);
    if (unlike.length > 0) continue;
    const mapped = await mapFile({ ...read, columns }, parquetPath, statedBy(candidate, columns));
    return { ...mapped, taken: { id, name } };
  }
  const mapping = read.statement && statementMapping(read.statement);
  return { ...(await mapFile(read, parquetPath, { mapping })), taken: null };
}

/** Reads a file into all-text Parquet, detecting layouts and roles; throws for a bad file. */
export async function scanFile(file: FileToScan, signal: AbortSignal): Promise<TakenFile> {
  return mapRead(file, await readRows(file, signal), signal);
}

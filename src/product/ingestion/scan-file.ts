import { isRecipeFor, mappingOf, type Recipe } from '../../engines/mapping/recipe.ts';
import { applyForms, type UnlikeColumn } from '../../platform/tabular/columns/apply-forms.ts';
import type { LineRanges } from '../../platform/tabular/delimited/line-ranges.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { scanParquet } from '../../platform/tabular/parquet/scan-parquet.ts';
import { AppError } from '../../shared/errors.ts';
import {
  checkHeaders,
  MISSING_HEADERS_MESSAGE,
  type TemplateType,
} from '../../shared/ingestion-headers.ts';
import { confirmLeftOut } from './confirm-left-out.ts';
import { mapFile, type ReadFile, type ScannedFile, shapeOf } from './map-file.ts';

/** What whoever sends a file agrees to. */
export type Accepts = {
  /** Any columns, not a template's alone. */
  anyColumns: boolean;
  /** That lines are left out, however many can't be read. */
  acceptRejected: boolean;
  /** How the file is read and what its columns are for; proposed without it. */
  recipe: Recipe | null;
};

export type FileToScan = Accepts & { format: 'csv' | 'parquet'; path: string; parquetPath: string };

const LISTED_RANGES = 200;
const NO_LINES: LineRanges = { lines: 0, ranges: [] };

function templateOf(names: string[], anyColumns: boolean): TemplateType | null {
  const check = checkHeaders(names);
  if (check.kind === 'valid') return check.template;
  if (anyColumns) return null;
  throw new AppError('bad_request', MISSING_HEADERS_MESSAGE, {
    detail: { missing: check.missing },
  });
}

async function readRows(file: FileToScan, signal: AbortSignal): Promise<ReadFile> {
  const { format, path, parquetPath } = file;
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
      template = templateOf(names, file.anyColumns || file.recipe !== null);
    },
    checkLeftOut: file.acceptRejected ? undefined : confirmLeftOut,
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

function refuseUnlike(unlike: readonly UnlikeColumn[]): void {
  const [first] = unlike;
  if (first === undefined) return;
  const others = unlike.length === 1 ? '' : ` ${unlike.length - 1} other columns differ as well.`;
  throw new AppError(
    'conflict',
    `The file is not of the recipe's form: ${first.values} values of column ${first.name} differ, "${first.first}" for one.${others} Nothing was kept. Map its columns without the recipe.`,
    { detail: { columns: unlike.map(({ name }) => name) } },
  );
}

/** The layouts as the recipe says they are read. */
async function byRecipe(file: FileToScan, read: ReadFile, recipe: Recipe, signal: AbortSignal) {
  if (!isRecipeFor(recipe, shapeOf(read))) {
    throw new AppError(
      'conflict',
      'The recipe is for files with other columns. Nothing was kept. Map the columns without it, or take the recipe of this file.',
      { detail: { match: recipe.match, file: shapeOf(read) } },
    );
  }
  const stated = Object.fromEntries(
    recipe.columns.map((column, i) => [read.columns[i]!.name, column.layout]),
  );
  const applied = await applyForms(file.parquetPath, read.columns, stated, { signal });
  refuseUnlike(applied.unlike);
  return applied.columns;
}

/**
 * Reads a file whole into an all-text Parquet file, and says what its columns hold and what they are for.
 *
 * @throws AppError where it is none of the template, the recipe's or a table at all
 */
export async function scanFile(file: FileToScan, signal: AbortSignal): Promise<ScannedFile> {
  const read = await readRows(file, signal);
  const { recipe } = file;
  const columns = recipe === null ? read.columns : await byRecipe(file, read, recipe, signal);
  return mapFile(
    { ...read, columns },
    file.parquetPath,
    recipe === null ? null : mappingOf(recipe),
  );
}

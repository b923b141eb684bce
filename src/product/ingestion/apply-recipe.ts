import { isRecipeFor, type Recipe } from '../../engines/mapping/recipe.ts';
import { applyForms, type UnlikeColumn } from '../../platform/tabular/columns/apply-forms.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import { AppError } from '../../shared/errors.ts';
import { type ReadFile, shapeOf } from './map-file.ts';

type Rows = { parquetPath: string; read: ReadFile; signal: AbortSignal };

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

/** The layouts of a file as a recipe for files like it says they are read, and the columns that have another form. */
export function applyRecipe({ parquetPath, read, signal }: Rows, recipe: Recipe) {
  const stated = Object.fromEntries(
    recipe.columns.map((column, i) => [read.columns[i]!.name, column.layout]),
  );
  return applyForms(parquetPath, read.columns, stated, { signal });
}

/** @throws AppError where the file is not one that the recipe is for */
export async function columnsByRecipe(rows: Rows, recipe: Recipe): Promise<ColumnLayout[]> {
  if (!isRecipeFor(recipe, shapeOf(rows.read))) {
    throw new AppError(
      'conflict',
      'The recipe is for files with other columns. Nothing was kept. Map the columns without it, or take the recipe of this file.',
      { detail: { match: recipe.match, file: shapeOf(rows.read) } },
    );
  }
  const { columns, unlike } = await applyRecipe(rows, recipe);
  refuseUnlike(unlike);
  return columns;
}

import { isRecipeFor, type Recipe } from '../../engines/meaning/recipe.ts';
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
    `The file does not match the recipe: ${first.values} values of column ${first.name} differ, for example "${first.first}".${others} Nothing was saved. Map its columns without the recipe.`,
    { detail: { columns: unlike.map(({ name }) => name) } },
  );
}

/** Applies a recipe's layouts; returns also the columns that do not match. */
export function applyRecipe({ parquetPath, read, signal }: Rows, recipe: Recipe) {
  const stated = Object.fromEntries(
    recipe.columns.map((column, i) => [read.columns[i]!.name, column.layout]),
  );
  return applyForms(parquetPath, read.columns, stated, { signal });
}

export async function columnsByRecipe(rows: Rows, recipe: Recipe): Promise<ColumnLayout[]> {
  if (!isRecipeFor(recipe, shapeOf(rows.read))) {
    throw new AppError(
      'conflict',
      'The recipe is for files with other columns. Nothing was saved. Map the columns without it, or use a matching recipe.',
      { detail: { match: recipe.match, file: shapeOf(rows.read) } },
    );
  }
  const { columns, unlike } = await applyRecipe(rows, recipe);
  refuseUnlike(unlike);
  return columns;
}

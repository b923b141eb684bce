import { readFileSync } from 'node:fs';
import type { Recipe } from '../../engines/meaning/recipe.ts';
import { parseRecipe } from '../../product/ingestion/parse-recipe.ts';
import { AppError } from '../../shared/errors.ts';

/** Reads a recipe's file; null without a path. */
export function recipeFrom(path: string | undefined): Recipe | null {
  if (path === undefined) return null;
  try {
    return parseRecipe(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('not_found', `Cannot read ${path}.`, { cause });
  }
}

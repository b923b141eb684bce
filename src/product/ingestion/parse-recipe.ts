import type { z } from 'zod';
import { type Recipe, sealRecipe } from '../../engines/meaning/recipe.ts';
import { recipeSchema } from '../../shared/contracts/recipe.ts';
import { AppError } from '../../shared/errors.ts';

/** Seals a recipe, edited or not; throws AppError if it contradicts itself or its hash. */
export function checkRecipe(given: z.output<typeof recipeSchema>): Recipe {
  const recipe = sealRecipe(given);
  if (recipe === null) {
    throw new AppError(
      'bad_request',
      'The recipe was changed after it was saved: its hash differs. Remove sha256 to use it anyway.',
    );
  }
  if (recipe.columns.length !== recipe.match.columns)
    throw new AppError(
      'bad_request',
      'The number of columns in the recipe differs from its file shape.',
    );
  const { columns, entity, order } = recipe;
  for (const said of [entity, order])
    if (said !== null && !columns.some(({ name }) => name === said))
      throw new AppError('bad_request', `The recipe has no column ${said}.`);
  return recipe;
}

export function parseRecipe(text: string): Recipe {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad_request', 'The recipe is not JSON.', { cause });
  }
  const parsed = recipeSchema.safeParse(json);
  if (parsed.success) return checkRecipe(parsed.data);
  const [issue] = parsed.error.issues;
  const place = issue!.path.join('.');
  throw new AppError('bad_request', `The recipe is invalid: ${place}: ${issue!.message}`);
}

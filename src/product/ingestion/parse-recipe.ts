import type { z } from 'zod';
import { type Recipe, sealRecipe } from '../../engines/mapping/recipe.ts';
import { recipeSchema } from '../../shared/contracts/recipe.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * A recipe with its hash; one that somebody changed has none.
 *
 * @throws AppError where it is not what its hash says, or contradicts itself
 */
export function checkRecipe(given: z.output<typeof recipeSchema>): Recipe {
  const recipe = sealRecipe(given);
  if (recipe === null) {
    throw new AppError(
      'bad_request',
      'The recipe was changed after it was saved: its hash is another. Remove sha256 to use it as it is.',
    );
  }
  if (recipe.columns.length !== recipe.match.columns)
    throw new AppError('bad_request', 'The recipe has another number of columns than it is for.');
  const { columns, entity, order } = recipe;
  for (const said of [entity, order])
    if (said !== null && !columns.some(({ name }) => name === said))
      throw new AppError('bad_request', `The recipe has no column ${said}.`);
  return recipe;
}

/** A recipe as text: its JSON. */
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
  throw new AppError('bad_request', `The recipe can't be read: ${place}: ${issue!.message}`);
}

import { type Recipe, sealRecipe } from '../../engines/mapping/recipe.ts';
import { recipeSchema } from '../../shared/contracts/recipe.ts';
import { AppError } from '../../shared/errors.ts';

/** A recipe as text: its JSON, with the hash that it has, or none where somebody changed it. */
export function parseRecipe(text: string): Recipe {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad_request', 'The recipe is not JSON.', { cause });
  }
  const parsed = recipeSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new AppError(
      'bad_request',
      `The recipe can't be read: ${issue.path.join('.')}: ${issue.message}`,
    );
  }
  const recipe = sealRecipe(parsed.data);
  if (recipe === null) {
    throw new AppError(
      'bad_request',
      'The recipe was changed after it was saved: its hash is another. Remove sha256 to use it as it is.',
    );
  }
  if (recipe.columns.length !== recipe.match.columns) {
    throw new AppError('bad_request', 'The recipe has another number of columns than it is for.');
  }
  return recipe;
}

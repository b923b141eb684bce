import type pg from 'pg';
import type { Recipe } from '../../engines/meaning/recipe.ts';
import type { Account } from '../../platform/functions/define.ts';
import { AppError } from '../../shared/errors.ts';

export type NamedRecipe = { id: string; name: string; recipe: Recipe };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the recipes that the transaction's tenant may use. */
export async function readRecipes(tx: pg.PoolClient): Promise<NamedRecipe[]> {
  const { rows } = await tx.query<NamedRecipe>(
    'select id, name, recipe from public.ingestion_recipes order by created_at desc, id',
  );
  return rows;
}

export async function readRecipe(tx: pg.PoolClient, id: string): Promise<NamedRecipe> {
  if (!UUID.test(id))
    throw new AppError('bad_request', 'recipe must be the id of a recipe, or JSON.');
  const { rows } = await tx.query<NamedRecipe>(
    'select id, name, recipe from public.ingestion_recipes where id = $1',
    [id],
  );
  if (!rows[0]) throw new AppError('not_found', 'Recipe not found. It may have been deleted.');
  return rows[0];
}

export async function saveRecipe(
  tx: pg.PoolClient,
  account: Account,
  { name, recipe }: { name: string; recipe: Recipe },
): Promise<{ id: string; name: string; sha256: string }> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.ingestion_recipes (tenant_id, name, recipe, sha256, created_by)
     values ($1, $2, $3, $4, $5) on conflict (tenant_id, name) do nothing returning id`,
    [account.tenantId, name, JSON.stringify(recipe), recipe.sha256, account.userId],
  );
  if (!rows[0]) {
    throw new AppError(
      'conflict',
      `A recipe named “${name}” already exists. Choose another name, or delete the existing one.`,
    );
  }
  return { id: rows[0].id, name, sha256: recipe.sha256 };
}

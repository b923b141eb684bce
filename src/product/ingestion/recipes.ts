import type pg from 'pg';
import type { Recipe } from '../../engines/mapping/recipe.ts';
import type { Account } from '../../platform/functions/define.ts';
import { AppError } from '../../shared/errors.ts';

/** A recipe of the organization, under its name. */
export type NamedRecipe = { id: string; name: string; recipe: Recipe };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The organization's recipes, the newest first. */
export async function readRecipes(
  db: pg.Pool | pg.PoolClient,
  tenantId: string,
): Promise<NamedRecipe[]> {
  const { rows } = await db.query<NamedRecipe>(
    `select id, name, recipe from public.ingestion_recipes where tenant_id = $1 order by created_at desc, id`,
    [tenantId],
  );
  return rows;
}

/** @throws AppError where the organization has no such recipe */
export async function readRecipe(
  db: pg.Pool | pg.PoolClient,
  tenantId: string,
  id: string,
): Promise<NamedRecipe> {
  if (!UUID.test(id)) throw new AppError('bad_request', 'A recipe is named by its id, or is JSON.');
  const { rows } = await db.query<NamedRecipe>(
    'select id, name, recipe from public.ingestion_recipes where tenant_id = $1 and id = $2',
    [tenantId, id],
  );
  if (!rows[0])
    throw new AppError('not_found', 'There is no such recipe. It may have been deleted.');
  return rows[0];
}

/** Keeps a recipe under a name that no other recipe of the organization has. */
export async function saveRecipe(
  db: pg.Pool | pg.PoolClient,
  account: Account,
  { name, recipe }: { name: string; recipe: Recipe },
): Promise<{ id: string; name: string; sha256: string }> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.ingestion_recipes (tenant_id, name, recipe, sha256, created_by)
     values ($1, $2, $3, $4, $5) on conflict (tenant_id, name) do nothing returning id`,
    [account.tenantId, name, JSON.stringify(recipe), recipe.sha256, account.userId],
  );
  if (!rows[0]) {
    throw new AppError(
      'conflict',
      `There is a recipe named “${name}” already. Choose another name, or delete that one first.`,
    );
  }
  return { id: rows[0].id, name, sha256: recipe.sha256 };
}

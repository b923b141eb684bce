import type pg from 'pg';
import type { z } from 'zod';
import { sealRecipe } from '../../engines/meaning/recipe.ts';
import { suspendTenant } from '../../platform/database/suspend-tenant.ts';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import type { Account } from '../../platform/functions/define.ts';
import { createSlots } from '../../platform/jobs/slots.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { threadResult } from '../../platform/threads/warm-thread.ts';
import { declaredOf, roleOf } from '../../shared/column-kinds.ts';
import type { DatasetRules } from '../../shared/column-mapping.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';
import type { setDatasetRulesAnswer, setDatasetRulesBody } from '../../shared/contracts/mapping.ts';
import type { recipeSchema } from '../../shared/contracts/recipe.ts';
import { AppError } from '../../shared/errors.ts';
import { datasetGone, lockDataset } from '../data/lock-dataset.ts';
import { type Dataset, readDataset } from '../data/read-dataset.ts';
import type { Product } from '../product.ts';
import type { RulesInput, RulesMessage } from './rules-thread.ts';

type Body = z.output<typeof setDatasetRulesBody>;
type Answer = z.input<typeof setDatasetRulesAnswer>;

const MODULE = new URL('./rules-thread.ts', import.meta.url);
const inSlot = createSlots(2);

/** Returns the modeled columns, as far as the profile exists. */
function learnedOf({ names, roles }: Dataset, profile: DatasetProfile | null): string[] {
  const proposed = new Map(profile?.columns.map(({ name, role }) => [name, role]));
  return names.filter((name) => {
    const declared = declaredOf(roles, name);
    return (declared ? roleOf(declared) : (proposed.get(name) ?? 'feature')) === 'feature';
  });
}

/** Parses declared rules against the dataset's rows; throws AppError for one that can't be held. */
function sharesOf(
  product: Product,
  dataset: Dataset,
  { declared, learned }: Pick<RulesInput, 'declared' | 'learned'>,
) {
  const { names: columns, layouts, record_count: rows, version } = dataset;
  return withLocalCopy(product.files, fileKey(version), async (parquetPath) => {
    const input: RulesInput = {
      parquetPath,
      columns,
      rows: Number(rows),
      layouts,
      learned,
      declared,
    };
    const message = await threadResult<RulesMessage>(MODULE, input);
    if (message.kind !== 'end') throw new Error('the check of rules ended without a result');
    return message.shares;
  });
}

type Row = { recipe: z.output<typeof recipeSchema> | null; profile: DatasetProfile | null };

async function readRow(tx: pg.PoolClient, id: string): Promise<Row> {
  const { rows } = await tx.query<Row>(
    'select recipe, profile from public.ingestion_manifests where id = $1',
    [id],
  );
  if (rows[0] === undefined) throw datasetGone();
  return rows[0];
}

/** Stores the rules of a dataset and of its recipe, for models fitted from now on. */
export async function setDatasetRules(
  product: Product,
  account: Account,
  { manifest_id: id, declared, rejected }: Body,
): Promise<Answer> {
  const { database } = product.platform;
  const dataset = await readDataset(database, account.tenantId, id);
  if (dataset.kind !== 'upload')
    throw new AppError('bad_request', 'Only uploads have rules between their columns.');
  const contradictory = declared.find((rule) => rejected.includes(rule));
  if (contradictory !== undefined)
    throw new AppError('bad_request', `"${contradictory}" is both declared and rejected.`);
  const { recipe, profile } = await database.asTenant(account.tenantId, (tx) => readRow(tx, id));
  const learned = learnedOf(dataset, profile);
  const shares =
    declared.length === 0
      ? []
      : await inSlot(() => sharesOf(product, dataset, { declared, learned }));
  const sentences = shares.map(({ sentence }) => sentence);
  const rules = sentences.length + rejected.length === 0 ? null : { declared: sentences, rejected };
  await database.asTenant(account.tenantId, async (tx) => {
    await lockDataset(tx, id);
    const { rowCount: changed } = await tx.query(
      `update public.ingestion_manifests set rules = $2, recipe = $3
        where id = $1 and rules::jsonb is distinct from $2::jsonb`,
      [id, rules && JSON.stringify(rules), withRules(recipe, rules)],
    );
    if (changed === 0) return;
    await suspendTenant(tx);
    await tx.query('select audit.record_for($1, $2, $3, $4, $5, $6)', [
      account.userId,
      'dataset.rules_set',
      'ingestion_manifest',
      id,
      account.tenantId,
      JSON.stringify(rules ?? { declared: [], rejected: [] }),
    ]);
  });
  return { declared: shares };
}

function withRules(
  recipe: z.output<typeof recipeSchema> | null,
  rules: DatasetRules | null,
): string | null {
  if (recipe === null) return null;
  const { sha256: _, rules: __, ...rest } = recipe;
  return JSON.stringify(sealRecipe({ ...rest, ...(rules && { rules }) }));
}

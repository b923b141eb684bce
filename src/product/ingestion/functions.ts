import type pg from 'pg';
import type { z } from 'zod';
import {
  type Account,
  accountOf,
  defineFormFunction,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import {
  inspectFileAnswer,
  inspectFileFields,
  parseIngestedFileAnswer,
  parseIngestedFileFields,
} from '../../shared/contracts/ingestion.ts';
import {
  mapDatasetAnswer,
  mapDatasetBody,
  saveRecipeAnswer,
  saveRecipeBody,
  setDatasetRulesAnswer,
  setDatasetRulesBody,
} from '../../shared/contracts/mapping.ts';
import { AppError } from '../../shared/errors.ts';
import { UPLOAD_LABELS } from '../../shared/upload-formats.ts';
import type { Product } from '../product.ts';
import { ingestFile } from './ingest-file.ts';
import { inspectFile } from './inspect-file.ts';
import { mapDataset } from './map-dataset.ts';
import { checkRecipe, parseRecipe } from './parse-recipe.ts';
import { receiveFile } from './receive-file.ts';
import { readRecipe, readRecipes, saveRecipe } from './recipes.ts';
import type { Accepts } from './scan-file.ts';
import { setDatasetRules } from './set-dataset-rules.ts';
import { tableFunctions } from './tables/functions.ts';

type Fields = z.output<typeof parseIngestedFileFields>;

async function acceptsFrom(product: Product, account: Account, fields: Fields): Promise<Accepts> {
  const asTenant = <T>(read: (tx: pg.PoolClient) => Promise<T>) =>
    product.platform.database.asTenant(account.tenantId, read);
  const { recipe, table } = fields;
  if (fields.columns !== undefined && recipe !== undefined)
    throw new AppError('bad_request', 'columns and recipe are mutually exclusive.');
  const anyColumns = fields.columns === 'as-is';
  const acceptRejected = fields.accept_rejected === 'true';
  if (recipe === undefined) {
    const known = anyColumns ? await asTenant(readRecipes) : [];
    return { anyColumns, acceptRejected, recipe: null, known, table };
  }
  const given = recipe.trimStart().startsWith('{')
    ? parseRecipe(recipe)
    : (await asTenant((tx) => readRecipe(tx, recipe))).recipe;
  return { anyColumns: true, acceptRejected, recipe: given, table };
}

export function ingestionFunctions(product: Product): FunctionDefinition[] {
  return [
    defineFormFunction({
      name: 'parse-ingested-file',
      summary: `Ingests a file as a dataset and describes its content: ${UPLOAD_LABELS}, a bank statement or payments.`,
      audience: 'session',
      scope: 'ingest',
      fields: parseIngestedFileFields,
      answer: parseIngestedFileAnswer,
      handle: async (call) => {
        const account = accountOf(call);
        const { received, fields } = await receiveFile(product.files, call.request);
        try {
          const accepts = await acceptsFrom(product, account, fields);
          return await ingestFile(product, account, { received, accepts });
        } catch (error) {
          await product.files.remove(received.key);
          throw error;
        }
      },
    }),
    defineFormFunction({
      name: 'inspect-file',
      summary: 'Inspects the columns at the beginning of a CSV file without storing it.',
      audience: 'session',
      scope: 'ingest',
      fields: inspectFileFields,
      answer: inspectFileAnswer,
      handle: (call) => inspectFile(product, accountOf(call), call.request),
    }),
    defineFunction({
      name: 'map-dataset',
      summary: 'Sets the column roles and formats of a dataset.',
      audience: 'session',
      scope: 'ingest',
      body: mapDatasetBody,
      answer: mapDatasetAnswer,
      handle: (call) => mapDataset(product, accountOf(call), call.body),
    }),
    defineFunction({
      name: 'set-dataset-rules',
      summary: 'Declares rules between the columns of a dataset, and rejects rules found in it.',
      audience: 'session',
      scope: 'ingest',
      body: setDatasetRulesBody,
      answer: setDatasetRulesAnswer,
      handle: (call) => setDatasetRules(product, accountOf(call), call.body),
    }),
    defineFunction({
      name: 'save-recipe',
      summary: 'Saves a recipe for similar files of the organization.',
      audience: 'session',
      scope: 'ingest',
      body: saveRecipeBody,
      answer: saveRecipeAnswer,
      handle: (call) => {
        const { name, recipe } = call.body;
        const account = accountOf(call);
        return product.platform.database.asTenant(account.tenantId, (tx) =>
          saveRecipe(tx, account, { name, recipe: checkRecipe(recipe) }),
        );
      },
    }),
    ...tableFunctions(product),
  ];
}

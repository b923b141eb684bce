import { z } from 'zod';
import { LAYOUT_TYPES } from '../column-layout.ts';
import { columnFormSchema } from './column-form.ts';
import {
  columnKindSchema,
  datasetRulesSchema,
  recipeSchema,
  signRuleSchema,
  statementRoleSchema,
} from './recipe.ts';

const recipeName = z.string().trim().min(1, 'A recipe needs a name.').max(100);

export const mapDatasetBody = z.strictObject({
  manifest_id: z.uuid(),
  columns: z
    .array(
      z.strictObject({
        name: z.string(),
        role: statementRoleSchema,
        kind: columnKindSchema.optional(),
        form: columnFormSchema.optional(),
      }),
    )
    .min(1)
    .max(10_000),
  sign: signRuleSchema.nullable(),
  entity: z.string().nullable(),
  order: z.string().nullable(),
  save_as: recipeName.optional(),
});

export type MapDatasetBody = z.input<typeof mapDatasetBody>;

const layoutOfColumn = {
  name: z.string(),
  type: z.string(),
  form: columnFormSchema,
  ambiguous: z.boolean(),
  alternatives: z.array(columnFormSchema),
  notices: z.array(z.string()),
};

export const columnLayoutSchema = z.strictObject({
  ...layoutOfColumn,
  type: z.enum(LAYOUT_TYPES),
  nullWords: z.array(z.string()),
  values: z.int(),
  fits: z.int(),
  inferred: z.string().optional(),
});

const rulesOfRows = {
  sign: signRuleSchema.nullable(),
  entity: z.string().nullable(),
  order: z.string().nullable(),
};

export const columnMappingSchema = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), role: statementRoleSchema })),
  ...rulesOfRows,
  confirmed: z.boolean().optional(),
});

export const runningBalanceSchema = z.strictObject({
  column: z.string(),
  share: z.number(),
  breaks: z
    .strictObject({
      rows: z.int(),
      checked: z.int(),
      first: z.array(z.strictObject({ row: z.int(), line: z.int().nullable() })),
    })
    .optional(),
});

export const mappedColumnsSchema = z.strictObject({
  columns: z.array(z.strictObject({ ...layoutOfColumn, role: statementRoleSchema })),
  ...rulesOfRows,
  balance: runningBalanceSchema.nullable(),
});

const savedRecipe = z.strictObject({ id: z.uuid(), name: z.string(), sha256: z.string() });

export const mapDatasetAnswer = z.strictObject({
  ...mappedColumnsSchema.shape,
  recipe: savedRecipe.nullable(),
});

export type MapDatasetAnswer = z.output<typeof mapDatasetAnswer>;

export const saveRecipeBody = z.strictObject({ name: recipeName, recipe: recipeSchema });
export const saveRecipeAnswer = savedRecipe;

export const setDatasetRulesBody = z.strictObject({
  manifest_id: z.uuid(),
  ...datasetRulesSchema.shape,
});
export type SetDatasetRulesBody = z.input<typeof setDatasetRulesBody>;

/** Declared formulas, with the rows that each is about and the share of them that keeps it. */
export const setDatasetRulesAnswer = z.strictObject({
  declared: z.array(z.strictObject({ sentence: z.string(), rows: z.int(), share: z.number() })),
});
export type SetDatasetRulesAnswer = z.output<typeof setDatasetRulesAnswer>;

import { z } from 'zod';
import { columnFormSchema } from './column-form.ts';
import { recipeSchema, signRuleSchema, statementRoleSchema } from './recipe.ts';

const recipeName = z.string().trim().min(1, 'A recipe needs a name.').max(100);

export const mapDatasetBody = z.strictObject({
  manifest_id: z.uuid(),
  columns: z
    .array(
      z.strictObject({
        name: z.string(),
        role: statementRoleSchema,
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

export const mappedColumnsSchema = z.strictObject({
  columns: z.array(
    z.strictObject({
      name: z.string(),
      role: statementRoleSchema,
      type: z.string(),
      form: columnFormSchema,
      ambiguous: z.boolean(),
      alternatives: z.array(columnFormSchema),
      notices: z.array(z.string()),
    }),
  ),
  sign: signRuleSchema.nullable(),
  entity: z.string().nullable(),
  order: z.string().nullable(),
  balance: z
    .strictObject({
      column: z.string(),
      share: z.number(),
      breaks: z
        .strictObject({
          rows: z.int(),
          checked: z.int(),
          first: z.array(z.strictObject({ row: z.int(), line: z.int().nullable() })),
        })
        .optional(),
    })
    .nullable(),
});

const savedRecipe = z.strictObject({ id: z.uuid(), name: z.string(), sha256: z.string() });

export const mapDatasetAnswer = z.strictObject({
  ...mappedColumnsSchema.shape,
  recipe: savedRecipe.nullable(),
});

export type MapDatasetAnswer = z.output<typeof mapDatasetAnswer>;

export const saveRecipeBody = z.strictObject({ name: recipeName, recipe: recipeSchema });
export const saveRecipeAnswer = savedRecipe;

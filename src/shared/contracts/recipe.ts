import { z } from 'zod';
import { COLUMN_KIND_NAMES } from '../column-kinds.ts';
import { LAYOUT_TYPES } from '../column-layout.ts';
import { type DatasetRules, STATEMENT_ROLES } from '../column-mapping.ts';
import { columnFormSchema } from './column-form.ts';

const name = z.string().max(1000);
const words = z.array(z.string().max(100)).max(50);

export const signRuleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('signed') }),
  z.strictObject({ kind: z.literal('inverted') }),
  z.strictObject({ kind: z.literal('debit-credit') }),
  z.strictObject({ kind: z.literal('direction'), debit: words, credit: words }),
]);

export const statementRoleSchema = z.enum(STATEMENT_ROLES);
export const columnKindSchema = z.enum(COLUMN_KIND_NAMES);

const lines = z.int().min(0);
const sentence = z.string().trim().min(1).max(1000);

export const datasetRulesSchema = z.strictObject({
  declared: z.array(sentence).max(200),
  rejected: z.array(sentence).max(1000),
}) satisfies z.ZodType<DatasetRules>;

/** A recipe as exported and uploaded; the hash is missing if it was edited by hand. */
export const recipeSchema = z.strictObject({
  version: z.literal(1),
  match: z.strictObject({
    header: z.array(name).max(10_000).nullable(),
    columns: z.int().min(1).max(10_000),
    delimiter: z.string().length(1).nullable(),
  }),
  skip: z.strictObject({ before: lines, after: lines }),
  columns: z
    .array(
      z.strictObject({
        name,
        role: statementRoleSchema,
        kind: columnKindSchema.optional(),
        layout: z.strictObject({
          type: z.enum(LAYOUT_TYPES),
          form: columnFormSchema,
          nullWords: words,
        }),
      }),
    )
    .min(1)
    .max(10_000),
  sign: signRuleSchema.nullable(),
  entity: name.nullable(),
  order: name.nullable(),
  rules: datasetRulesSchema.optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

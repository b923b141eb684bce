import { z } from 'zod';
import { columnPlan } from '../model/column-schema.ts';
import { rules } from '../model/law-schema.ts';
import { dialect, heldOutRows, lookup, modelSchema } from '../model/model-schema.ts';
import { count, f64, i32, place, u8 } from '../model/scalar-schema.ts';
import { field, nested, numberCodec, tree } from '../model/tree-schema.ts';
import { TABLE_NAME } from './relation.ts';
import type { TablesModel } from './tables-model.ts';

/** Tables are written to files of these names. */
const name = z.string().regex(TABLE_NAME);
const column = z.string();

const contextColumns = z.strictObject({
  columns: z.array(z.string()).max(100),
  fields: z.array(field),
  of: z.array(count),
});

const way = z.array(count).max(4);

const child = z.strictObject({
  primary: count,
  contextColumns,
  repeats: z.array(z.strictObject({ column: count, field, contextField: count, map: u8 })),
  follows: z.array(z.strictObject({ relation: count, way })),
  totals: z
    .array(
      z.strictObject({
        column: count,
        above: column,
        where: z.strictObject({ column: count, words: z.array(z.string()).min(1) }).nullable(),
        cancelsOut: z.boolean(),
        share: z.number().min(0).max(1),
      }),
    )
    .optional(),
  others: z.array(
    z.strictObject({
      relation: count,
      how: z.enum(['ancestor', 'segment', 'popularity', 'uniform']),
      unique: z.boolean(),
      parent: contextColumns,
      row: contextColumns,
      meets: z.strictObject({ own: way, other: way, agrees: tree }).optional(),
      segment: place,
      choose: tree,
      count: numberCodec,
      countTree: tree,
    }),
  ),
});

const network = z.strictObject({
  kind: z.literal('network'),
  model: modelSchema,
  counted: z.array(count),
  follows: child.shape.follows,
  others: child.shape.others,
});

const since = z.strictObject({ place, counted: z.boolean() });

const generatedRows = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('root'), model: modelSchema }),
  network,
  z.strictObject({ kind: z.literal('histories'), model: modelSchema, any: tree, since }),
  z.strictObject({
    kind: z.literal('siblings'),
    columns: z.array(columnPlan).min(1),
    columnFields: z.array(z.array(count).max(2)),
    fields: z.array(field),
    lookups: z.array(lookup),
    ...rules,
    count: numberCodec,
    countTree: tree,
    meanRows: z.number().positive().optional(),
    order: i32,
    trees: z.array(nested),
    since: i32,
    counted: u8,
    latest: f64,
    sorted: place,
    datesFirst: z.boolean(),
    loose: z.number().min(0).max(1e6),
  }),
]);

/** Schema of linked-table models; `checkTablesModel` verifies that the parts fit together. */
export const tablesSchema: z.ZodType<TablesModel> = z.strictObject({
  kind: z.literal('relations'),
  engine: z.string(),
  mode: z.enum(['fidelity', 'balanced', 'cautious', 'private']),
  relations: z
    .array(z.strictObject({ child: name, childKey: column, parent: name, parentKey: column }))
    .min(1)
    .max(1000),
  tables: z
    .array(
      z.strictObject({
        name,
        rows: z.number().int().min(1),
        child: child.nullable(),
        made: generatedRows,
        dialect: dialect.optional(),
      }),
    )
    .min(2)
    .max(1000),
  heldOut: heldOutRows.optional(),
});

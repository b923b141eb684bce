import { z } from 'zod';
import { PERIODS } from '../sequence/recurring/period.ts';
import { columnPlan, personalForm } from './column-schema.ts';
import { rules } from './law-schema.ts';
import type { Model } from './model.ts';
import { MECHANISMS } from './private-core.ts';
import { count, f64, i32, place, share, u8 } from './scalar-schema.ts';
import { sequenceCore } from './sequence-schema.ts';
import { field, treesCore } from './tree-schema.ts';

const guarantee = z.strictObject({
  epsilon: z.number().nonnegative().max(10),
  delta: share,
  rho: z.number().nonnegative(),
  unit: z.string(),
  mostRows: count,
  advantage: share,
  mechanism: z.enum(MECHANISMS),
  noisyPersons: z.number(),
  assumes: z.array(z.string()),
  warnings: z.array(z.string()),
});

const privateCore = z.strictObject({
  kind: z.literal('private'),
  model: z.strictObject({
    sizes: i32,
    total: z.number(),
    order: i32,
    parents: z.array(i32),
    conditional: z.array(f64),
  }),
  merged: z.array(u8),
  guarantee,
});

export const lookup = z.strictObject({ field: count, parent: count, map: u8 });

const statement = z.strictObject({
  balance: count,
  movements: z
    .array(z.strictObject({ column: count, factor: z.union([z.literal(1), z.literal(-1)]) }))
    .min(1)
    .max(2),
  time: place,
  newestFirst: z.boolean(),
  mean: z.number(),
});

const amountSides = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('columns'),
    out: count,
    in: count,
    outNegative: z.boolean(),
    empty: z.enum(['missing', 'zero']),
  }),
  z.strictObject({
    kind: z.literal('direction'),
    amount: count,
    direction: count,
    out: z.string(),
    in: z.string(),
  }),
]);

const payments = z.strictObject({
  sides: amountSides.optional(),
  payee: count,
  account: place,
  date: count,
  iban: place,
  text: place,
  amount: place,
  inTexts: z.boolean().optional(),
  name: z.strictObject(personalForm),
  ibanForm: z.strictObject(personalForm).optional(),
  persons: z.array(f64).min(1).max(1000),
  parts: z.array(f64),
  texts: z.array(
    z.strictObject({
      payee: z.string(),
      texts: z.array(z.string()).min(1),
      rows: f64,
      ibans: f64,
      amounts: z.array(f64),
    }),
  ),
  recurring: z
    .array(
      z.strictObject({
        payee: z.string(),
        text: z.string(),
        share,
        period: count.max(PERIODS.length - 1),
        anchor: count.max(31),
        weekend: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
        levels: z.array(z.strictObject({ until: share, amount: z.number() })),
      }),
    )
    .optional(),
});

export const dialect = z.strictObject({
  encoding: z.enum(['UTF-8', 'UTF-16LE', 'UTF-16BE', 'ISO-8859-1', 'windows-1252']),
  byteOrderMark: z.boolean(),
  delimiter: z.enum([',', ';', '\t', '|']),
  quote: z.enum(['"', "'"]),
  lineEnd: z.enum(['\r\n', '\n']),
  quotedColumns: z.array(count).max(10_000),
  headerLine: z.string().max(2_000_000).nullable(),
});

export const heldOutRows = z.strictObject({ share, unit: z.string().max(1000).nullable() });

/** Schema of a model; `checkModel` verifies that its parts fit together. */
export const modelSchema: z.ZodType<Model> = z.strictObject({
  engine: z.string(),
  mode: z.enum(['fidelity', 'balanced', 'cautious', 'private']),
  rows: z.number().int().min(1),
  columns: z.array(columnPlan).min(1),
  columnFields: z.array(z.array(count).max(2)),
  fields: z.array(field),
  lookups: z.array(lookup),
  ...rules,
  sides: amountSides.optional(),
  core: z.discriminatedUnion('kind', [treesCore, sequenceCore, privateCore]),
  statement: statement.optional(),
  payments: payments.optional(),
  dialect: dialect.optional(),
  heldOut: heldOutRows.optional(),
  inFileOrder: z.boolean().optional(),
  mostly: z
    .array(z.strictObject({ column: count, of: count, share }))
    .max(1000)
    .optional(),
  listedBy: z
    .array(z.strictObject({ column: count, sign: z.union([z.literal(1), z.literal(-1)]) }))
    .max(4)
    .optional(),
});

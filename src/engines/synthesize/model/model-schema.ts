import { z } from 'zod';
import { COLUMN_ROLES } from '../../../shared/column-kinds.ts';
import { datetimeFormSchema, numberFormSchema } from '../../../shared/contracts/column-form.ts';
import { PERSONAL_KINDS } from '../../meaning/kinds/kinds.ts';
import { DATED_FORMS } from '../columns/dated-codes.ts';
import { TEXT_LANGUAGES } from '../columns/text-style.ts';
import { rules } from './law-schema.ts';
import type { Model } from './model.ts';
import { MECHANISMS } from './private-core.ts';
import { count, decimals, place } from './scalar-schema.ts';

const u8 = z.instanceof(Uint8Array);
const u32 = z.instanceof(Uint32Array);
const i32 = z.instanceof(Int32Array);
const f64 = z.instanceof(Float64Array);
const size = z.number().int().min(1).max(256);
const share = z.number().min(0).max(1);

export const numberCodec = z.strictObject({
  kind: z.literal('number'),
  size,
  nullCode: place,
  upper: f64,
  atomStart: i32,
  atomValue: f64,
  atomRows: f64,
  looseRows: f64,
  edgeStart: i32,
  edges: f64,
  step: z.number().positive(),
  decimals,
  low: z.number(),
  high: z.number(),
  /** Written by private models of synthesize/3, which can still be sampled. */
  pinned: z.literal(false).optional(),
});

const categoryCodec = z.strictObject({
  kind: z.literal('category'),
  size,
  nullCode: place,
  values: z.array(z.string()),
  restCode: place,
  restValues: z.array(z.string()),
  restRows: f64,
  restStart: i32.optional(),
  rareCode: place,
  rows: f64,
});

export const field = z.strictObject({
  part: z.enum(['whole', 'day', 'clock']),
  codec: z.discriminatedUnion('kind', [numberCodec, categoryCodec]),
});

export const tree = z.strictObject({
  feature: i32,
  threshold: i32,
  left: i32,
  right: i32,
  parent: i32,
  above: u8,
  leftOf: u8,
  start: i32,
  codes: u8,
  rows: u32,
});

export const nested = z.strictObject({ trees: z.array(tree).min(1), start: i32, next: i32 });

const sum = z.strictObject({ fields: i32, weights: f64, cuts: f64 });

const chain = z.strictObject({
  order: i32,
  trees: z.array(nested),
  features: z.array(i32),
  copies: z.array(z.strictObject({ field: count, parents: i32 })),
  sums: z.strictObject({ scores: z.array(f64.nullable()), of: z.array(sum.nullable()) }).optional(),
});

const treesCore = chain.extend({
  kind: z.literal('trees'),
  ordered: u8,
  sizes: i32,
  second: chain.optional(),
});

const sequenceCore = z.strictObject({
  kind: z.literal('sequence'),
  entityColumn: count,
  timeColumn: count,
  amountColumn: place,
  balanceColumn: place,
  isStatic: u8,
  sortedByTime: z.boolean(),
  newestFirst: z.literal(true).optional(),
  entities: z.number().int().min(1),
  longest: z.number().int().min(1).max(10_000_000),
  firstDay: z.number(),
  lastDay: z.number(),
  parentFields: z.array(field),
  parent: treesCore,
  places: z.strictObject({ statics: i32, firstDay: count, opening: place, level: place }),
  kindFields: i32,
  kinds: u8,
  kindCount: size,
  tracked: i32,
  rowFields: i32,
  clock: place,
  gap: numberCodec,
  balance: numberCodec.nullable(),
  gapTree: nested,
  kindTree: nested.nullable(),
  rowTrees: z.array(nested),
  slots: z.strictObject({ sizes: i32, ordered: u8, lags: count, since: count, parent: count }),
  overdraft: share,
  goesOn: share.optional(),
  redrawsLate: z.boolean().optional(),
  kindAmounts: z.strictObject({ negative: f64, low: f64, high: f64 }).optional(),
  recurring: z
    .strictObject({
      kinds: i32,
      place: count,
      fromStart: z.boolean(),
      groups: z.array(z.strictObject({ kinds: i32, choice: nested })),
      streams: z.array(z.strictObject({ fields: z.array(field), trees: treesCore })),
      offsets: nested,
      held: u8,
    })
    .optional(),
  steering: f64,
  balanceSteering: f64,
  amountSteering: f64,
});

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

const nullWord = z.string().max(20).optional();
const nameFields = { name: z.string(), nullWord };

const layout = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('number'),
    ...nameFields,
    decimals,
    form: numberFormSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('datetime'), ...nameFields, form: datetimeFormSchema }),
  z.strictObject({ kind: z.literal('category'), ...nameFields }),
]);

const pattern = z.strictObject({
  prefix: z.string().max(1000),
  first: z.number().int().min(0),
  places: z.array(z.string().min(1).max(256)).max(1000),
  width: z.number().int().min(0).max(1000),
  skip: count.optional(),
  scatter: count.optional(),
  shapes: z
    .array(z.strictObject({ places: z.array(z.string().min(1).max(256)).min(1).max(1000), share }))
    .min(1)
    .max(1000)
    .optional(),
  iban: z
    .strictObject({
      country: z.string().regex(/^[A-Z]{2}$/),
      body: z.string().regex(/^[X0]{11,30}$/),
      grouped: z.boolean(),
    })
    .optional(),
});

const personalForm = {
  personal: z.enum(PERSONAL_KINDS),
  pattern: pattern.optional(),
  shapes: z
    .array(z.strictObject({ places: z.array(z.string().min(1).max(256)).min(1).max(1000), share }))
    .max(20)
    .optional(),
  localParts: z
    .array(
      z.strictObject({
        pattern: z.string().regex(/^[GFgf._#-]{1,64}$/),
        share,
        digraphs: z.boolean().optional(),
      }),
    )
    .max(12)
    .optional(),
  isChecked: z.boolean().optional(),
  isWide: z.boolean().optional(),
  style: z
    .strictObject({
      language: z.enum(TEXT_LANGUAGES),
      capitals: z.boolean(),
      familyFirst: z.boolean(),
      withoutComma: z.boolean().optional(),
      capitalFamily: z.boolean().optional(),
      initials: share.optional(),
      callingCode: z.string().regex(/^\d{1,3}$/),
      companies: share.optional(),
    })
    .optional(),
};

const generatedColumn = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('key'),
    pattern,
    first: count,
    dated: z.strictObject({ at: count, form: z.enum(DATED_FORMS), from: count }).optional(),
  }),
  z.strictObject({
    kind: z.literal('reference'),
    pattern,
    first: count,
    entities: count,
    popularity: f64,
    nullShare: share,
    parent: place,
    rows: z.number().int().min(1).optional(),
    attributes: z.array(count).optional(),
    nullWord,
  }),
  z.strictObject({
    kind: z.literal('personal'),
    ...personalForm,
    nullShare: share,
    nullWord,
    identity: z
      .strictObject({
        entities: count,
        popularity: f64,
        parent: place,
        rows: z.number().int().min(1).optional(),
        attributes: z.array(count).optional(),
      })
      .optional(),
  }),
  z.strictObject({
    kind: z.literal('text'),
    length: z.number().int().min(0).max(100_000),
    nullShare: share,
    nullWord,
    style: z
      .strictObject({
        language: z.enum(TEXT_LANGUAGES),
        capitals: z.boolean(),
        webAddresses: z.boolean().optional(),
      })
      .optional(),
    states: z
      .strictObject({ states: z.string().min(1).max(64), last: f64, field: place, back: f64 })
      .optional(),
  }),
  z.strictObject({ kind: z.literal('none') }),
]);

export const columnPlan = z.strictObject({
  layout,
  role: z.enum(COLUMN_ROLES),
  made: generatedColumn.nullable(),
  missing: z.strictObject({ field: count, shares: f64 }).optional(),
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

const payments = z.strictObject({
  payee: count,
  account: place,
  date: count,
  iban: place,
  text: place,
  amount: place,
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
  sides: z
    .discriminatedUnion('kind', [
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
    ])
    .optional(),
  core: z.discriminatedUnion('kind', [treesCore, sequenceCore, privateCore]),
  statement: statement.optional(),
  payments: payments.optional(),
  dialect: dialect.optional(),
  heldOut: heldOutRows.optional(),
  inFileOrder: z.boolean().optional(),
});

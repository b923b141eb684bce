import { z } from 'zod';
import { COLUMN_ROLES } from '../../../shared/column-kinds.ts';
import { datetimeFormSchema, numberFormSchema } from '../../../shared/contracts/column-form.ts';
import { PERSONAL_KINDS } from '../../meaning/kinds/kinds.ts';
import { BIRTH_FORMS } from '../../meaning/persons/birth-numbers.ts';
import { MAX_LENGTH, PART_FORMS } from '../columns/code-parts.ts';
import { DATED_FORMS } from '../columns/dated-codes.ts';
import { TEXT_LANGUAGES } from '../columns/text-style.ts';
import { count, decimals, f64, i32, place, share } from './scalar-schema.ts';

const nullWord = z.string().max(20).optional();
const nameFields = { name: z.string(), nullWord };

const ownerGroups = z.strictObject({
  columns: z.array(count).min(1).max(100),
  keys: z.array(z.array(z.string()).max(100)).min(2),
  owners: z.array(count),
});

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

const ibanPattern = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  body: z.string().regex(/^[X0]{11,30}$/),
  grouped: z.boolean(),
});

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
  iban: ibanPattern.optional(),
});

export const personalForm = {
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
  names: z.array(z.string().min(1).max(200)).max(20_000).optional(),
  style: z
    .strictObject({
      language: z.enum(TEXT_LANGUAGES),
      capitals: z.boolean(),
      familyFirst: z.boolean(),
      withoutComma: z.boolean().optional(),
      capitalFamily: z.boolean().optional(),
      initials: share.optional(),
      short: z.enum(['J', 'J.']).optional(),
      titles: z
        .array(z.strictObject({ text: z.string().min(1).max(12), share }))
        .max(20)
        .optional(),
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
    order: z.union([z.literal(1), z.literal(-1)]).optional(),
    dated: z.strictObject({ at: count, form: z.enum(DATED_FORMS), from: count }).optional(),
    composed: z
      .strictObject({
        parts: z
          .array(
            z.discriminatedUnion('kind', [
              z.strictObject({ kind: z.literal('text'), text: z.string().length(1) }),
              z.strictObject({
                kind: z.literal('column'),
                from: count,
                form: z.enum(PART_FORMS),
                length: z.number().int().min(0).max(MAX_LENGTH),
              }),
            ]),
          )
          .max(8),
        width: z.number().int().min(1).max(9),
        first: count,
        room: z.number().int().min(1),
      })
      .optional(),
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
    groups: ownerGroups.optional(),
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
        groups: ownerGroups.optional(),
        isOfMany: z.literal(true).optional(),
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
    shared: z
      .strictObject({
        field: place,
        groups: i32,
        start: i32,
        places: i32,
        rows: f64,
        words: z.array(z.string()).min(1).max(1_000_000),
      })
      .optional(),
  }),
  z.strictObject({ kind: z.literal('none') }),
]);

export const columnPlan = z.strictObject({
  layout,
  role: z.enum(COLUMN_ROLES),
  made: generatedColumn.nullable(),
  missing: z.strictObject({ field: count, shares: f64 }).optional(),
  fewer: z.strictObject({ file: count, drawn: count }).optional(),
  bank: z.strictObject({ bic: count, patterns: z.array(ibanPattern).max(300) }).optional(),
  birth: z
    .strictObject({
      form: z.enum(BIRTH_FORMS),
      date: count,
      sex: z
        .strictObject({
          column: count,
          female: z.array(z.string()).max(4),
          male: z.array(z.string()).max(4),
        })
        .nullable(),
    })
    .optional(),
});

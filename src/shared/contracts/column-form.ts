import { z } from 'zod';
import type { ColumnForm, DatetimeForm, NumberForm } from '../column-layout.ts';
import { NAME_SET_IDS } from '../layouts/names.ts';

const short = z.string().max(20);
const pattern = z.string().min(1).max(100);
const decimals = z.number().int().min(0).max(15);

export const datetimeFormSchema: z.ZodType<DatetimeForm> = z.strictObject({
  kind: z.literal('datetime'),
  pattern,
  also: z.array(pattern).max(10),
  names: z.enum(NAME_SET_IDS).nullable(),
  letters: z.enum(['lower', 'title', 'upper']),
  offset: z.number().int().min(-1440).max(1440).nullable(),
});

export const numberFormSchema: z.ZodType<NumberForm> = z.strictObject({
  kind: z.literal('number'),
  decimalMark: z.enum(['.', ',']),
  groupMark: z.enum(['', ',', '.', ' ', '\u00a0', '\u202f', "'", '\u2019']),
  grouping: z.enum(['thousands', 'indian']),
  minDecimals: decimals,
  decimals: z.number().int().min(0).max(100),
  unit: z.strictObject({ text: short, side: z.enum(['before', 'after']), gap: short }).nullable(),
  sign: z.enum(['minus', 'plus', 'minus-after-unit', 'trailing', 'brackets', 'words']),
  words: z.strictObject({ positive: short, negative: short }).nullable(),
  apostrophe: z.boolean(),
});

export const columnFormSchema: z.ZodType<ColumnForm> = z.union([
  datetimeFormSchema,
  numberFormSchema,
  z.strictObject({ kind: z.literal('boolean'), trueText: short, falseText: short }),
  z.strictObject({
    kind: z.literal('code'),
    prefix: z.string().max(1000),
    width: z.number().int().min(1).nullable(),
    leadingZeros: z.boolean(),
    letters: z.enum(['none', 'lower', 'upper', 'mixed']),
  }),
  z.strictObject({ kind: z.literal('pair'), before: short, between: short, after: short }),
  z.strictObject({ kind: z.enum(['text', 'unknown']) }),
]);

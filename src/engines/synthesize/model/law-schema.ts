import { z } from 'zod';
import { STEP_UNITS } from '../rules/derived/formula.ts';
import { count, decimals, place } from './scalar-schema.ts';

const MAX_TERMS = 16;

const bound = z.number().finite();

const dateLag = z.strictObject({
  column: count,
  from: count,
  last: bound.optional(),
  isAfter: z.literal(true).optional(),
});

const terms = (most: number) =>
  z
    .array(z.strictObject({ column: count, factor: z.union([z.literal(1), z.literal(-1)]) }))
    .min(1)
    .max(most);

const yearLaw = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('years'), column: count, terms: terms(2) }),
  z.strictObject({ kind: z.literal('completed'), column: count, since: count, until: count }),
  z.strictObject({ kind: z.literal('birthday'), column: count, years: count, until: place }),
]);

const scale = z.number().positive();
const offset = z.number();

const share = z.number().min(0).max(1);

/** Columns of a loan with equal payments; `scale` leads from the rate to that of a period. */
const loan = { amount: count, rate: count, payments: count, scale };

const ratio = { terms: terms(4), by: count, scale };

const amountLaw = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sum'), column: count, decimals, terms: terms(MAX_TERMS) }),
  z.strictObject({
    kind: z.literal('product'),
    column: count,
    decimals,
    terms: terms(4),
    scale,
    offset: offset.optional(),
    plus: count.optional(),
  }),
  z.strictObject({ kind: z.literal('ratio'), column: count, decimals, ...ratio }),
  z.strictObject({
    kind: z.literal('installment'),
    column: count,
    decimals,
    ...loan,
  }),
  z.strictObject({ kind: z.literal('magnitude'), column: count, decimals, of: count }),
]);

const paymentsOffset = z.number().int().min(-3).max(3);

const remainingLaw = z.strictObject({
  kind: z.literal('remaining'),
  column: count,
  decimals,
  ...loan,
  made: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('made'), column: count, offset: paymentsOffset }),
    z.strictObject({ kind: z.literal('left'), column: count, offset: paymentsOffset }),
    z.strictObject({
      kind: z.literal('months'),
      since: count,
      until: count,
      offset: paymentsOffset,
    }),
  ]),
});

const condition = z.union([
  z.strictObject({ column: count, words: z.array(z.string()).min(1).max(100) }),
  z.strictObject({ column: count, above: bound.optional(), upTo: bound.optional() }),
]);

const formula = z.union([
  z.strictObject({ kind: z.literal('sum'), terms: terms(MAX_TERMS) }),
  z.strictObject({
    kind: z.literal('product'),
    terms: terms(4),
    scale,
    offset: offset.optional(),
    plus: count.optional(),
  }),
  z.strictObject({ kind: z.literal('ratio'), ...ratio }),
  z.strictObject({
    kind: z.literal('installment'),
    ...loan,
  }),
  z.strictObject({ kind: z.literal('magnitude'), of: count }),
  z.strictObject({ kind: z.literal('constant'), value: bound }),
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({
    kind: z.literal('between'),
    from: count,
    until: count,
    unit: z.enum(['hours', 'minutes', 'seconds']).optional(),
  }),
  z.strictObject({
    kind: z.literal('later'),
    from: count,
    unit: z.enum(STEP_UNITS),
    steps: z.union([z.number().int().min(0).max(100_000), z.strictObject({ column: count })]),
  }),
]);

const derivedColumn = z.strictObject({
  column: count,
  decimals,
  cases: z
    .array(
      z.strictObject({
        where: z.array(condition).max(4),
        formula,
        low: bound.optional(),
        high: z
          .union([z.strictObject({ value: bound }), z.strictObject({ column: count })])
          .optional(),
        share,
      }),
    )
    .min(1)
    .max(200),
});

const calendar = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('weekdays'),
    column: count,
    share,
    shares: z.array(share).length(7),
    inOrder: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('month'),
    column: count,
    share,
    day: z.enum(['first', 'last']),
  }),
  z.strictObject({
    kind: z.literal('hours'),
    column: count,
    share,
    hours: z.array(z.number().int().min(0).max(23)).min(1),
  }),
  z.strictObject({ kind: z.literal('same day'), column: count, share, from: count }),
  z.strictObject({
    kind: z.literal('digits'),
    column: count,
    share,
    added: z.number().int().min(13).max(87),
    from: z.number().int().min(0).max(99),
    to: z.number().int().min(0).max(99),
  }),
]);

const belonging = z.strictObject({
  column: count,
  of: count,
  words: z.array(z.string()).max(100_000),
  values: z.array(z.string()).max(100_000),
  share,
});

const law = z.union([yearLaw, amountLaw, remainingLaw]);

const columnOrder = z.strictObject({ low: count, high: count });

const series = z.array(z.array(bound).min(1).max(100_000)).max(1000);

const dayValue = z.strictObject({
  column: count,
  date: count,
  of: count.nullable(),
  words: z.array(z.string()).max(1000),
  days: series,
  values: series,
});

const wordRange = z.strictObject({
  column: count,
  of: count,
  words: z.array(z.string()).max(1000),
  low: z.array(bound).max(1000),
  high: z.array(bound).max(1000),
});

const wordLimits = z.strictObject({
  column: count,
  by: count,
  where: z.strictObject({ column: count, words: z.array(z.string()).max(1000) }).optional(),
  words: z.array(z.string()).max(1000),
  from: z.array(bound.nullable()).max(1000),
  to: z.array(bound.nullable()).max(1000),
});

const betweenRows = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('carried'),
    column: count,
    from: count,
    unit: z.number().positive().nullable(),
    isNeverNegative: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('run'),
    column: count,
    movement: count,
    factor: z.union([z.literal(1), z.literal(-1)]),
    isNeverNegative: z.boolean(),
    resets: count.nullable(),
    fromZero: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('counted'),
    column: count,
    step: z.union([z.literal(1), z.literal(-1)]),
    first: bound.nullable(),
  }),
  z.strictObject({
    kind: z.literal('stepped'),
    column: count,
    unit: z.enum(STEP_UNITS),
    step: z.number().int().min(1).max(1000),
    phase: z.number().int().min(0).max(11).nullable(),
  }),
  z.strictObject({
    kind: z.literal('steady'),
    column: count,
    share,
    low: bound.nullable(),
    high: bound.nullable(),
    step: z.number().positive(),
    isLast: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('monotone'),
    column: count,
    sense: z.union([z.literal(1), z.literal(-1)]),
    resets: count.nullable(),
    starts: z.array(bound).min(1).max(1000),
    steps: z.array(bound).min(1).max(1000),
    unit: z.number().positive(),
    most: bound.nullable(),
  }),
  z.strictObject({ kind: z.literal('length'), column: count }),
  z.strictObject({ kind: z.literal('starts'), column: count, from: count }),
  z.strictObject({ kind: z.literal('last'), column: count, word: z.string(), share }),
  z.strictObject({ kind: z.literal('ends'), column: count, value: bound }),
]);

/** Properties of a model that hold its rules among columns. */
export const rules = {
  lags: z.array(dateLag).optional(),
  laws: z.array(law).max(100).optional(),
  calendars: z.array(calendar).max(1000).optional(),
  belongings: z.array(belonging).max(1000).optional(),
  ranges: z.array(wordRange).max(1000).optional(),
  wordLimits: z.array(wordLimits).max(1000).optional(),
  dayValues: z.array(dayValue).max(1000).optional(),
  derived: z.array(derivedColumn).max(1000).optional(),
  orders: z.array(columnOrder).max(1000).optional(),
  between: z.array(betweenRows).max(1000).optional(),
  above: z
    .array(z.strictObject({ column: count, name: z.string() }))
    .max(40)
    .optional(),
};

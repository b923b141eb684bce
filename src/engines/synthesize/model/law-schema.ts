import { z } from 'zod';
import { count, decimals, place } from './scalar-schema.ts';

const dateLag = z.strictObject({ column: count, from: count });

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

const amountLaw = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sum'), column: count, decimals, terms: terms(4) }),
  z.strictObject({
    kind: z.literal('product'),
    column: count,
    decimals,
    terms: terms(4),
    scale,
  }),
  z.strictObject({
    kind: z.literal('installment'),
    column: count,
    decimals,
    amount: count,
    rate: count,
    payments: count,
    scale,
  }),
  z.strictObject({ kind: z.literal('magnitude'), column: count, decimals, of: count }),
]);

const law = z.union([yearLaw, amountLaw]);

const columnOrder = z.strictObject({ low: count, high: count });

/** Properties of a model that hold its rules among columns. */
export const rules = {
  lags: z.array(dateLag).optional(),
  laws: z.array(law).max(100).optional(),
  orders: z.array(columnOrder).max(1000).optional(),
};

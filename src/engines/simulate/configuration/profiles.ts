import { z } from 'zod';

/** Shares of accounts at which a profile states the quantiles of a figure; tails continue the outermost two. */
export const QUANTILE_SHARES = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95] as const;

/** Kinds of bookings outside calendars that a profile has a rate and amounts for. */
export const PROFILE_KINDS = [
  'purchase',
  'cashWithdrawal',
  'cashDeposit',
  'transferOut',
  'transferIn',
  'check',
] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];

/** Figures that differ between the accounts of a profile. */
export const PROFILE_FIGURES = [
  'income',
  'months to first income',
  'orders',
  'orders in all',
  'months to first order',
  'kept balance',
  'balance above',
  'months to first fee',
  'months to first interest',
  ...PROFILE_KINDS.map((kind) => `${kind} a month` as const),
  ...PROFILE_KINDS.map((kind) => `amount of ${kind}` as const),
  'largest withdrawal',
  'largest deposit',
] as const;
export type ProfileFigure = (typeof PROFILE_FIGURES)[number];

const share = z.number().min(0).max(1);
const quantiles = z.array(z.number().min(0)).length(QUANTILE_SHARES.length);
const days = z.array(z.number().min(0)).length(31);

/** Kind of current accounts with its own calendar, rates and amounts; one without any is preset-like. */
export const profileSchema = z.strictObject({
  name: z.string().min(1),
  share,
  /** Fixed monthly income, and how often its payments come on each day of the month. */
  income: z
    .strictObject({
      kind: z.enum(['cashDeposit', 'transferIn']),
      days,
      /** Months with extra pay, its size relative to the usual one, and the share of accounts with it. */
      extra: z.strictObject({
        months: z.array(z.int().min(1).max(12)),
        size: z.number().min(0),
        share,
      }),
    })
    .nullable(),
  /** Days of the month of standing orders. */
  orderDays: days,
  /** Bookings outside calendars in the first months of an account, and their usual amounts, relative to later ones. */
  settling: z.partialRecord(
    z.enum(PROFILE_KINDS),
    z.strictObject({ rates: z.array(z.number().min(0)), amounts: z.array(z.number().min(0)) }),
  ),
  /** Bookings outside calendars by month of the year, relative to their mean. */
  seasons: z
    .partialRecord(z.enum(PROFILE_KINDS), z.array(z.number().min(0)).length(12))
    .default({}),
  /** Quantiles of each figure between accounts. */
  figures: z.array(
    z.strictObject({
      name: z.enum(PROFILE_FIGURES),
      quantiles,
    }),
  ),
  /** Correlations of the normal scores of figures, in their order. */
  correlations: z.array(z.array(z.number().min(-1).max(1))),
  /** Quantiles of amounts relative to an account's usual one, and of orders to the usual order. */
  sizes: z.partialRecord(z.enum([...PROFILE_KINDS, 'order']), quantiles),
  /** Share of the income that nearly all standing orders together stay below; null without an income. */
  mostOrdered: share.nullable(),
  /** Share of a balance that nearly all withdrawals stay below; null if balances do not limit them. */
  mostOfBalance: share.nullable(),
  /**
   * Range of the usual share of the balance above what is kept that a withdrawal takes, from which
   * accounts are drawn again; null if withdrawals do not follow the balance.
   */
  withdrawn: z.tuple([z.number().positive(), z.number().positive()]).nullable().default(null),
  /**
   * Withdrawals a fixed number of days after the last one, at which accounts withdraw if they have
   * not before; null if the file shows none.
   */
  pause: z
    .strictObject({
      days: z.int().min(7).max(100),
      /** Least balance above what is kept, relative to the usual one; with less, the pause repeats. */
      above: z.number().min(0),
      /** Balance above what is kept at the end of a pause, relative to the usual one before withdrawals. */
      level: z.number().positive(),
      /** True if accounts begin to withdraw at the end of a pause after their opening. */
      first: z.boolean(),
      /** Quantiles of these withdrawals relative to an account's usual share of the balance. */
      sizes: quantiles,
    })
    .nullable()
    .default(null),
});
export type Profile = z.infer<typeof profileSchema>;

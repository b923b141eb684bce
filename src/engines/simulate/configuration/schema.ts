import { z } from 'zod';
import { payments } from './payments.ts';
import { profileSchema } from './profiles.ts';

const share = z.number().min(0).max(1);
const positive = z.number().positive();
const some = <T extends z.ZodType<Record<string, number>>>(shares: T) =>
  shares.refine((record) => Object.values(record).some((weight) => weight > 0), {
    error: 'at least one share must be above 0',
  });
const weights = (count: number) => z.array(z.number().min(0)).length(count);
const isoDate = z.iso.date();
/** Log-normal amount in the country's main currency unit. */
const amount = z.strictObject({ median: positive, sigma: z.number().min(0).max(3) });

const category = z.strictObject({
  name: z.string().min(1),
  /** ISO 18245 merchant category code. */
  mcc: z.string().regex(/^\d{4}$/),
  /** Share of card purchases by number, relative to the other categories. */
  weight: positive,
  ticket: amount,
  online: share,
  refunds: share,
  hours: z.enum(['shop', 'meals', 'commute', 'leisure', 'online', 'office']),
  /** Words of which merchant names are built. */
  words: z.array(z.string().min(1)).min(1),
});

const target = z.strictObject({ low: z.number(), high: z.number(), source: z.string().min(1) });

const typology = z.strictObject({
  weight: z.number().min(0),
  /** Money of one movement; of one deposit for typologies of cash. */
  amount,
  days: z
    .strictObject({ least: positive, most: positive })
    .refine(({ least, most }) => least <= most, { error: 'least must not exceed most' }),
  /** Publication that the figures are calibrated to. */
  source: z.string().min(1),
});

/** Configuration of a bank. Shares are fractions of 1, money is in main units, rates are yearly. */
export const configurationSchema = z.strictObject({
  title: z.string(),
  country: z.string().length(2),
  countries: z.array(z.string().length(2)).min(1),
  window: z.strictObject({ start: isoDate, end: isoDate }),
  /** Rows per account and month if the request leaves the window open. */
  rowsPerAccountMonth: positive,
  people: z.strictObject({
    business: share,
    household: share,
    employment: some(
      z.strictObject({
        salaried: share,
        selfEmployed: share,
        retired: share,
        student: share,
        unemployed: share,
      }),
    ),
    monthlyIncome: amount,
    pay: some(
      z.strictObject({
        weekly: share,
        biweekly: share,
        monthly: share,
        lastBusinessDay: share,
      }),
    ),
    raise: z.strictObject({ month: z.int().min(1).max(12), mean: share }),
    riskSegment: some(z.strictObject({ low: share, medium: share, high: share })),
  }),
  accounts: z.strictObject({
    first: some(
      z.strictObject({ checking: share, savings: share, credit_card: share, loan: share }),
    ),
    further: some(
      z.strictObject({ checking: share, savings: share, credit_card: share, loan: share }),
    ),
    overdraft: z.strictObject({ share, limit: amount }),
    creditLimit: amount,
    loan: amount,
    balance: z.strictObject({ checking: amount, savings: amount, business: amount }),
    openedInWindow: share,
    /** First deposit on an account opened in the window; without a kind, it comes the way that most does. */
    firstDeposit: z
      .strictObject({
        least: positive,
        most: positive,
        step: positive,
        kind: z.enum(['cashDeposit', 'transferIn']).nullable().default(null),
      })
      .default({ least: 50, most: 1025, step: 25, kind: null }),
    /** Relative numbers of accounts opened by equal parts of the window. */
    openings: z.array(z.number().min(0)).min(1).default([1]),
    dormant: share,
    frozen: share,
    closed: share,
    pending: share,
    delinquency: z.strictObject({ days30: share, days60: share, days90: share, chargedOff: share }),
  }),

  rates: z.strictObject({
    savings: share,
    card: share,
    loan: share,
    overdraft: share,
    /** Interest on current accounts in credit, the share of accounts that earn it, and the balance from which it is paid. */
    current: z
      .strictObject({ rate: share, share, from: z.number().min(0).default(0) })
      .default({ rate: 0, share: 0, from: 0 }),
    /** Monthly fee by kind of account package; shares are relative. */
    monthlyFees: z.array(z.strictObject({ amount: z.number().min(0), share })).min(1),
    /** Day of the month of these fees; after 28, the last business day up to it. */
    feeDay: z.int().min(1).max(31).default(28),
    /** Fee for an incoming and an outgoing wire. */
    wireFees: z.strictObject({ in: z.number().min(0), out: z.number().min(0) }),
    /** Fee for a purchase abroad, as a share of its amount. */
    foreignFee: share,
    /** Fee charged at a month's end for a negative balance. */
    overdraftFee: z.number().min(0),
  }),
  recurring: z.strictObject({
    /** Maximum share of a cell's rows from customers' calendars rather than spending. */
    atMost: share,
    /** Accounts that pay monthly fees and earn interest: those with calendars, or all that are open. */
    charged: z.enum(['scheduled', 'all']).default('scheduled'),
    salaryHere: share,
    salaryOnUs: share,
    rent: share,
    rentOfIncome: share,
    utilities: z.array(
      z.strictObject({ name: z.string(), mcc: z.string().regex(/^\d{4}$/), amount, share }),
    ),
    subscriptions: z.strictObject({ mean: z.number().min(0).max(8), amount }),
    /** Share of firms that pay in cash takings, and one payment. */
    takings: z
      .strictObject({ share, amount })
      .default({ share: 0.5, amount: { median: 5200, sigma: 0.8 } }),
    saving: share,
    savingOfIncome: share,
  }),
  /** Relative frequency of non-calendar bookings, by kind of account. */
  mix: some(
    z.strictObject({
      purchase: share,
      cashWithdrawal: share,
      cashDeposit: share,
      transferOut: share,
      transferIn: share,
      check: share,
      wire: share,
    }),
  ),
  cash: z.strictObject({
    note: z.int().positive(),
    typical: positive,
    /** Standard deviation of the logarithm of amounts. */
    sigma: z.number().min(0).max(3).default(0.7),
    /** Largest withdrawal; null for none. */
    most: positive.nullable().default(null),
    /** Persons' deposits; size relative to withdrawals. */
    deposit: z
      .strictObject({
        size: positive,
        sigma: z.number().min(0).max(3),
        most: positive.nullable(),
      })
      .default({ size: 2.4, sigma: 0.7, most: null }),
  }),
  payments: z
    .strictObject({
      /** Rows of each event per row that it can follow. */
      shares: z.record(z.string(), share),
      /** Share of transfers that are instant. */
      instant: share,
      /** Share of couples whose first accounts are joint. */
      joint: share,
      /** Shares of persons with a prominent public function, and of customers with an alert of screening. */
      exposed: share,
      screened: share,
      source: z.string().min(1),
    })
    .default(payments),
  transfer: amount,
  wire: amount,
  businessReceipt: amount,
  businessPayment: amount,
  /** Share of attempts without funds that are declined; others are first funded from outside. */
  declinedWhenShort: share,
  crossBorder: share,
  categories: z.array(category).min(1),
  behavior: z.strictObject({
    /** Standard deviation of the logarithm of activity between accounts. */
    activity: z.number().min(0).max(2),
    /** Same between weeks of one account, and the correlation of successive weeks. */
    phases: z.strictObject({ spread: z.number().min(0).max(2), persistence: share }),
    /** Probability that a purchase is followed by another on the same outing. */
    outing: z.number().min(0).max(0.8),
    /** Share of accounts that fall quiet, and the mean number of weeks. */
    quiet: z.strictObject({ share, weeks: positive }),
    /** Yearly rise of prices. */
    inflation: z.number().min(-0.1).max(0.5),
    /** Relative activity by month, by kind of household. */
    seasons: z.strictObject({
      student: weights(12),
      pensioner: weights(12),
      family: weights(12),
      couple: weights(12),
      single: weights(12),
      selfEmployed: weights(12),
      firm: weights(12),
    }),
    pay: z.strictObject({
      /** Share of employees paid by the hour, and the variation of their hours. */
      hourly: share,
      hours: z.number().min(0).max(0.5),
      /** Share of employees with a yearly bonus, its months, and its mean in monthly pays. */
      bonus: z.strictObject({ share, months: z.array(z.int().min(1).max(12)), ofMonthly: share }),
      /** Extra pay by country: months, and size in monthly pays. */
      extra: z.record(
        z.string().length(2),
        z.strictObject({ months: z.array(z.int().min(1).max(12)), ofMonthly: share }),
      ),
      /** Payments a month to the self-employed, and the variation of their logarithm. */
      gigs: z.strictObject({
        perMonth: z.number().min(1).max(12),
        sigma: z.number().min(0).max(2),
      }),
      source: z.string().min(1),
    }),
    /** Yearly rise of a rent, and the share of rents that rise. */
    rentRise: z.strictObject({ mean: share, share }),
    /** Yearly probability of events that change what follows. */
    life: z.strictObject({
      move: share,
      birth: share,
      jobLoss: share,
      retirement: share,
      divorce: share,
      death: share,
      source: z.string().min(1),
    }),
  }),
  /** Ranges that the realism report compares with a run. */
  targets: z.strictObject({
    burstiness: target,
    rowsVariation: target,
    volumeGini: target,
    topMerchant: target,
    payVariation: target,
    rentsRising: target,
    feeSizes: target,
  }),
  /** Kinds of current accounts in place of people's calendars and the mix; none for those. */
  profiles: z.array(profileSchema).default([]),
  calendar: z.strictObject({
    /** Books fees, interest and standing orders of profiles on any day, not on business days only. */
    daily: z.boolean().default(false),
    weekdays: weights(7),
    months: weights(12),
    holiday: positive,
  }),
  fraud: z.strictObject({
    /** Rows of fraud per row. */
    rate: z.number().min(0).max(0.05),
    /** Rows of innocent look-alikes per row of fraud. */
    lookAlikes: z.number().min(0).max(5),
    /** Share of fraudulent purchases on the internet that come back as chargebacks. */
    disputed: share,
    kinds: z.record(
      z.string(),
      z.strictObject({ weight: z.number().min(0), amount, source: z.string().min(1) }),
    ),
  }),
  laundering: z.strictObject({
    /** Reporting threshold for cash in main units, by country. */
    thresholds: z.record(z.string().length(2), positive),
    typologies: z
      .record(z.string(), typology)
      .refine((all) => Object.values(all).some(({ weight }) => weight > 0), {
        error: 'at least one weight must be above 0',
      }),
    acrossCells: share,
    /** Rows in which members spend proceeds like other customers, per laundering row. */
    integration: share,
    /** Rows of legitimate look-alikes per laundering row. */
    lookAlikes: z.number().min(0).max(5),
  }),
});

export type Configuration = z.infer<typeof configurationSchema>;
export type SpendingCategory = Configuration['categories'][number];

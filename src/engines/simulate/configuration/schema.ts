import { z } from 'zod';

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
    monthlyFee: z.number().min(0),
    /** Fee charged at a month's end for a negative balance. */
    overdraftFee: z.number().min(0),
  }),
  recurring: z.strictObject({
    /** Maximum share of a cell's rows from calendars rather than spending. */
    atMost: share,
    salaryHere: share,
    salaryOnUs: share,
    rent: share,
    rentOfIncome: share,
    utilities: z.array(
      z.strictObject({ name: z.string(), mcc: z.string().regex(/^\d{4}$/), amount, share }),
    ),
    subscriptions: z.strictObject({ mean: z.number().min(0).max(8), amount }),
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
  cash: z.strictObject({ note: z.int().positive(), typical: positive }),
  transfer: amount,
  wire: amount,
  businessReceipt: amount,
  businessPayment: amount,
  /** Share of attempts without funds that are declined; others are first funded from outside. */
  declinedWhenShort: share,
  crossBorder: share,
  categories: z.array(category).min(1),
  calendar: z.strictObject({
    weekdays: weights(7),
    months: weights(12),
    holiday: positive,
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

import { z } from 'zod';

// Read endpoints of NextGenPSD2 1.3.12 (Berlin Group), the parts that this bank has.
const amount = z.strictObject({
  currency: z.string(),
  amount: z.string().regex(/^-?\d{1,16}(\.\d{1,2})?$/),
});
const href = z.strictObject({ href: z.string() });
const reference = z.strictObject({
  iban: z.string().optional(),
  bban: z.string().optional(),
  currency: z.string().optional(),
});

const balance = z.strictObject({
  balanceAmount: amount,
  balanceType: z.enum(['interimBooked', 'interimAvailable']),
  creditLimitIncluded: z.boolean().optional(),
});

const account = reference.extend({
  resourceId: z.string(),
  currency: z.string(),
  ownerName: z.string().optional(),
  product: z.string().optional(),
  cashAccountType: z.enum(['CACC', 'SVGS', 'LOAN', 'CARD']).optional(),
  status: z.enum(['enabled', 'deleted', 'blocked']),
  balances: z.array(balance).optional(),
  _links: z.strictObject({ balances: href, transactions: href }),
});

const transaction = z.strictObject({
  transactionId: z.string(),
  bookingDate: z.iso.date().optional(),
  valueDate: z.iso.date().optional(),
  transactionAmount: amount,
  creditorName: z.string().optional(),
  debtorName: z.string().optional(),
  merchantCategoryCode: z.string().optional(),
  proprietaryBankTransactionCode: z.string().optional(),
  balanceAfterTransaction: z
    .strictObject({ balanceAmount: amount, balanceType: z.literal('interimBooked') })
    .optional(),
});

export const accountList = z.strictObject({ accounts: z.array(account) });
export const accountDetails = z.strictObject({ account });
export const accountBalances = z.strictObject({ account: reference, balances: z.array(balance) });
export const accountReport = z.strictObject({
  account: reference,
  transactions: z.strictObject({
    booked: z.array(transaction).optional(),
    pending: z.array(transaction).optional(),
    _links: z.strictObject({ account: href, next: href.optional() }),
  }),
});
export type BankAccount = z.infer<typeof account>;
export type BankTransaction = z.infer<typeof transaction>;

export const transactionQuery = z.strictObject({
  bookingStatus: z.enum(['booked', 'pending', 'both']),
  dateFrom: z.iso.date(),
  dateTo: z.iso.date().optional(),
  withBalance: z.enum(['true', 'false']).optional(),
  /** Position after the last transaction of the page before, as `next` states it. */
  after: z
    .string()
    .regex(/^\d{1,13}-\d{1,18}$/)
    .optional(),
});

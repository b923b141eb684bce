/** Ledger accounts of the bank's own books for the other leg of a booking. */
export const ledgerAccounts = [
  'onUsClearing',
  'interbank',
  'cardNetwork',
  'cash',
  'fees',
  'interest',
  'lending',
  'chargeOff',
  'cellClearing',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export const channels = [
  'POS',
  'ONLINE',
  'ATM',
  'BRANCH',
  'MOBILE',
  'ACH',
  'SEPA',
  'WIRE',
  'CHECK',
  'INTERNAL',
] as const;
type Channel = (typeof channels)[number];

export const devices = ['ios', 'android', 'web', 'terminal', 'atm', 'teller', 'system'] as const;
export type Device = (typeof devices)[number];

type Line = {
  type: string;
  /** `merchant_category` column if the counterparty is no merchant. */
  category: string;
  channels: readonly Channel[];
  /** 'app' means the customer's own device. */
  device: Device | 'app';
  ledger: LedgerAccount;
};

const line = ({
  type,
  category,
  channels,
  device,
  ledger,
}: {
  type: string;
  category: string;
  channels: readonly Channel[];
  device: Device | 'app';
  ledger: LedgerAccount;
}): Line => ({ type, category, channels, device, ledger });

/** Kinds of bookings with channel, device and ledger account; no other combination occurs. */
export const kinds = {
  purchase: line({
    type: 'purchase',
    category: 'Retail',
    channels: ['POS'],
    device: 'terminal',
    ledger: 'cardNetwork',
  }),
  onlinePurchase: line({
    type: 'purchase',
    category: 'Retail',
    channels: ['ONLINE'],
    device: 'app',
    ledger: 'cardNetwork',
  }),
  refund: line({
    type: 'refund',
    category: 'Retail',
    channels: ['POS', 'ONLINE'],
    device: 'terminal',
    ledger: 'cardNetwork',
  }),
  atmWithdrawal: line({
    type: 'cash_withdrawal',
    category: 'Cash',
    channels: ['ATM'],
    device: 'atm',
    ledger: 'cash',
  }),
  cashDeposit: line({
    type: 'cash_deposit',
    category: 'Cash',
    channels: ['BRANCH', 'ATM'],
    device: 'teller',
    ledger: 'cash',
  }),
  transferOut: line({
    type: 'transfer_out',
    category: 'Transfer',
    channels: ['MOBILE', 'ONLINE'],
    device: 'app',
    ledger: 'interbank',
  }),
  transferIn: line({
    type: 'transfer_in',
    category: 'Transfer',
    channels: ['MOBILE', 'ONLINE'],
    device: 'system',
    ledger: 'interbank',
  }),
  wireOut: line({
    type: 'wire_out',
    category: 'Transfer',
    channels: ['WIRE'],
    device: 'app',
    ledger: 'interbank',
  }),
  wireIn: line({
    type: 'wire_in',
    category: 'Transfer',
    channels: ['WIRE'],
    device: 'system',
    ledger: 'interbank',
  }),
  check: line({
    type: 'check',
    category: 'Check',
    channels: ['CHECK'],
    device: 'system',
    ledger: 'interbank',
  }),
  salary: line({
    type: 'salary',
    category: 'Salary',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  payroll: line({
    type: 'payroll',
    category: 'Salary',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  benefit: line({
    type: 'benefit',
    category: 'Benefits',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  rent: line({
    type: 'rent',
    category: 'Housing',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  rentReceived: line({
    type: 'transfer_in',
    category: 'Housing',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  bill: line({
    type: 'bill_payment',
    category: 'Utilities',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  subscription: line({
    type: 'subscription',
    category: 'Digital Goods',
    channels: ['ONLINE'],
    device: 'system',
    ledger: 'cardNetwork',
  }),
  standingOrder: line({
    type: 'standing_order',
    category: 'Savings',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  saving: line({
    type: 'standing_order',
    category: 'Savings',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  loanPayment: line({
    type: 'loan_payment',
    category: 'Loan',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  loanRepayment: line({
    type: 'loan_repayment',
    category: 'Loan',
    channels: ['ACH', 'MOBILE'],
    device: 'system',
    ledger: 'interbank',
  }),
  cardPayment: line({
    type: 'card_payment',
    category: 'Credit Card',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  cardRepayment: line({
    type: 'card_repayment',
    category: 'Credit Card',
    channels: ['ACH', 'MOBILE'],
    device: 'system',
    ledger: 'interbank',
  }),
  receipt: line({
    type: 'business_receipt',
    category: 'Business',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  supplier: line({
    type: 'business_payment',
    category: 'Business',
    channels: ['ACH'],
    device: 'app',
    ledger: 'interbank',
  }),
  fee: line({
    type: 'fee',
    category: 'Fees',
    channels: ['INTERNAL'],
    device: 'system',
    ledger: 'fees',
  }),
  interestPaid: line({
    type: 'interest',
    category: 'Interest',
    channels: ['INTERNAL'],
    device: 'system',
    ledger: 'interest',
  }),
  interestCharged: line({
    type: 'interest',
    category: 'Interest',
    channels: ['INTERNAL'],
    device: 'system',
    ledger: 'interest',
  }),
  disbursement: line({
    type: 'loan_disbursement',
    category: 'Loan',
    channels: ['INTERNAL'],
    device: 'system',
    ledger: 'lending',
  }),
  chargeOff: line({
    type: 'charge_off',
    category: 'Loan',
    channels: ['INTERNAL'],
    device: 'system',
    ledger: 'chargeOff',
  }),
  closure: line({
    type: 'account_closure',
    category: 'Transfer',
    channels: ['BRANCH'],
    device: 'teller',
    ledger: 'interbank',
  }),
  chargeback: line({
    type: 'chargeback',
    category: 'Retail',
    channels: ['INTERNAL'],
    device: 'system',
    ledger: 'cardNetwork',
  }),
  counterWithdrawal: line({
    type: 'cash_withdrawal',
    category: 'Cash',
    channels: ['BRANCH'],
    device: 'teller',
    ledger: 'cash',
  }),
  reversal: line({
    type: 'reversal',
    category: 'Retail',
    channels: ['POS'],
    device: 'system',
    ledger: 'cardNetwork',
  }),
  chargebackReversal: line({
    type: 'chargeback_reversal',
    category: 'Retail',
    channels: ['INTERNAL'],
    device: 'system',
    ledger: 'cardNetwork',
  }),
  directDebitReturn: line({
    type: 'direct_debit_return',
    category: 'Utilities',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
  transferReturn: line({
    type: 'transfer_return',
    category: 'Transfer',
    channels: ['ACH'],
    device: 'system',
    ledger: 'interbank',
  }),
} as const satisfies Record<string, Line>;

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];
export const kindCode = Object.fromEntries(kindNames.map((name, i) => [name, i])) as Record<
  Kind,
  number
>;

/** Kind on the receiving side of a transfer between two accounts of the bank. */
export const mirror: Partial<Record<Kind, Kind>> = {
  transferOut: 'transferIn',
  wireOut: 'wireIn',
  payroll: 'salary',
  rent: 'rentReceived',
  standingOrder: 'saving',
  loanPayment: 'loanRepayment',
  cardPayment: 'cardRepayment',
  supplier: 'receipt',
};

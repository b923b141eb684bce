/** Where the other leg of a booking stands in the bank's own books. */
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
export type Channel = (typeof channels)[number];

export const devices = ['ios', 'android', 'web', 'terminal', 'atm', 'teller', 'system'] as const;
export type Device = (typeof devices)[number];

type Line = {
  /** The `type` column. */
  type: string;
  /** The `merchant_category` column where the counterparty is no merchant. */
  category: string;
  channels: readonly Channel[];
  /** 'app' means the customer's own. */
  device: Device | 'app';
  ledger: LedgerAccount;
};

const line = (
  type: string,
  category: string,
  channels: readonly Channel[],
  device: Device | 'app',
  ledger: LedgerAccount,
): Line => ({ type, category, channels, device, ledger });

/** Every kind of booking, and which channel, device and ledger account go with it; no other pair occurs. */
export const kinds = {
  purchase: line('purchase', 'Retail', ['POS'], 'terminal', 'cardNetwork'),
  onlinePurchase: line('purchase', 'Retail', ['ONLINE'], 'app', 'cardNetwork'),
  refund: line('refund', 'Retail', ['POS', 'ONLINE'], 'terminal', 'cardNetwork'),
  atmWithdrawal: line('cash_withdrawal', 'Cash', ['ATM'], 'atm', 'cash'),
  cashDeposit: line('cash_deposit', 'Cash', ['BRANCH', 'ATM'], 'teller', 'cash'),
  transferOut: line('transfer_out', 'Transfer', ['MOBILE', 'ONLINE'], 'app', 'interbank'),
  transferIn: line('transfer_in', 'Transfer', ['MOBILE', 'ONLINE'], 'system', 'interbank'),
  wireOut: line('wire_out', 'Transfer', ['WIRE'], 'app', 'interbank'),
  wireIn: line('wire_in', 'Transfer', ['WIRE'], 'system', 'interbank'),
  check: line('check', 'Check', ['CHECK'], 'system', 'interbank'),
  salary: line('salary', 'Salary', ['ACH'], 'system', 'interbank'),
  payroll: line('payroll', 'Salary', ['ACH'], 'system', 'interbank'),
  benefit: line('benefit', 'Benefits', ['ACH'], 'system', 'interbank'),
  rent: line('rent', 'Housing', ['ACH'], 'system', 'interbank'),
  rentReceived: line('transfer_in', 'Housing', ['ACH'], 'system', 'interbank'),
  bill: line('bill_payment', 'Utilities', ['ACH'], 'system', 'interbank'),
  subscription: line('subscription', 'Digital Goods', ['ONLINE'], 'system', 'cardNetwork'),
  standingOrder: line('standing_order', 'Savings', ['ACH'], 'system', 'interbank'),
  saving: line('standing_order', 'Savings', ['ACH'], 'system', 'interbank'),
  loanPayment: line('loan_payment', 'Loan', ['ACH'], 'system', 'interbank'),
  loanRepayment: line('loan_repayment', 'Loan', ['ACH', 'MOBILE'], 'system', 'interbank'),
  cardPayment: line('card_payment', 'Credit Card', ['ACH'], 'system', 'interbank'),
  cardRepayment: line('card_repayment', 'Credit Card', ['ACH', 'MOBILE'], 'system', 'interbank'),
  receipt: line('business_receipt', 'Business', ['ACH'], 'system', 'interbank'),
  supplier: line('business_payment', 'Business', ['ACH'], 'app', 'interbank'),
  fee: line('fee', 'Fees', ['INTERNAL'], 'system', 'fees'),
  interestPaid: line('interest', 'Interest', ['INTERNAL'], 'system', 'interest'),
  interestCharged: line('interest', 'Interest', ['INTERNAL'], 'system', 'interest'),
  disbursement: line('loan_disbursement', 'Loan', ['INTERNAL'], 'system', 'lending'),
  chargeOff: line('charge_off', 'Loan', ['INTERNAL'], 'system', 'chargeOff'),
  closure: line('account_closure', 'Transfer', ['BRANCH'], 'teller', 'interbank'),
} as const satisfies Record<string, Line>;

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];
export const kindCode = Object.fromEntries(kindNames.map((name, i) => [name, i])) as Record<
  Kind,
  number
>;

/** What the receiving side of a transfer between two accounts of the bank is called. */
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

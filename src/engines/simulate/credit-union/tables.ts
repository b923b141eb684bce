import { ledgerTable } from '../world/ledger.ts';
import { table } from '../world/tables.ts';

export const members = table(
  'members',
  {
    member_id: 'text',
    full_name: 'text',
    email: 'text',
    phone: 'text',
    city: 'text',
    birth_year: 'integer',
    household_id: 'text',
    field_of_membership: 'text',
    joined: 'date',
  },
  { key: ['member_id'] },
);

export const shares = table(
  'shares',
  {
    share_id: 'text',
    member_id: 'text',
    kind: 'text',
    opened: 'date',
    term_months: 'integer',
    dividend_rate: 'numeric',
    opening_balance: 'numeric',
    balance: 'numeric',
  },
  { key: ['share_id'], references: { member_id: 'members' } },
);

export const jointOwners = table(
  'joint_owners',
  { share_id: 'text', member_id: 'text' },
  { key: ['share_id', 'member_id'], references: { share_id: 'shares', member_id: 'members' } },
);

export const loans = table(
  'loans',
  {
    loan_id: 'text',
    member_id: 'text',
    kind: 'text',
    day_count: 'text',
    rate: 'numeric',
    term_months: 'integer',
    opened: 'date',
    first_due: 'date',
    original_amount: 'numeric',
    credit_limit: 'numeric',
    payment: 'numeric',
    collateral: 'text',
    opening_balance: 'numeric',
    balance: 'numeric',
    paid_to: 'date',
    days_past_due: 'integer',
    status: 'text',
    charged_off_on: 'date',
  },
  { key: ['loan_id'], references: { member_id: 'members' } },
);

export const loanSchedule = table(
  'loan_schedule',
  {
    loan_id: 'text',
    number: 'integer',
    due_date: 'date',
    payment: 'numeric',
    interest: 'numeric',
    principal: 'numeric',
    balance: 'numeric',
  },
  { key: ['loan_id', 'number'], references: { loan_id: 'loans' } },
);

/** Movements of shares and loans; `amount` changes the balance (shares held, or loans owed). */
export const postings = table(
  'postings',
  {
    posting_id: 'text',
    booked_on: 'date',
    account_id: 'text',
    member_id: 'text',
    kind: 'text',
    amount: 'numeric',
    interest: 'numeric',
    balance_after: 'numeric',
    counterparty: 'text',
  },
  { key: ['posting_id'], references: { member_id: 'members' } },
);

export const dividends = table(
  'dividends',
  {
    share_id: 'text',
    period_start: 'date',
    period_end: 'date',
    days: 'integer',
    average_daily_balance: 'numeric',
    dividend_rate: 'numeric',
    amount: 'numeric',
  },
  { key: ['share_id', 'period_start'], references: { share_id: 'shares' } },
);

/** Loans charged off and what was recovered of them later, which moves no balance. */
export const chargeOffs = table(
  'charge_offs',
  { loan_id: 'text', booked_on: 'date', kind: 'text', amount: 'numeric' },
  { key: ['loan_id', 'kind'], references: { loan_id: 'loans' } },
);

export const creditUnionTruth = table(
  'ground_truth',
  { scheme_id: 'text', typology: 'text', fraud: 'boolean', member_id: 'text', account_id: 'text' },
  { key: ['scheme_id', 'account_id'], references: { member_id: 'members' } },
);

export const creditUnionTables = [
  members,
  shares,
  jointOwners,
  loans,
  loanSchedule,
  postings,
  dividends,
  chargeOffs,
  ledgerTable,
  creditUnionTruth,
] as const;

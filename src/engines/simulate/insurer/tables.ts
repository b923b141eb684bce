import { ledgerTable } from '../world/ledger.ts';
import { table } from '../world/tables.ts';

export const policyholders = table(
  'policyholders',
  {
    policyholder_id: 'text',
    full_name: 'text',
    email: 'text',
    phone: 'text',
    city: 'text',
    birth_year: 'integer',
    since: 'date',
  },
  { key: ['policyholder_id'] },
);

export const parties = table(
  'parties',
  {
    party_id: 'text',
    kind: 'text',
    name: 'text',
    phone: 'text',
    city: 'text',
    policyholder_id: 'text',
  },
  { key: ['party_id'], references: { policyholder_id: 'policyholders' } },
);

export const policies = table(
  'policies',
  {
    policy_id: 'text',
    policyholder_id: 'text',
    product: 'text',
    inception: 'date',
    expiry: 'date',
    status: 'text',
    cover_end: 'date',
    renewal_of: 'text',
    broker_id: 'text',
    payment_plan: 'text',
    driver_age: 'integer',
    territory: 'text',
    vehicle_group: 'integer',
    vehicle_age: 'integer',
    vehicle_value: 'numeric',
    prior_claims: 'integer',
    written_premium: 'numeric',
    earned_premium: 'numeric',
    unearned_premium: 'numeric',
  },
  {
    key: ['policy_id'],
    references: {
      policyholder_id: 'policyholders',
      renewal_of: 'policies',
      broker_id: 'parties',
    },
  },
);

export const coverages = table(
  'coverages',
  {
    coverage_id: 'text',
    policy_id: 'text',
    peril: 'text',
    limit_amount: 'numeric',
    deductible: 'numeric',
    annual_premium: 'numeric',
  },
  { key: ['coverage_id'], references: { policy_id: 'policies' } },
);

export const policyTransactions = table(
  'policy_transactions',
  {
    transaction_id: 'text',
    policy_id: 'text',
    kind: 'text',
    effective_date: 'date',
    booked_on: 'date',
    written_premium: 'numeric',
    commission: 'numeric',
    cash: 'numeric',
  },
  { key: ['transaction_id'], references: { policy_id: 'policies' } },
);

export const claims = table(
  'claims',
  {
    claim_id: 'text',
    policy_id: 'text',
    coverage_id: 'text',
    peril: 'text',
    cause: 'text',
    city: 'text',
    loss_date: 'date',
    report_date: 'date',
    close_date: 'date',
    status: 'text',
    status_history: 'text',
    incurred: 'numeric',
    paid: 'numeric',
    case_reserve: 'numeric',
    expense: 'numeric',
  },
  { key: ['claim_id'], references: { policy_id: 'policies', coverage_id: 'coverages' } },
);

export const claimParties = table(
  'claim_parties',
  { claim_id: 'text', party_id: 'text', role: 'text' },
  {
    key: ['claim_id', 'party_id', 'role'],
    references: { claim_id: 'claims', party_id: 'parties' },
  },
);

export const claimTransactions = table(
  'claim_transactions',
  {
    transaction_id: 'text',
    claim_id: 'text',
    booked_on: 'date',
    kind: 'text',
    amount: 'numeric',
    reason: 'text',
    party_id: 'text',
  },
  { key: ['transaction_id'], references: { claim_id: 'claims', party_id: 'parties' } },
);

export const reinsurance = table(
  'reinsurance',
  {
    bordereau_id: 'text',
    treaty: 'text',
    month_end: 'date',
    share: 'numeric',
    gross_premium: 'numeric',
    ceded_premium: 'numeric',
    ceding_commission: 'numeric',
    gross_unearned: 'numeric',
    ceded_unearned: 'numeric',
    gross_paid: 'numeric',
    ceded_paid: 'numeric',
    gross_case_reserve: 'numeric',
    ceded_case_reserve: 'numeric',
  },
  { key: ['bordereau_id'] },
);

/** Labels: one row for each policy or claim of a scheme; look-alikes have `fraud` false. */
export const groundTruth = table(
  'ground_truth',
  {
    scheme_id: 'text',
    typology: 'text',
    fraud: 'boolean',
    claim_id: 'text',
    policy_id: 'text',
    party_id: 'text',
    role: 'text',
  },
  { key: ['scheme_id', 'claim_id', 'policy_id', 'party_id', 'role'] },
);

export const insurerTables = [
  policyholders,
  parties,
  policies,
  coverages,
  policyTransactions,
  claims,
  claimParties,
  claimTransactions,
  reinsurance,
  ledgerTable,
  groundTruth,
] as const;

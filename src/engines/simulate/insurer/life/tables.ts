import { table } from '../../world/tables.ts';
import { insurerTables } from '../tables.ts';

export const lifePolicies = table(
  'policies',
  {
    policy_id: 'text',
    policyholder_id: 'text',
    product: 'text',
    inception: 'date',
    expiry: 'date',
    status: 'text',
    status_date: 'date',
    broker_id: 'text',
    beneficiary_id: 'text',
    payment_plan: 'text',
    issue_age: 'integer',
    benefit: 'numeric',
    net_premium: 'numeric',
    gross_premium: 'numeric',
    loan_balance: 'numeric',
    reserve: 'numeric',
    surrender_value: 'numeric',
    written_premium: 'numeric',
    earned_premium: 'numeric',
    unearned_premium: 'numeric',
  },
  {
    key: ['policy_id'],
    references: {
      policyholder_id: 'policyholders',
      broker_id: 'parties',
      beneficiary_id: 'parties',
    },
  },
);

/** Net premium reserves at the anniversaries within the window. */
export const policyReserves = table(
  'policy_reserves',
  {
    policy_id: 'text',
    policy_year: 'integer',
    anniversary: 'date',
    attained_age: 'integer',
    reserve: 'numeric',
    surrender_value: 'numeric',
  },
  { key: ['policy_id', 'policy_year'], references: { policy_id: 'policies' } },
);

export const lifeTables = [
  ...insurerTables.map((spec) => (spec.name === 'policies' ? lifePolicies : spec)),
  policyReserves,
];

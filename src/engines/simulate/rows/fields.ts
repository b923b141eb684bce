import type { Field } from './row-batch.ts';

/** Columns of each file in file order: the specified ones first, then additional ones. */
export const customerFields: readonly Field[] = [
  { name: 'customer_id', type: 'text' },
  { name: 'full_name', type: 'text' },
  { name: 'email', type: 'text' },
  { name: 'city', type: 'text' },
  { name: 'risk_segment', type: 'text' },
  { name: 'join_date', type: 'date' },
  { name: 'country', type: 'text' },
  { name: 'phone', type: 'text' },
  { name: 'birth_year', type: 'integer' },
  { name: 'household_id', type: 'text' },
  { name: 'employment', type: 'text' },
  { name: 'monthly_income', type: 'numeric' },
];

export const accountFields: readonly Field[] = [
  { name: 'account_id', type: 'text' },
  { name: 'account_type', type: 'text' },
  { name: 'status', type: 'text' },
  { name: 'current_balance', type: 'numeric' },
  { name: 'credit_limit', type: 'numeric' },
  { name: 'open_date', type: 'date' },
  { name: 'customer_id', type: 'text' },
  { name: 'currency', type: 'text' },
  { name: 'opening_balance', type: 'numeric' },
  { name: 'close_date', type: 'date' },
  { name: 'days_past_due', type: 'integer' },
  { name: 'status_history', type: 'text' },
  { name: 'account_number', type: 'text' },
  { name: 'bank_code', type: 'text' },
  { name: 'card_number', type: 'text' },
];

export const transactionFields: readonly Field[] = [
  { name: 'txn_id', type: 'text' },
  { name: 'amount', type: 'numeric' },
  { name: 'currency', type: 'text' },
  { name: 'channel', type: 'text' },
  { name: 'merchant_category', type: 'text' },
  { name: 'aml_flag', type: 'boolean' },
  { name: 'txn_ts', type: 'timestamp' },
  { name: 'account_id', type: 'text' },
  { name: 'customer_id', type: 'text' },
  { name: 'counterparty', type: 'text' },
  { name: 'country', type: 'text' },
  { name: 'mcc', type: 'text' },
  { name: 'merchant', type: 'text' },
  { name: 'type', type: 'text' },
  { name: 'status', type: 'text' },
  { name: 'balance_after', type: 'numeric' },
  { name: 'device', type: 'text' },
  { name: 'booking_date', type: 'date' },
  { name: 'value_date', type: 'date' },
];

export const groundTruthFields: readonly Field[] = [
  { name: 'txn_id', type: 'text' },
  { name: 'scheme_id', type: 'text' },
  { name: 'typology', type: 'text' },
  { name: 'role', type: 'text' },
  { name: 'hop', type: 'integer' },
  { name: 'leg', type: 'integer' },
  { name: 'source_leg', type: 'integer' },
  { name: 'laundering', type: 'boolean' },
  { name: 'reference', type: 'text' },
  { name: 'fraud', type: 'text' },
  { name: 'loss', type: 'numeric' },
  { name: 'signals', type: 'text' },
];

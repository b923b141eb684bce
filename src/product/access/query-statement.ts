import type { z } from 'zod';
import type { QueryFilter, QueryTable, sandboxQueryBody } from '../../shared/contracts/access.ts';
import { AppError } from '../../shared/errors.ts';
import { ORDER, readCursor } from './query-cursor.ts';

const TEXT = 'text';
const COLUMNS: Record<QueryTable, Record<string, string>> = {
  customers: {
    customer_id: TEXT,
    full_name: TEXT,
    email: TEXT,
    city: TEXT,
    risk_segment: TEXT,
    join_date: 'date',
    country: TEXT,
    phone: TEXT,
    birth_year: 'int',
    household_id: TEXT,
    employment: TEXT,
    monthly_income: 'numeric',
    batch_id: 'uuid',
    seq: 'bigint',
  },
  accounts: {
    account_id: TEXT,
    account_type: TEXT,
    status: TEXT,
    current_balance: 'numeric',
    credit_limit: 'numeric',
    open_date: 'date',
    customer_id: TEXT,
    currency: TEXT,
    opening_balance: 'numeric',
    close_date: 'date',
    days_past_due: 'int',
    status_history: TEXT,
    account_number: TEXT,
    bank_code: TEXT,
    card_number: TEXT,
    batch_id: 'uuid',
    seq: 'bigint',
  },
  transactions: {
    txn_id: TEXT,
    amount: 'numeric',
    currency: TEXT,
    channel: TEXT,
    merchant_category: TEXT,
    aml_flag: 'boolean',
    txn_ts: 'timestamptz',
    account_id: TEXT,
    customer_id: TEXT,
    counterparty: TEXT,
    country: TEXT,
    mcc: TEXT,
    merchant: TEXT,
    type: TEXT,
    status: TEXT,
    balance_after: 'numeric',
    device: TEXT,
    batch_id: 'uuid',
    seq: 'bigint',
  },
};
const OPERATORS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Builds a SELECT of one row above the limit, with bound values; names come from these lists. */
export function queryStatement(body: z.output<typeof sandboxQueryBody>): {
  text: string;
  values: unknown[];
} {
  const columns = COLUMNS[body.table];
  const values: unknown[] = [];
  const bind = (value: unknown, type: string) => {
    values.push(value);
    return `$${values.length}::${type}`;
  };
  const conditions: string[] = [];
  for (const [column, filter] of Object.entries(body.filters)) {
    const type = Object.hasOwn(columns, column) ? columns[column]! : undefined;
    if (type === undefined) {
      throw new AppError('bad_request', `${body.table} has no column "${column}".`, {
        detail: { columns: Object.keys(columns) },
      });
    }
    conditions.push(...comparisons({ column, type, filter, bind }));
  }
  if (body.cursor !== undefined) {
    const after = readCursor(body.table, body.cursor);
    const keys = ORDER[body.table].map((column, i) => bind(after[i], columns[column]!));
    conditions.push(`(${ORDER[body.table].join(', ')}) < (${keys.join(', ')})`);
  }
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const newest = ORDER[body.table].map((column) => `${column} desc`).join(', ');
  return {
    text: `select * from public.${body.table}${where} order by ${newest} limit ${bind(body.limit + 1, 'int')}`,
    values,
  };
}

function comparisons({
  column,
  type,
  filter,
  bind,
}: {
  column: string;
  type: string;
  filter: QueryFilter;
  bind: (value: unknown, type: string) => string;
}): string[] {
  if (filter === null) return [`${column} is null`];
  if (typeof filter !== 'object') return [`${column} = ${bind(String(filter), type)}`];
  const conditions: string[] = [];
  for (const [name, operator] of Object.entries(OPERATORS)) {
    const value = filter[name as keyof typeof OPERATORS];
    if (value !== undefined) conditions.push(`${column} ${operator} ${bind(String(value), type)}`);
  }
  if (filter.like !== undefined) conditions.push(`${column}::text like ${bind(filter.like, TEXT)}`);
  if (filter.in !== undefined)
    conditions.push(`${column} = any(${bind(filter.in.map(String), `${type}[]`)})`);
  return conditions;
}

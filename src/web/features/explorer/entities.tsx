import type { BankTable } from '../../../shared/bank-tables.ts';
import type { EntityRow } from '../../data/entity-rows.ts';
import type { Account, Customer, Transaction } from '../../data/rows.ts';
import { formatAmount, formatDay, formatUtc } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/column.ts';
import { textColumn } from '../../ui/columns.tsx';

const customers: readonly Column<Customer>[] = [
  textColumn('full_name', 'Name'),
  textColumn('email', 'Email', 'min-w-40 wrap-anywhere'),
  { id: 'city', header: 'City', cell: (row) => row.city ?? 'N/A', sort: (row) => row.city },
  {
    id: 'risk_segment',
    header: 'Risk Segment',
    cell: (row) => row.risk_segment ?? 'N/A',
    sort: (row) => row.risk_segment,
  },
  {
    id: 'join_date',
    header: 'Join Date',
    cell: (row) => <time dateTime={row.join_date}>{formatDay(row.join_date)}</time>,
    sort: (row) => row.join_date,
    className: 'whitespace-nowrap',
  },
];

const accounts: readonly Column<Account>[] = [
  textColumn('account_type', 'Type'),
  textColumn('status', 'Status'),
  {
    id: 'current_balance',
    header: 'Balance',
    cell: (row) => formatAmount(row.current_balance),
    sort: (row) => Number(row.current_balance),
    numeric: true,
  },
  {
    id: 'credit_limit',
    header: 'Credit Limit',
    cell: (row) => formatAmount(row.credit_limit),
    sort: (row) => (row.credit_limit === null ? undefined : Number(row.credit_limit)),
    numeric: true,
  },
  {
    id: 'open_date',
    header: 'Open Date',
    cell: (row) => <time dateTime={row.open_date}>{formatDay(row.open_date)}</time>,
    sort: (row) => row.open_date,
    className: 'whitespace-nowrap',
  },
];

const transactions: readonly Column<Transaction>[] = [
  {
    id: 'amount',
    header: 'Amount',
    cell: (row) => formatAmount(row.amount),
    sort: (row) => Number(row.amount),
    numeric: true,
  },
  {
    id: 'currency',
    header: 'Currency',
    cell: (row) => row.currency ?? 'N/A',
    sort: (row) => row.currency,
  },
  {
    id: 'channel',
    header: 'Channel',
    cell: (row) => row.channel ?? 'N/A',
    sort: (row) => row.channel,
  },
  {
    id: 'merchant_category',
    header: 'Category',
    cell: (row) => row.merchant_category ?? 'N/A',
    sort: (row) => row.merchant_category,
  },
  {
    id: 'aml_flag',
    header: 'AML Flag',
    cell: (row) => (row.aml_flag ? <Badge tone="danger">Yes</Badge> : 'No'),
    sort: (row) => (row.aml_flag ? 1 : 0),
  },
  {
    id: 'txn_ts',
    header: 'Timestamp',
    cell: (row) => <time dateTime={row.txn_ts}>{formatUtc(row.txn_ts)}</time>,
    sort: (row) => row.txn_ts,
    className: 'whitespace-nowrap',
  },
];

export type Entity = {
  label: string;
  key: string;
  columns: readonly Column<EntityRow>[];
};

export const ENTITIES: Record<BankTable, Entity> = {
  customers: {
    label: 'Customers',
    key: 'customer_id',
    columns: customers as unknown as readonly Column<EntityRow>[],
  },
  accounts: {
    label: 'Accounts',
    key: 'account_id',
    columns: accounts as unknown as readonly Column<EntityRow>[],
  },
  transactions: {
    label: 'Transactions',
    key: 'txn_id',
    columns: transactions as unknown as readonly Column<EntityRow>[],
  },
};

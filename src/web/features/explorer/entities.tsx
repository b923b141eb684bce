import type { BankTable } from '../../../shared/bank-tables.ts';
import type { EntityRow } from '../../data/entity-rows.ts';
import type { Account, Customer, Transaction } from '../../data/rows.ts';
import { formatAmount, formatDay, formatUtc } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/column.ts';
import { textColumn } from '../../ui/columns.tsx';

const optionalColumn = <Id extends string, Row extends Record<Id, string | null>>(
  id: Id,
  header: string,
): Column<Row> => ({ id, header, cell: (row) => row[id] ?? 'N/A', sort: (row) => row[id] });

const amountColumn = <Id extends string, Row extends Record<Id, string | number | null>>(
  id: Id,
  header: string,
): Column<Row> => ({
  id,
  header,
  cell: (row) => formatAmount(row[id]),
  sort: (row) => (row[id] === null ? undefined : Number(row[id])),
  numeric: true,
});

const timeColumn = <Id extends string, Row extends Record<Id, string>>(
  id: Id,
  header: string,
  format = formatDay,
): Column<Row> => ({
  id,
  header,
  cell: (row) => <time dateTime={row[id]}>{format(row[id])}</time>,
  sort: (row) => row[id],
  className: 'whitespace-nowrap',
});

const customers: readonly Column<Customer>[] = [
  textColumn('full_name', 'Name'),
  textColumn('email', 'Email', 'min-w-40 wrap-anywhere'),
  optionalColumn('city', 'City'),
  optionalColumn('risk_segment', 'Risk Segment'),
  timeColumn('join_date', 'Join Date'),
];

const accounts: readonly Column<Account>[] = [
  textColumn('account_type', 'Type'),
  textColumn('status', 'Status'),
  amountColumn('current_balance', 'Balance'),
  amountColumn('credit_limit', 'Credit Limit'),
  timeColumn('open_date', 'Open Date'),
];

const transactions: readonly Column<Transaction>[] = [
  amountColumn('amount', 'Amount'),
  optionalColumn('currency', 'Currency'),
  optionalColumn('channel', 'Channel'),
  optionalColumn('merchant_category', 'Category'),
  {
    id: 'aml_flag',
    header: 'AML Flag',
    cell: (row) => (row.aml_flag ? <Badge tone="danger">Yes</Badge> : 'No'),
    sort: (row) => (row.aml_flag ? 1 : 0),
  },
  timeColumn('txn_ts', 'Timestamp', formatUtc),
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

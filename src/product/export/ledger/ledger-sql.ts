import { sqlName, sqlPath, sqlText } from '../../../platform/tabular/duckdb.ts';
import type { ColumnMapping } from '../../../shared/column-mapping.ts';
import { columnOf } from '../../../shared/column-mapping.ts';
import { AppError } from '../../../shared/errors.ts';

export const LEDGER_COLUMNS = [
  'id',
  'account_id',
  'account_number',
  'account_bank',
  'account_holder',
  'account_type',
  'currency',
  'booked',
  'value_date',
  'amount',
  'balance',
  'counterparty_name',
  'counterparty_account',
  'counterparty_bank',
  'description',
  'reference',
  'kind',
  'channel',
  'code',
] as const;
export type LedgerColumn = (typeof LEDGER_COLUMNS)[number];

/** Query for a ledger's rows, ordered by `place` within an account, and the files it reads. */
export type LedgerQuery = { sql: string; paths: string[] };

const readCsv = (path: string) =>
  `read_csv(${sqlPath(path)}, all_varchar = true, header = true, delim = ',', quote = '"', escape = '"',
     auto_detect = false, nullstr = '', max_line_size = 4000000, columns = `;

function table(path: string, header: readonly string[]): string {
  const columns = header.map((name) => `${sqlText(name)}: 'VARCHAR'`).join(', ');
  return `${readCsv(path).replace('all_varchar = true, ', '')}{${columns}})`;
}

const select = (values: Record<LedgerColumn, string>): string =>
  LEDGER_COLUMNS.map((name) => `${values[name]} as ${name}`).join(', ');

export type SimulatedFiles = Record<'transactions', { path: string; header: string[] }> &
  Partial<Record<'accounts' | 'customers', { path: string; header: string[] }>>;

/** Returns the posted rows of simulated transactions; without accounts, ids replace numbers. */
export function simulatedLedger({
  transactions,
  accounts,
  customers,
}: SimulatedFiles): LedgerQuery {
  const noAccounts = `(select null as account_id, null as account_number, null as bank_code, null as account_type, null as customer_id where false)`;
  const noCustomers = '(select null as customer_id, null as full_name where false)';
  const of = (given: { path: string; header: string[] } | undefined, none: string) =>
    given ? table(given.path, given.header) : none;
  const label = (column: string) => `replace(${column}, '_', ' ')`;
  const sql = `select ${select({
    id: 't.txn_id',
    account_id: 't.account_id',
    account_number: 'coalesce(a.account_number, t.account_id)',
    account_bank: 'a.bank_code',
    account_holder: 'c.full_name',
    account_type: 'a.account_type',
    currency: 't.currency',
    booked: 't.txn_ts',
    value_date: transactions.header.includes('value_date') ? 't.value_date' : 't.txn_ts[:10]',
    amount: 't.amount',
    balance: 't.balance_after',
    counterparty_name: 'coalesce(t.merchant, oc.full_name)',
    counterparty_account: 'o.account_number',
    counterparty_bank: 'o.bank_code',
    description: `concat_ws(' ', ${label('t.type')}, t.merchant_category)`,
    reference: 'null',
    kind: 't.type',
    channel: 't.channel',
    code: 'null',
  })}, t.txn_id as place
    from ${of(transactions, '')} t
    left join ${of(accounts, noAccounts)} a on a.account_id = t.account_id
    left join ${of(customers, noCustomers)} c on c.customer_id = a.customer_id
    left join ${of(accounts, noAccounts)} o on o.account_id = t.counterparty
    left join ${of(customers, noCustomers)} oc on oc.customer_id = o.customer_id
   where t.status = 'posted'`;
  return {
    sql,
    paths: [transactions, accounts, customers].flatMap((file) => (file ? [file.path] : [])),
  };
}

function amountSql({ sign, columns }: ColumnMapping): string {
  const of = (role: 'amount' | 'debit' | 'credit' | 'direction') => {
    const name = columnOf({ columns }, role);
    return name === null ? null : sqlName(name);
  };
  const amount = of('amount');
  if (sign?.kind === 'debit-credit' || amount === null) {
    const [debit, credit] = [of('debit'), of('credit')];
    if (debit === null && credit === null)
      throw new AppError(
        'bad_request',
        'The batch has no amount column, so it contains no ledger.',
      );
    return `coalesce(${credit ?? 'null'}, 0) - abs(coalesce(${debit ?? 'null'}, 0))`;
  }
  if (sign?.kind === 'inverted') return `-${amount}`;
  const direction = of('direction');
  if (sign?.kind !== 'direction' || direction === null) return amount;
  const isOf = (words: readonly string[]) =>
    words.length === 0 ? 'false' : `${direction} in (${words.map(sqlText).join(', ')})`;
  // Unknown debit/credit markers are rejected instead of being read as credits.
  return `case when ${isOf(sign.debit)} then -abs(${amount}) when ${isOf(sign.credit)} then abs(${amount}) end`;
}

export type MappedTable = {
  path: string;
  mapping: ColumnMapping;
  currency: string | null;
};

/** Returns a table's rows by its mapping. Files with the newest row first are read from the end. */
export function mappedLedger({ path, mapping, currency }: MappedTable): LedgerQuery {
  const names = mapping.columns.map(({ name }) => name);
  const text = (name: string | null | undefined) =>
    name === null || name === undefined ? 'null' : `${sqlName(name)}::varchar`;
  const ofRole = (role: Parameters<typeof columnOf>[1]) => text(columnOf(mapping, role));
  const named = (name: string) => (names.includes(name) ? text(name) : 'null');
  const date = columnOf(mapping, 'booking_date') ?? columnOf(mapping, 'value_date');
  if (date === null)
    throw new AppError(
      'bad_request',
      'The batch has no booking date column, so it contains no ledger.',
    );
  const moment = `replace(${text(date)}, ' ', 'T')`;
  const account = mapping.entity === null ? ofRole('account') : text(mapping.entity);
  const number = ofRole('account') === 'null' ? account : ofRole('account');
  const known = `coalesce(${number}, ${account}, 'SYNTHETIC')`;
  const value = columnOf(mapping, 'value_date');
  const status = names.includes('status') && names.includes('bank_reference');
  const sql = `select ${select({
    id: "concat('R', lpad(cast(file_row_number + 1 as varchar), 10, '0'))",
    account_id: known,
    account_number: known,
    account_bank: named('account_bank'),
    account_holder: 'null',
    account_type: 'null',
    currency: `coalesce(${ofRole('currency')}, ${currency === null ? 'null' : sqlText(currency)})`,
    booked: `${moment}[:10]`,
    value_date: `coalesce(${text(value)}, ${text(date)})[:10]`,
    amount: `(${amountSql(mapping)})::varchar`,
    balance: ofRole('balance'),
    counterparty_name: ofRole('counterparty_name'),
    counterparty_account: ofRole('counterparty_account'),
    counterparty_bank: named('counterparty_bank'),
    description: ofRole('description'),
    reference: ofRole('reference'),
    kind: 'null',
    channel: 'null',
    code: names.includes('bank_reference') ? named('code') : 'null',
  })},
      if(arg_min(${text(date)}, file_row_number) over whole > arg_max(${text(date)}, file_row_number) over whole,
        -file_row_number, file_row_number) as place
    from read_parquet(${sqlPath(path)}, file_row_number = true)
   ${status ? "where status = 'booked' or status is null" : ''}
  window whole as (partition by ${known} rows between unbounded preceding and unbounded following)`;
  return { sql, paths: [path] };
}

import {
  type CollisionCheck,
  type FromScratchReport,
  fromScratchReport,
  publishReport,
  type TargetFigure,
} from '../../../engines/measure/index.ts';
import {
  accountFields,
  type CellOutput,
  cellText,
  customerFields,
  type Field,
  type OnAccountsOutput,
  type RowBatch,
  realismTally,
  type SimulationPlan,
} from '../../../engines/simulate/index.ts';
import type { BankTable } from '../../../shared/bank-tables.ts';
import { type BookedAccount, bookingLaws } from './measure-bookings.ts';
import { type CheckedIdentifier, identifierChecks } from './measure-identifiers.ts';
import { law } from './measure-law.ts';

export type ScratchReports = Partial<Record<BankTable, FromScratchReport>>;

export type ScratchTally = {
  add: (output: CellOutput) => void;
  addAccounts: (accounts: RowBatch) => void;
  addBookings: (output: OnAccountsOutput) => void;
  reports: (wanted: readonly BankTable[], counts: Record<BankTable, number>) => ScratchReports;
};

const empty = (fields: readonly Field[]): RowBatch => ({
  fields,
  rows: 0,
  columns: fields.map(({ type }) =>
    type === 'numeric'
      ? { kind: 'money', minor: new Float64Array(0) }
      : { kind: 'text', values: [] },
  ),
});
const NO_CUSTOMERS = empty(customerFields);
const NO_ACCOUNTS = empty(accountFields);

const OF_ACCOUNTS = 'delinquent share of credit accounts';
/** Figures that apply only to a whole bank; other batches lack customers or opening balances. */
const WHOLE_BANK = ['AUC of risk_segment alone', 'ledger imbalance, minor units'];

/** Counts rows, and keys that do not exceed the previous key, so that none repeats. */
function keyTally() {
  let rows = 0;
  let out = 0;
  let last = '';
  return {
    add: (batch: RowBatch) => {
      rows += batch.rows;
      const column = batch.columns[0]!;
      // Sequence numbers always rise, so checking the first suffices.
      const rising = column.kind === 'sequence';
      for (let row = 0; row < batch.rows; row += rising ? Math.max(1, batch.rows - 1) : 1) {
        const key = cellText(column, row);
        if (key <= last) out++;
        last = key;
      }
    },
    rows: () => rows,
    figures: (wanted: number): TargetFigure[] => [
      { name: 'rows', value: rows, target: { low: wanted, high: wanted }, source: 'request' },
      law('duplicate or out-of-order keys', out, 'primary key'),
    ],
  };
}

/** @param existing existing accounts of the transactions; null for a whole bank */
export function scratchTally(
  plan: SimulationPlan,
  existing: readonly BookedAccount[] | null = null,
): ScratchTally {
  const realism = realismTally(plan);
  const keys = { customers: keyTally(), accounts: keyTally(), transactions: keyTally() };
  const identifiers: Record<'customers' | 'accounts', CheckedIdentifier[]> = {
    customers: identifierChecks('customers'),
    accounts: identifierChecks('accounts'),
  };
  const bookings = bookingLaws(existing);
  let owners = new Set<string>();
  let orphans = 0;
  const takeAccounts = (accounts: RowBatch) => {
    keys.accounts.add(accounts);
    for (const check of identifiers.accounts) check.add(accounts);
  };
  const add = (output: CellOutput) => {
    const { customers, accounts, transactions } = output;
    realism.add(output);
    keys.customers.add(customers);
    keys.transactions.add(transactions);
    for (const check of identifiers.customers) check.add(customers);
    takeAccounts(accounts);
    if (customers.rows > 0) owners = new Set(idsOf(customers, 'customer_id'));
    for (const id of idsOf(accounts, 'customer_id')) if (!owners.has(id)) orphans++;
    bookings.add(transactions);
    if (output.last) bookings.finalize(accounts);
  };
  const addBookings = ({
    cell,
    last,
    transactions,
    groundTruth,
    ledger,
    balances,
  }: OnAccountsOutput) => {
    const nobody = { customers: NO_CUSTOMERS, accounts: NO_ACCOUNTS, ledger };
    realism.add({ cell, last, transactions, groundTruth, ...nobody });
    keys.transactions.add(transactions);
    bookings.add(transactions);
    for (const { accountId, minor } of balances) bookings.check(accountId, minor);
  };
  const reports: ScratchTally['reports'] = (wanted, counts) => {
    const figures = realism
      .report()
      .figures.filter(({ name }) => name !== 'rows' && !(existing && WHOLE_BANK.includes(name)));
    const delinquent = figures.filter(({ name }) => name === OF_ACCOUNTS);
    const parts: Record<BankTable, TargetFigure[]> = {
      customers: [],
      accounts: [
        ...(plan.customers > 0 && keys.customers.rows() > 0
          ? [law('orphan accounts', orphans, 'foreign key')]
          : []),
        ...(keys.customers.rows() > 0 ? delinquent : []),
      ],
      transactions: [...bookings.figures(), ...figures.filter(({ name }) => name !== OF_ACCOUNTS)],
    };
    const collisions = (table: BankTable): CollisionCheck[] =>
      table === 'transactions' ? [] : identifiers[table].map((check) => check.result());
    return Object.fromEntries(
      wanted.map((table) => [
        table,
        publishReport(
          fromScratchReport(
            keys[table].rows(),
            [...keys[table].figures(counts[table]), ...parts[table]],
            collisions(table),
          ),
        ).report,
      ]),
    );
  };
  return { add, addAccounts: takeAccounts, addBookings, reports };
}

function* idsOf(batch: RowBatch, name: string): Generator<string> {
  const column = batch.columns[batch.fields.findIndex((field) => field.name === name)]!;
  for (let row = 0; row < batch.rows; row++) yield cellText(column, row);
}

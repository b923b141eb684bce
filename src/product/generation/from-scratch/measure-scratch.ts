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

/** Measures a batch from scratch while its pieces pass by: against its configuration and the ledger's laws. */
export type ScratchTally = {
  add: (output: CellOutput) => void;
  /** Accounts opened for customers who were there before. */
  addAccounts: (accounts: RowBatch) => void;
  /** Bookings on accounts that were there before. */
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
/** Figures that only a bank made in one go can have: the others' customers and openings are not in the batch. */
const WHOLE_BANK = ['AUC of risk_segment alone', 'ledger imbalance, minor units'];

/** Rows of one table, and how many do not have a key above that of the row before: then none repeats. */
function keyTally() {
  let rows = 0;
  let out = 0;
  let last = '';
  return {
    add: (batch: RowBatch) => {
      rows += batch.rows;
      const column = batch.columns[0]!;
      // Numbers of a sequence rise by themselves: its first and last suffice.
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

/**
 * @param existing accounts booked on that were there before; none where the whole bank is made
 */
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

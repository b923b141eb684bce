import type { ExistingAccount } from './existing/existing.ts';
import { plan, type SimulationPlan } from './plan.ts';
import type { SimulationRequest } from './request.ts';
import type { RowBatch } from './rows/row-batch.ts';
import { cellText } from './rows/text-form.ts';
import { simulateCells } from './simulate-cells.ts';

export type Row = Record<string, string>;

export type Bank = {
  plan: SimulationPlan;
  customers: Row[];
  accounts: Row[];
  transactions: Row[];
  groundTruth: Row[];
  knownCustomers: Row[];
  accountOwners: Row[];
  beneficialOwners: Row[];
  agreements: Row[];
  payments: Row[];
  /** Sum of all legs in the bank's own books in minor units. */
  ledger: number;
  /** Net payments between cells, by cell. */
  betweenCells: number[];
};

/** Tables beside the four of version 1. */
export const SIDE_TABLES = [
  'knownCustomers',
  'accountOwners',
  'beneficialOwners',
  'agreements',
  'payments',
] as const;

/** Returns rows of text; '' for missing values. */
export const rowsOf = ({ fields, columns, rows }: RowBatch): Row[] =>
  Array.from({ length: rows }, (_, row) => {
    const object: Row = {};
    for (const [i, { name }] of fields.entries()) object[name] = cellText(columns[i], row);
    return object;
  });

export const cents = (text: string | undefined): number => Math.round(Number(text) * 100);

export function bankOf(request: Partial<SimulationRequest>): Bank {
  const planned = plan({
    seed: 1n,
    customers: 100,
    accounts: 150,
    transactions: 3000,
    preset: 'us-community-bank',
    ...request,
  });
  const bank: Bank = {
    plan: planned,
    customers: [],
    accounts: [],
    transactions: [],
    groundTruth: [],
    knownCustomers: [],
    accountOwners: [],
    beneficialOwners: [],
    agreements: [],
    payments: [],
    ledger: 0,
    betweenCells: [],
  };
  for (const piece of simulateCells(planned)) {
    bank.customers.push(...rowsOf(piece.customers));
    bank.accounts.push(...rowsOf(piece.accounts));
    for (const row of rowsOf(piece.transactions)) bank.transactions.push(row);
    bank.groundTruth.push(...rowsOf(piece.groundTruth));
    for (const name of SIDE_TABLES) for (const row of rowsOf(piece[name])) bank[name].push(row);
    for (const sum of Object.values(piece.ledger ?? {})) bank.ledger += sum;
    if (piece.ledger !== null) bank.betweenCells.push(piece.ledger.cellClearing);
  }
  return bank;
}

/** Returns a bank's accounts in the form of existing ones. */
export const existingAccounts = (
  accounts: readonly Record<string, string | null>[],
): ExistingAccount[] =>
  accounts.map((a) => ({
    id: a.account_id!,
    type: a.account_type!,
    status: a.status!,
    customerId: a.customer_id!,
    openDate: a.open_date!,
    balance: cents(a.current_balance!),
    limit: a.credit_limit ? cents(a.credit_limit) : null,
  }));

export const cellOf = ({ plan: { cells } }: Bank, id: string): number =>
  cells.findIndex((c) => Number(id.slice(-10)) <= c.firstTransaction + c.transactions);

export function groupBy(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}

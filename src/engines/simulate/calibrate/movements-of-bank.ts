import type { SimulationPlan } from '../plan.ts';
import { columnOf } from '../realism/columns.ts';
import { localOffset } from '../realism/local-offset.ts';
import { lookUp, type RowBatch } from '../rows/row-batch.ts';
import { simulateCells } from '../simulate-cells.ts';
import {
  BANK_KINDS,
  MOVEMENT_KINDS,
  type MovementKind,
  type Movements,
  OTHER,
} from './movements.ts';

/** Types of a bank's rows that a customer's statement shows as one kind. */
const KIND_OF_TYPE: Record<string, MovementKind> = {
  purchase: 'purchase',
  subscription: 'purchase',
  cash_withdrawal: 'cash_withdrawal',
  cash_deposit: 'cash_deposit',
  transfer_out: 'transfer_out',
  wire_out: 'transfer_out',
  standing_order: 'transfer_out',
  rent: 'transfer_out',
  bill_payment: 'transfer_out',
  business_payment: 'transfer_out',
  card_repayment: 'transfer_out',
  loan_repayment: 'transfer_out',
  payroll: 'transfer_out',
  transfer_in: 'transfer_in',
  wire_in: 'transfer_in',
  salary: 'transfer_in',
  benefit: 'transfer_in',
  business_receipt: 'transfer_in',
  check: 'check',
};
const CURRENT = ['checking', 'business_checking'];

/** Returns the code of a type of rows, or of a word of a file that is one. */
export function codeOf(type: string): number {
  if (type === 'fee' || type === 'interest') return BANK_KINDS[type];
  const known = MOVEMENT_KINDS.indexOf((KIND_OF_TYPE[type] ?? type) as MovementKind);
  return known < 0 ? OTHER : known;
}

/** Returns the texts of a column of strings, by row. */
function textsOf(batch: RowBatch, name: string): (row: number) => string {
  const column = columnOf(batch, name);
  if (column.kind === 'dictionary') return (row) => lookUp(column.dictionary, column.codes[row]);
  if (column.kind === 'text') return (row) => column.values[row];
  if (column.kind === 'sequence')
    return (row) => column.prefix + String(column.first + row).padStart(column.digits, '0');
  throw new TypeError(`${name}: expected a column of text`);
}

const minorOf = (batch: RowBatch, name: string): Float64Array => {
  const column = columnOf(batch, name);
  if (column.kind !== 'money') throw new TypeError(`${name}: expected amounts`);
  return column.minor;
};

/** Generates a bank and returns the movements of its current accounts. */
export function movementsOfBank(plan: SimulationPlan): Movements {
  const offset = localOffset(plan.country);
  const current = new Set<string>();
  const ids = new Map<string, number>();
  const rows: { account: number; day: number; amount: number; kind: number; balance: number }[] =
    [];
  for (const { accounts, transactions } of simulateCells(plan)) {
    const [own, ofType] = [textsOf(accounts, 'account_id'), textsOf(accounts, 'account_type')];
    for (let row = 0; row < accounts.rows; row++)
      if (CURRENT.includes(ofType(row))) current.add(own(row));
    const [id, type, status] = ['account_id', 'type', 'status'].map((name) =>
      textsOf(transactions, name),
    );
    const [amounts, after] = ['amount', 'balance_after'].map((name) => minorOf(transactions, name));
    const times = columnOf(transactions, 'txn_ts');
    if (times.kind !== 'seconds') throw new TypeError('txn_ts: expected times');
    for (let row = 0; row < transactions.rows; row++) {
      // Statements list no declined payments.
      if (status(row) === 'declined') continue;
      const account = ids.get(id(row)) ?? ids.size;
      ids.set(id(row), account);
      rows.push({
        account,
        day: Math.floor((times.values[row] + offset) / 86_400),
        amount: Math.abs(amounts![row]) / 100,
        kind: codeOf(type(row)),
        balance: after![row] / 100,
      });
    }
  }
  // Accounts come after the first rows of their cell.
  const isCurrent = Array.from(ids.keys(), (id) => current.has(id));
  const kept = rows.filter(({ account }) => isCurrent[account]);
  return {
    accounts: ids.size,
    account: Int32Array.from(kept, ({ account }) => account),
    day: Int32Array.from(kept, ({ day }) => day),
    amount: Float64Array.from(kept, ({ amount }) => amount),
    kind: Uint8Array.from(kept, ({ kind }) => kind),
    balance: Float64Array.from(kept, ({ balance }) => balance),
  };
}

import { commonOf, stateOfCell } from './cell.ts';
import { rowBuffer } from './events/buffers.ts';
import { type LedgerAccount, ledgerAccounts } from './events/kinds.ts';
import { engineVersion, type SimulationPlan } from './plan.ts';
import { SimulationRequestError } from './request.ts';
import { accountsBatch, customersBatch, groundTruthBatch } from './rows/batches.ts';
import type { RowBatch } from './rows/row-batch.ts';
import {
  accountOwnersBatch,
  agreementsBatch,
  beneficialOwnersBatch,
  knownCustomersBatch,
  paymentsBatch,
} from './rows/side-tables.ts';
import { transactionForm, transactionsBatch } from './rows/transactions-batch.ts';
import { runCell } from './run-cell.ts';
import { reactivate } from './schemes/reactivate.ts';
import { legsOf } from './schemes/schemes-of-cell.ts';

/**
 * Part of a cell's rows, to append to the files in order. Customers are in a cell's first part;
 * accounts, whose balances are known last, in its last. A part has at most some 16,000 transactions
 * (more only if a single day has), so memory does not grow with the cell.
 */
export type CellRows = {
  cell: number;
  last: boolean;
  customers: RowBatch;
  accounts: RowBatch;
  transactions: RowBatch;
  groundTruth: RowBatch;
  /** In the last part: sums of the cell's bookings by ledger account in minor units. */
  ledger: Record<LedgerAccount, number> | null;
};

export type CellOutput = CellRows & {
  /** Made when read: facts about customers, owners and agreements, in the first part, and details of payments. */
  readonly knownCustomers: RowBatch;
  readonly accountOwners: RowBatch;
  readonly beneficialOwners: RowBatch;
  readonly agreements: RowBatch;
  readonly payments: RowBatch;
};

const head = (batch: RowBatch, keep: boolean): RowBatch => (keep ? batch : { ...batch, rows: 0 });

/**
 * Simulates all or the given cells of a plan in the given order. A cell's rows do not depend on
 * place or time of the run.
 *
 * @param options.reuse makes a part valid only until the next one is requested; a third faster
 * @throws SimulationRequestError if another engine version made the plan
 */
export function* simulateCells(
  plan: SimulationPlan,
  cellIndexes?: Iterable<number>,
  options: { reuse?: boolean } = {},
): Generator<CellOutput> {
  if (plan.engineVersion !== engineVersion) {
    throw new SimulationRequestError(
      `the plan requires engine ${plan.engineVersion}, but this is ${engineVersion}`,
    );
  }
  const common = commonOf(plan);
  const rows = options.reuse === true ? rowBuffer(0) : undefined;
  for (const cell of cellIndexes ?? plan.cells.keys()) {
    const planned = plan.cells[cell];
    if (planned === undefined) throw new SimulationRequestError(`the plan has no cell ${cell}`);
    const state = stateOfCell(plan, common, cell);
    const customers = customersBatch(state.customers, plan.country);
    const accountsOf = (last: boolean) =>
      accountsBatch(last ? state.accounts : [], {
        customerIds: (account) => state.customers[account.owner].id,
        balances: last ? state.balance : [],
        currency: plan.currency,
      });
    const { legs, otherCellAccounts } = legsOf(plan, { common, cell, state });
    reactivate(state, legs);
    const prefix = `T${plan.idPrefix}`;
    const form = transactionForm(state, { prefix, currency: plan.currency, otherCellAccounts });
    const totals = new Float64Array(ledgerAccounts.length);
    let first = true;
    for (const chunk of runCell(state, {
      transactions: planned.transactions,
      legs,
      ledger: totals,
      reused: rows,
    })) {
      const isFirst = first;
      yield {
        cell,
        get knownCustomers() {
          return knownCustomersBatch(state, isFirst);
        },
        get accountOwners() {
          return accountOwnersBatch(state, isFirst);
        },
        get beneficialOwners() {
          return beneficialOwnersBatch(state, isFirst);
        },
        get agreements() {
          return agreementsBatch(form, isFirst ? chunk.agreements : []);
        },
        get payments() {
          return paymentsBatch(chunk, { form, firstTransaction: planned.firstTransaction });
        },
        last: chunk.last,
        customers: head(customers, first),
        accounts: accountsOf(chunk.last),
        transactions: transactionsBatch(form, chunk, planned.firstTransaction),
        groundTruth: groundTruthBatch(chunk.legs, prefix, planned.firstTransaction),
        ledger: chunk.last
          ? (Object.fromEntries(ledgerAccounts.map((name, i) => [name, totals[i]])) as Record<
              LedgerAccount,
              number
            >)
          : null,
      };
      first = false;
    }
  }
}

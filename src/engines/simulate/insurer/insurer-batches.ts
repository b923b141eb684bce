import type { RowBatch } from '../rows/row-batch.ts';
import { add, type BookOutput } from '../world/book.ts';
import { batchOf } from '../world/tables.ts';
import { type CellBook, cellId } from './cell-book.ts';
import * as tables from './tables.ts';

/** Returns the files of a cell. Persons of claims not reported in time are left out, unless kept. */
function insurerBatches(book: CellBook, kept: ReadonlySet<string>): Record<string, RowBatch> {
  const { rows } = book;
  const seen = new Set(rows.claimParties.map(({ party_id }) => party_id));
  const parties = rows.parties.filter(
    ({ kind, party_id }) => kind !== 'person' || seen.has(party_id) || kept.has(party_id),
  );
  return {
    policyholders: batchOf(tables.policyholders, rows.policyholders),
    parties: batchOf(tables.parties, parties),
    policies: batchOf(tables.policies, rows.policies),
    coverages: batchOf(tables.coverages, rows.coverages),
    policy_transactions: batchOf(tables.policyTransactions, rows.policyTransactions),
    claims: batchOf(tables.claims, rows.claims),
    claim_parties: batchOf(tables.claimParties, rows.claimParties),
    claim_transactions: batchOf(tables.claimTransactions, rows.claimTransactions),
    reinsurance: batchOf(tables.reinsurance, rows.reinsurance),
    ledger: book.ledger.batch(cellId('J', book, 0).slice(0, -6)),
    ground_truth: batchOf(tables.groundTruth, rows.groundTruth),
  };
}

/** Ends a cell: its files, and the sums of which the report of the whole book is made. */
export function closeCell(
  book: CellBook,
  kept: ReadonlySet<string> = new Set(),
  more: Record<string, RowBatch> = {},
): BookOutput {
  const { rows, totals, ledger } = book;
  add(totals, 'transactions', rows.policyTransactions.length + rows.claimTransactions.length);
  for (const { earned_premium } of rows.policies) add(totals, 'earned', earned_premium);
  add(totals, 'imbalance', ledger.imbalance());
  return { cell: book.cell, tables: { ...insurerBatches(book, kept), ...more }, totals };
}

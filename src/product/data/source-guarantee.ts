import type pg from 'pg';
import {
  brokenEntry,
  cdpEpsilon,
  type LedgerEntry,
  ledgerTotal,
} from '../../engines/synthesize/index.ts';

export const PRIVACY_BUDGET = { epsilon: 10, delta: 1e-5 };
/** Delta for converting the budget's epsilon to rho, and the spent rho back. */
export const STATED_DELTA = 1e-6;
/** The ledger counts rho in billionths, since integers add up identically everywhere. */
export const NANO = 1e9;

export type SourceGuarantee = {
  epsilon: number;
  delta: number;
  rho: number;
  clean: boolean;
  fits: number;
  budget: number;
};

type EntryRow = Omit<LedgerEntry, 'nanoRho' | 'codeHash' | 'previousHash'> & {
  nano_rho: string;
  code_hash: string;
  previous_hash: string;
};

const entryOf = (row: EntryRow): LedgerEntry => ({
  sequence: row.sequence,
  time: row.time,
  operation: row.operation,
  mechanism: row.mechanism,
  unit: row.unit,
  nanoRho: Number(row.nano_rho),
  delta: row.delta,
  codeHash: row.code_hash,
  previousHash: row.previous_hash,
  hash: row.hash,
});

export async function readLedger(
  tx: pg.PoolClient | pg.Pool,
  sourceId: string,
): Promise<LedgerEntry[]> {
  const { rows } = await tx.query<EntryRow>(
    `select sequence, time, operation, mechanism, unit, nano_rho, delta, code_hash, previous_hash, hash
       from public.privacy_ledger where source_id = $1 order by sequence`,
    [sourceId],
  );
  return rows.map(entryOf);
}

/** Returns the current guarantee of a model's sources: the weakest of their ledgers. */
export async function guaranteeOf(
  tx: pg.PoolClient | pg.Pool,
  sources: readonly string[],
): Promise<SourceGuarantee> {
  const none = { epsilon: 0, delta: 0, rho: 0, fits: 0, budget: PRIVACY_BUDGET.epsilon };
  let worst: SourceGuarantee = { ...none, clean: sources.length > 0 };
  for (const source of sources) {
    const ledger = await readLedger(tx, source);
    const total = ledgerTotal(ledger);
    const rho = total.nanoRho / NANO;
    const clean = worst.clean && ledger.length > 0 && brokenEntry(ledger) === null;
    const delta = STATED_DELTA + total.delta;
    worst =
      rho >= worst.rho
        ? {
            ...none,
            epsilon: cdpEpsilon(rho, STATED_DELTA),
            delta,
            rho,
            clean,
            fits: ledger.length,
          }
        : { ...worst, clean };
  }
  return worst;
}

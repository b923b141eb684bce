import { canonicalJson } from '../../../shared/canonical-json.ts';
import { sha256Hex } from '../../provenance/sha256.ts';
import { cdpEpsilon } from './accounting.ts';

type LedgerOperation = 'fit' | 'report' | 'override';

/** Entry of a source's privacy ledger: append-only, each sealed with the previous entry's hash. */
export type LedgerEntry = {
  sequence: number;
  time: string;
  operation: LedgerOperation;
  mechanism: string;
  unit: string;
  /** zCDP in billionths, rounded up. */
  nanoRho: number;
  delta: number;
  codeHash: string;
  previousHash: string;
  hash: string;
};

export type LedgerRequest = Pick<
  LedgerEntry,
  'time' | 'operation' | 'mechanism' | 'unit' | 'delta' | 'codeHash'
> & { rho: number };

export type Budget = { rho: number; delta: number };

const NANO = 1e9;
const FIRST_HASH = '0'.repeat(64);

const sealOf = (entry: Omit<LedgerEntry, 'hash'>) => sha256Hex(canonicalJson(entry));

export function ledgerTotal(ledger: readonly LedgerEntry[]): { nanoRho: number; delta: number } {
  return ledger.reduce(
    (sum, entry) => ({ nanoRho: sum.nanoRho + entry.nanoRho, delta: sum.delta + entry.delta }),
    { nanoRho: 0, delta: 0 },
  );
}

/** Returns the epsilon of all entries together: rho adds up before the conversion. */
export function cumulativeEpsilon(ledger: readonly LedgerEntry[], delta: number): number {
  return cdpEpsilon(ledgerTotal(ledger).nanoRho / NANO, delta);
}

export type Debit =
  | { kind: 'granted'; entry: LedgerEntry }
  | { kind: 'refused'; message: string; pending: Budget; remaining: Budget };

/**
 * Returns the entry to append, durably and before any noise is drawn, or a refusal with the
 * numbers. Entries are never removed: a crash after it counts as spent.
 */
export function debit(
  ledger: readonly LedgerEntry[],
  request: LedgerRequest,
  budget: Budget,
): Debit {
  const spent = ledgerTotal(ledger);
  const { rho, ...line } = request;
  const nanoRho = Math.ceil(rho * NANO);
  const allowed = Math.floor(budget.rho * NANO);
  if (spent.nanoRho + nanoRho > allowed || spent.delta + request.delta > budget.delta) {
    const pending = { rho: (spent.nanoRho + nanoRho) / NANO, delta: spent.delta + request.delta };
    const remaining = {
      rho: Math.max(0, (allowed - spent.nanoRho) / NANO),
      delta: Math.max(0, budget.delta - spent.delta),
    };
    const message =
      `Privacy budget of this source exceeded: in total, rho ${pending.rho} and delta ` +
      `${pending.delta} would be spent, of ${budget.rho} and ${budget.delta}; ` +
      `rho ${remaining.rho} and delta ${remaining.delta} remain.`;
    return { kind: 'refused', message, pending, remaining };
  }
  const last = ledger[ledger.length - 1];
  const open = {
    sequence: (last?.sequence ?? 0) + 1,
    ...line,
    nanoRho,
    previousHash: last?.hash ?? FIRST_HASH,
  };
  return { kind: 'granted', entry: { ...open, hash: sealOf(open) } };
}

/** Returns the number of the first entry with a broken seal or chain; null if all are intact. */
export function brokenEntry(ledger: readonly LedgerEntry[]): number | null {
  let previous = FIRST_HASH;
  for (const [i, { hash, ...entry }] of ledger.entries()) {
    if (entry.sequence !== i + 1 || entry.previousHash !== previous || sealOf(entry) !== hash) {
      return i + 1;
    }
    previous = hash;
  }
  return null;
}

import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import {
  type Budget,
  brokenEntry,
  cdpEpsilon,
  cdpRho,
  debit,
  type LedgerEntry,
  ledgerTotal,
} from '../../../../engines/synthesize/index.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Run } from '../../../../platform/jobs/runs.ts';
import { AppError } from '../../../../shared/errors.ts';
import { NANO, PRIVACY_BUDGET, readLedger, STATED_DELTA } from '../../../data/source-guarantee.ts';

export type Spending = {
  tenantId: string;
  runId: string;
  filename: string;
  /** Column that identifies the protected people; 'row' if each row is one. */
  unit: string;
  sketch: readonly string[];
  epsilon: number;
  cost: Budget;
  operation: LedgerEntry['operation'];
  mechanism: string;
  engine: string;
};

/** Returns the key for hashing people; without it a sketch reveals no one. */
export async function sketchKey(database: Database): Promise<string> {
  await database.owner.query(
    "insert into private.secrets (name, value) values ('privacy_sketch', $1) on conflict (name) do nothing",
    [randomBytes(32).toString('hex')],
  );
  const { rows } = await database.owner.query<{ value: string }>(
    "select value from private.secrets where name = 'privacy_sketch'",
  );
  return rows[0]!.value;
}

/** Returns the ledgers that share people; creates one if there is none. */
async function sourcesOf(tx: pg.PoolClient, spending: Spending): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct s.id from public.privacy_sources s
       join private.privacy_sketches k on k.source_id = s.id
      where k.element = any($1)`,
    [spending.sketch],
  );
  const ids = rows.map(({ id }) => id).sort();
  if (ids.length === 0) {
    const made = await tx.query<{ id: string }>(
      `insert into public.privacy_sources (tenant_id, name, unit, budget_epsilon, budget_rho, budget_delta)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [
        spending.tenantId,
        spending.filename,
        spending.unit,
        PRIVACY_BUDGET.epsilon,
        cdpRho(PRIVACY_BUDGET.epsilon, STATED_DELTA),
        PRIVACY_BUDGET.delta,
      ],
    );
    ids.push(made.rows[0]!.id);
  }
  for (const id of ids) {
    await tx.query(
      `insert into private.privacy_sketches (element, source_id) select unnest($1::text[]), $2
       on conflict do nothing`,
      [spending.sketch, id],
    );
  }
  return ids;
}

/**
 * Debits a cost, durably, to every source whose people are affected: it is spent whatever happens
 * to the run. Call before any noise is drawn.
 * @returns the debited sources
 * @throws AppError with the numbers if a budget does not cover the cost; nothing is spent
 */
export async function spendPrivacy(database: Database, spending: Spending): Promise<string[]> {
  return database.asTenant(spending.tenantId, async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('privacy ' || $1, 0))", [
      spending.tenantId,
    ]);
    const sources = await sourcesOf(tx, spending);
    for (const source of sources) {
      const { rows } = await tx.query<{ budget_rho: number; budget_delta: number }>(
        'select budget_rho, budget_delta from public.privacy_sources where id = $1',
        [source],
      );
      const budget = { rho: rows[0]!.budget_rho, delta: rows[0]!.budget_delta };
      const ledger = await readLedger(tx, source);
      const broken = brokenEntry(ledger);
      if (broken !== null) {
        throw new AppError('conflict', `Entry ${broken} of the privacy ledger was changed.`);
      }
      await refuseCut(tx, source, ledger);
      const request = {
        time: new Date().toISOString(),
        operation: spending.operation,
        mechanism: spending.mechanism,
        unit: spending.unit,
        delta: spending.cost.delta,
        codeHash: spending.engine,
        rho: spending.cost.rho,
      };
      const result = debit(ledger, request, budget);
      if (result.kind === 'refused') throw new AppError('conflict', refusal(ledger, spending));
      await enter(tx, source, result.entry, spending);
    }
    return sources;
  });
}

/** Rejects a ledger that lacks costs on the sealed log: spent budget is never refunded. */
async function refuseCut(
  tx: pg.PoolClient,
  source: string,
  ledger: readonly LedgerEntry[],
): Promise<void> {
  const { rows } = await tx.query<{ sha256: string }>(
    'select spent as sha256 from private.spent_hashes($1) spent',
    [source],
  );
  const kept = new Set(ledger.map(({ hash }) => hash));
  const missing = rows.filter(({ sha256 }) => !kept.has(sha256)).length;
  if (missing > 0) {
    throw new AppError('conflict', `The privacy ledger lacks ${missing} entries of the log.`);
  }
}

function refusal(ledger: readonly LedgerEntry[], { epsilon, cost }: Spending): string {
  const spent = ledgerTotal(ledger);
  const at = (rho: number) => (rho === 0 ? 0 : cdpEpsilon(rho, STATED_DELTA)).toFixed(2);
  const [before, after] = [at(spent.nanoRho / NANO), at(spent.nanoRho / NANO + cost.rho)];
  return (
    `The privacy budget of this source does not cover epsilon ${epsilon}: ${before} of ${PRIVACY_BUDGET.epsilon} is spent; ` +
    `the total would be ${after} (deltas ${spent.delta.toExponential(1)} and ${cost.delta.toExponential(1)} of ` +
    `${PRIVACY_BUDGET.delta.toExponential(1)}). Sampling an existing model costs nothing.`
  );
}

async function enter(
  tx: pg.PoolClient,
  source: string,
  entry: LedgerEntry,
  { epsilon, runId, tenantId }: Spending,
): Promise<void> {
  await tx.query(
    `insert into public.privacy_ledger (source_id, sequence, time, operation, mechanism, unit, nano_rho, delta,
       code_hash, previous_hash, hash, epsilon, run_id, tenant_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      source,
      entry.sequence,
      entry.time,
      entry.operation,
      entry.mechanism,
      entry.unit,
      entry.nanoRho,
      entry.delta,
      entry.codeHash,
      entry.previousHash,
      entry.hash,
      epsilon,
      runId,
      tenantId,
    ],
  );
}

export async function hasSpent(
  database: Database,
  run: Pick<Run, 'id' | 'tenant_id'>,
): Promise<boolean> {
  const { rowCount } = await database.asTenant(run.tenant_id, (tx) =>
    tx.query('select from public.privacy_ledger where run_id = $1 limit 1', [run.id]),
  );
  return rowCount === 1;
}

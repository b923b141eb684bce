import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { BANK_TABLES, type BankTable } from '../../shared/bank-tables.ts';
import type { PinnedFile } from '../../shared/contracts/environments.ts';
import type { Product } from '../product.ts';
import { changedTables, type Environment, pinOf } from './environment.ts';
import { captureTable, loadFiles } from './pinned-files.ts';
import { findSpare } from './spare-tenants.ts';

/** Last day lived, and last day of the original rows. */
export type Clock = { day: string; start: string };

export const clockOf = ({ clock, clock_start }: Environment): Clock | null =>
  clock === null || clock_start === null ? null : { day: clock, start: clock_start };

async function pinnedClock(tx: pg.PoolClient, { id }: Environment): Promise<Clock | null> {
  const { rows } = await tx.query<Clock>(
    `select pinned_clock::text as day, pinned_clock_start::text as start from public.environments
      where id = $1 and pinned_clock is not null`,
    [id],
  );
  return rows[0] ?? null;
}

type Work = { tx: pg.PoolClient; environment: Environment; userId: string };

/** Captures the present rows: new files of changed tables, and the pinned files of the others. */
export async function captureEnvironment(
  product: Product,
  { tx, environment, userId }: Work,
): Promise<PinnedFile[]> {
  const tables: readonly BankTable[] =
    environment.pin === null ? BANK_TABLES : changedTables(environment);
  const kept = environment.files.filter(({ table }) => table === null || !tables.includes(table));
  const captured: PinnedFile[] = [];
  for (const table of tables) {
    const { tenant_id: tenantId } = environment;
    const source = { tenantId: environment.rows_tenant, batches: null };
    const file = await captureTable(product, tx, { table, source, owner: { tenantId, userId } });
    if (file !== null) captured.push(file);
  }
  return [...kept, ...captured].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Pins files: replaces the rows of the tables, and all batches, by the files' rows. */
export async function pinFiles(
  product: Product,
  work: Work,
  pinned: { files: PinnedFile[]; tables: readonly BankTable[]; clock: Clock | null },
): Promise<Environment> {
  const { tx, environment, userId } = work;
  const { rows_tenant: tenant, tenant_id: tenantId } = environment;
  const { files, tables, clock } = pinned;
  await tx.query('select private.clear_environment($1, $2, $3)', [tenant, tables, userId]);
  const loaded = files.filter(({ table }) => table !== null && tables.includes(table));
  await loadFiles(product, tx, { tenant, tenantId, files: loaded });
  return notePin(work, { files, clock });
}

async function notePin(
  { tx, environment }: Work,
  { files, clock }: { files: PinnedFile[]; clock: Clock | null },
): Promise<Environment> {
  const { id } = environment;
  const pin = pinOf(files);
  const { rows } = await tx.query<{ rows_tenant: string }>(
    `update public.environments set pin = $2, files = $3, changed = '{}', reset_at = now(),
            clock = $4, clock_start = $5, pinned_clock = $4, pinned_clock_start = $5
      where id = $1 returning rows_tenant`,
    [id, pin, JSON.stringify(files), clock?.day ?? null, clock?.start ?? null],
  );
  if (rows.length !== 1) throw new Error(`environment ${id} has no row`);
  await tx.query('select private.retire_spares($1)', [id]);
  const days = { clock: clock?.day ?? null, clock_start: clock?.start ?? null };
  return { ...environment, ...rows[0]!, ...days, pin, files, changed: [] };
}

const rowsOf = (files: readonly PinnedFile[], tables: readonly BankTable[]): number =>
  files.reduce(
    (sum, { table, rows }) => sum + (table !== null && tables.includes(table) ? rows : 0),
    0,
  );

/**
 * Returns the rows to those of the pin: a spare tenant with its rows replaces the present one. Without
 * a spare, a new tenant is loaded if most rows are of changed tables; else those tables alone are.
 */
export async function resetRows(product: Product, work: Work): Promise<Environment> {
  const { tx, environment } = work;
  const { id, pin, files, tenant_id: tenantId } = environment;
  if (environment.changed.length === 0) return environment;
  const tables = changedTables(environment);
  const clock = await pinnedClock(tx, environment);
  let next = await findSpare(tx, { id, pin });
  if (next === undefined) {
    if (2 * rowsOf(files, tables) <= rowsOf(files, BANK_TABLES))
      return pinFiles(product, work, { files, tables, clock });
    next = randomUUID();
    await loadFiles(product, tx, { tenant: next, tenantId, files });
  }
  await tx.query('select private.replace_tenant($1, $2)', [id, next]);
  return notePin(work, { files, clock });
}

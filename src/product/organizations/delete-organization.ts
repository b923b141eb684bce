import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { transaction } from '../../platform/database/database.ts';
import { defineFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import type { Caller } from '../../platform/gateway/caller.ts';
import {
  deleteOrganizationAnswer,
  deleteOrganizationBody,
} from '../../shared/contracts/organizations.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';

const WAIT_MS = 30_000;
const EVERY_MS = 200;

/** Runs work as the owner, without a time limit, in a transaction opened for the caller. */
export function asOwnerFor<Result>(
  { platform }: Product,
  caller: Caller,
  work: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  if (caller.role !== 'authenticated') throw new AppError('unauthenticated', 'Not authenticated');
  return transaction(platform.database.owner, async (tx) => {
    await tx.query('select private.begin_request($1)', [JSON.stringify(caller.claims)]);
    return work(tx);
  });
}

async function requireName(tx: pg.PoolClient, id: string, name: string): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    'select name from public.organizations where id = $1',
    [id],
  );
  if (rows[0] === undefined) throw new AppError('not_found', 'Organization not found');
  if (rows[0].name === name.trim()) return;
  throw new AppError(
    'bad_request',
    'The name is not that of the organization. Nothing was deleted.',
  );
}

/** Waits until the runs of a stopped organization and all earlier transactions have ended. */
async function waitUntilStopped({ platform }: Product, id: string, stoppedBy: string) {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(EVERY_MS)) {
    const { rows } = await platform.database.owner.query<{ stopped: boolean }>(
      'select private.is_stopped($1, $2) as stopped',
      [id, stoppedBy],
    );
    if (rows[0]!.stopped) return;
  }
  throw new AppError(
    'conflict',
    'Runs of this organization are still ending; its members are disabled. Confirm again in a minute.',
  );
}

/** Jobs of the queue name runs, and keep their errors. */
const deleteJobs = (tx: pg.PoolClient, id: string) =>
  tx.query(
    `delete from pgboss.job where data ->> 'runId' in (
       select id::text from public.runs where tenant_id = $1)`,
    [id],
  );

/** Confirms a requested deletion, as a second superadmin, and deletes the organization. */
export const deleteOrganizationFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'delete-organization',
    summary:
      'Confirms the deletion of an organization that another superadmin requested, and deletes it.',
    audience: 'superadmin',
    body: deleteOrganizationBody,
    answer: deleteOrganizationAnswer,
    handle: async ({ body: { org_id: id, name }, caller }) => {
      const stoppedBy = await asOwnerFor(product, caller, async (tx) => {
        await requireName(tx, id, name);
        const { rows } = await tx.query<{ stopped: string }>(
          'select private.stop_organization($1) as stopped',
          [id],
        );
        return rows[0]!.stopped;
      });
      await waitUntilStopped(product, id, stoppedBy);
      return asOwnerFor(product, caller, async (tx) => {
        await deleteJobs(tx, id);
        const { rows } = await tx.query<{ receipt: string }>(
          'select private.erase_organization($1) as receipt',
          [id],
        );
        return { receipt: rows[0]!.receipt };
      });
    },
  });

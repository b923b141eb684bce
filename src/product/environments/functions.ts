import type pg from 'pg';
import { canonicalHash } from '../../engines/provenance/canonical-hash.ts';
import {
  type Account,
  accountOf,
  defineFunction,
  type FunctionCall,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import { BANK_TABLES } from '../../shared/bank-tables.ts';
import {
  advanceEnvironmentBody,
  branchEnvironmentBody,
  createEnvironmentBody,
  deletedEnvironmentAnswer,
  environmentAnswer,
  environmentBody,
  overlayEnvironmentBody,
} from '../../shared/contracts/environments.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { advanceEnvironment } from './advance-environment.ts';
import { createEnvironment } from './create-environment.ts';
import { emitEvent } from './emit-events.ts';
import {
  addEnvironment,
  answerOf,
  changedTables,
  type Environment,
  fillEnvironment,
  findEnvironment,
  inEnvironment,
  lockEnvironment,
} from './environment.ts';
import { overlayRows } from './overlay-environment.ts';
import { captureEnvironment, clockOf, pinFiles, resetRows } from './pin-environment.ts';
import { holdFiles } from './pinned-files.ts';
import { prepareReset } from './spare-tenants.ts';

type Work = { tx: pg.PoolClient; environment: Environment; userId: string };

/** Changes a pinned environment in one transaction, and audits it. */
async function change(
  product: Product,
  call: FunctionCall<{ environment?: string | undefined }>,
  { action, work }: { action: string; work: (parts: Work) => Promise<Environment> },
) {
  const { userId } = accountOf(call);
  const found = await findEnvironment(product, call.caller, call.body.environment);
  const changed = await inEnvironment(product, found, async (tx, environment) => {
    refuseUnpinned(environment);
    await tx.query("select private.require_scope('reset')");
    const result = await work({ tx, environment, userId });
    await tx.query('select audit.record_for($1, $2, $3, $4, $5, $6)', [
      userId,
      action,
      'environment',
      environment.id,
      environment.tenant_id,
      JSON.stringify({ name: environment.name, pin: result.pin }),
    ]);
    return result;
  });
  if (action !== 'environment.frozen') prepareReset(product, { found, changed });
  return answerOf(changed);
}

function refuseUnpinned({ name, pin }: Environment): void {
  if (pin !== null) return;
  throw new AppError('conflict', `${name} has no rows yet. Repeat the request that creates it.`);
}

async function branch(
  product: Product,
  { tenantId, userId }: Account,
  { source, name, hours }: { source: Environment; name: string; hours: number | undefined },
): Promise<Environment> {
  refuseUnpinned(source);
  const request = canonicalHash({ branch: source.id });
  const added = await addEnvironment(product, { tenantId, userId, name, request, hours });
  if (added.pin !== null) return added;
  return fillEnvironment(product, added, () =>
    inEnvironment(product, added, async (tx, environment) => {
      if (environment.pin !== null) return environment;
      const locked = await lockEnvironment(tx, source.id);
      await holdFiles(tx, tenantId);
      const files = await captureEnvironment(product, { tx, environment: locked, userId });
      return pinFiles(
        product,
        { tx, environment, userId },
        {
          files,
          tables: BANK_TABLES,
          clock: clockOf(locked),
        },
      );
    }),
  );
}

const shared = { audience: 'session', scope: 'reset' } as const;

export const environmentFunctions = (product: Product): FunctionDefinition[] => [
  defineFunction({
    ...shared,
    name: 'create-environment',
    summary:
      'Creates an isolated environment from a seed, batches or a pin. The same request again returns the same one.',
    body: createEnvironmentBody,
    answer: environmentAnswer,
    handle: async (call) => {
      return answerOf(await createEnvironment(product, accountOf(call), call.body));
    },
  }),
  defineFunction({
    ...shared,
    name: 'branch-environment',
    summary: 'Creates an environment from the present rows of another one.',
    body: branchEnvironmentBody,
    answer: environmentAnswer,
    handle: async (call) => {
      const { environment, name, expires_in_hours: hours } = call.body;
      const source = await findEnvironment(product, call.caller, environment);
      return answerOf(await branch(product, accountOf(call), { source, name, hours }));
    },
  }),
  defineFunction({
    ...shared,
    name: 'reset-environment',
    summary:
      'Returns an environment to its pin: rows differ in nothing, later batches are deleted.',
    body: environmentBody,
    answer: environmentAnswer,
    handle: (call) =>
      change(product, call, {
        action: 'environment.reset',
        work: async (parts) => {
          const reset = await resetRows(product, parts);
          const { rows_tenant: tenant, pin } = reset;
          await emitEvent(parts.tx, { tenant, event: 'environment.reset', data: { pin } });
          return reset;
        },
      }),
  }),
  defineFunction({
    ...shared,
    name: 'freeze-environment',
    summary: 'Pins the present rows of an environment: a reset returns to them.',
    body: environmentBody,
    answer: environmentAnswer,
    handle: (call) =>
      change(product, call, {
        action: 'environment.frozen',
        work: async (parts) => {
          if (parts.environment.changed.length === 0) return parts.environment;
          await holdFiles(parts.tx, parts.environment.tenant_id);
          const files = await captureEnvironment(product, parts);
          const tables = changedTables(parts.environment);
          return pinFiles(product, parts, { files, tables, clock: clockOf(parts.environment) });
        },
      }),
  }),
  defineFunction({
    ...shared,
    name: 'overlay-environment',
    summary:
      'Adds, changes and removes rows of an environment, checked against keys, references and the ledger; adds edge cases by name.',
    body: overlayEnvironmentBody,
    answer: environmentAnswer,
    handle: (call) =>
      change(product, call, {
        action: 'environment.overlaid',
        work: async ({ tx, environment }) => {
          await overlayRows(tx, environment, call.body);
          return lockEnvironment(tx, environment.id);
        },
      }),
  }),
  defineFunction({
    ...shared,
    name: 'advance-environment',
    summary:
      'Lives the bank of an environment on by days: recurring payments, spending, pending purchases that are posted, bounced payments and arrears.',
    body: advanceEnvironmentBody,
    answer: environmentAnswer,
    handle: (call) =>
      change(product, call, {
        action: 'environment.advanced',
        work: async ({ tx, environment }) => {
          await advanceEnvironment(tx, environment, call.body);
          return lockEnvironment(tx, environment.id);
        },
      }),
  }),
  defineFunction({
    ...shared,
    name: 'delete-environment',
    summary: 'Deletes an environment with its rows, batches, files and keys.',
    body: environmentBody,
    answer: deletedEnvironmentAnswer,
    handle: async (call) => {
      const found = await findEnvironment(product, call.caller, call.body.environment);
      const { id } = found;
      await inEnvironment(product, found, (tx) =>
        tx.query('delete from public.environments where id = $1', [id]),
      );
      return { status: 'deleted' as const, id };
    },
  }),
];

import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { RunStatus } from '../../shared/statuses.ts';
import { suspendTenant } from '../database/suspend-tenant.ts';
import { currentRequest } from '../tracing/request-context.ts';
import { QUEUE } from './boss.ts';

export type Run = {
  id: string;
  tenant_id: string;
  kind: string;
  subject: Record<string, unknown>;
  status: RunStatus;
  attempt: number;
  /** Last attempt that was postponed in order. */
  orderly_attempts: number;
  created_by: string | null;
  /** API key that requested it. */
  api_key_id: string | null;
  request_id: string | null;
  traceparent: string | null;
  result: Record<string, unknown> | null;
  error: string | null;
};

export async function enqueueRun(
  boss: PgBoss,
  tx: pg.PoolClient,
  run: {
    tenantId: string;
    kind: string;
    subject: Record<string, unknown>;
    createdBy: string | null;
  },
): Promise<string> {
  const request = currentRequest();
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.runs (tenant_id, kind, subject, created_by, request_id, traceparent)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      run.tenantId,
      run.kind,
      JSON.stringify(run.subject),
      run.createdBy,
      request?.id ?? null,
      request?.traceparent ?? null,
    ],
  );
  const id = rows[0]!.id;
  const resume = await suspendTenant(tx);
  await boss.send(
    QUEUE,
    { runId: id },
    { db: { executeSql: (text, values) => tx.query(text, values as unknown[]) } },
  );
  await resume();
  return id;
}

const ENDED = new Set<RunStatus>(['completed', 'failed', 'cancelled']);

export async function readRun(pool: pg.Pool, id: string): Promise<Run | null> {
  const { rows } = await pool.query<Run>(
    `select id, tenant_id, kind, subject, status, attempt, orderly_attempts, created_by, request_id,
            traceparent, result, error
       from public.runs where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function waitForRun(
  pool: pg.Pool,
  {
    listener,
    id,
    milliseconds,
  }: {
    listener: { onEnd: (id: string, wake: () => void) => () => void };
    id: string;
    milliseconds: number;
  },
): Promise<Run | null> {
  let over = false;
  let wake = () => {};
  let lastReport = Promise.resolve();
  const listen = () => {
    lastReport = new Promise<void>((resolve) => {
      wake = resolve;
    });
  };
  listen();
  const forget = listener.onEnd(id, () => wake());
  const timer = setTimeout(() => {
    over = true;
    wake();
  }, milliseconds);
  try {
    for (;;) {
      const now = await readRun(pool, id);
      if (now === null || ENDED.has(now.status) || over) return now;
      await lastReport;
      listen();
    }
  } finally {
    clearTimeout(timer);
    forget();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

export type Account = { email: string; password: string };

/** Returns a separate client that shares no state. */
export function clientOf(
  sandbox: { url: string; publishableKey: string },
  key?: string,
): SupabaseClient {
  return createClient(sandbox.url, key ?? sandbox.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

export async function signedIn(
  sandbox: { url: string; publishableKey: string },
  { email, password }: Account,
): Promise<SupabaseClient> {
  const client = clientOf(sandbox);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/** Calls a function; returns its answer or throws the server's message. */
export async function call<Answer>(
  client: SupabaseClient,
  name: string,
  body: Record<string, unknown> | FormData,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { data, error } = await client.functions.invoke(name, { body, headers });
  if (error) {
    // Without an answer, the context is the network error.
    const { context } = error as { context?: unknown };
    if (!(context instanceof Response)) throw new Error(`no answer: ${String(context ?? error)}`);
    throw new Error(`${context.status} ${await context.text()}`);
  }
  return data as Answer;
}

const POLL_MILLISECONDS = 200;
const RUN_MILLISECONDS = 300_000;

type Ended = { kind: string; status: string; error: string | null; result: object | null };

async function poll<Result>(look: () => Promise<Result | undefined>): Promise<Result> {
  const deadline = Date.now() + RUN_MILLISECONDS;
  for (;;) {
    const result = await look();
    if (result !== undefined) return result;
    if (Date.now() > deadline) throw new Error('The demo took more than 5 minutes.');
    await sleep(POLL_MILLISECONDS);
  }
}

function refuseFailed(runs: readonly Ended[]): void {
  const failed = runs.find(({ status }) => status === 'failed' || status === 'cancelled');
  if (failed) throw new Error(`${failed.kind}: ${failed.error}`);
}

/** Waits until no run of the organization is open, and refuses a failed one. */
export const untilIdle = (client: SupabaseClient): Promise<true> =>
  poll(async () => {
    const runs = client.from('runs').select('kind,status,error').neq('status', 'completed');
    const { data } = await runs.throwOnError();
    refuseFailed(data as Ended[]);
    return data.length === 0 || undefined;
  });

/** Waits for the run of a queued answer, as on a busy machine; returns the answer with its result. */
export async function completed<Answer extends { status: string; runId: string }>(
  client: SupabaseClient,
  answer: Answer,
): Promise<Answer> {
  if (answer.status !== 'queued') return answer;
  return poll(async () => {
    const run = client.from('runs').select('kind,status,error,result').eq('id', answer.runId);
    const { data } = await run.single<Ended>().throwOnError();
    refuseFailed([data]);
    return data.status === 'completed' ? { ...answer, ...data.result } : undefined;
  });
}

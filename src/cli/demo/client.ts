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

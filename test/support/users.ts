import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Sandbox } from './sandbox.ts';

export const SUPERADMIN = { email: 'root@bank.example', password: 'correct horse battery' };

/** Returns a separate client that shares no state. */
export function clientOf(
  sandbox: Pick<Sandbox, 'url' | 'publishableKey'>,
  key?: string,
): SupabaseClient {
  return createClient(sandbox.url, key ?? sandbox.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

export async function signedIn(
  sandbox: Sandbox,
  account: { email: string; password: string },
): Promise<SupabaseClient> {
  const client = clientOf(sandbox);
  const { error } = await client.auth.signInWithPassword(account);
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

export async function setUpSuperadmin(sandbox: Sandbox): Promise<SupabaseClient> {
  await call(
    clientOf(sandbox),
    'admin-upsert-superadmin',
    { ...SUPERADMIN, role: 'superadmin' },
    {
      'x-admin-setup-token': sandbox.setupToken,
    },
  );
  return signedIn(sandbox, SUPERADMIN);
}

/** Creates an organization with one user, as the superadmin. */
export async function makeUser(
  sandbox: Sandbox,
  superadmin: SupabaseClient,
  user: {
    email: string;
    password: string;
    organization: string;
    role?: 'admin' | 'pilot_user';
    makerChecker?: boolean;
  },
): Promise<{ client: SupabaseClient; orgId: string; userId: string }> {
  const answer = await superadmin
    .from('organizations')
    .select('id')
    .eq('name', user.organization)
    .maybeSingle();
  const orgId =
    (answer.data as { id: string } | null)?.id ??
    (
      (await superadmin
        .from('organizations')
        .insert({
          name: user.organization,
          domain: `${user.organization.toLowerCase().replaceAll(' ', '-')}.example`,
        })
        .select('id')
        .single()
        .throwOnError()) as { data: { id: string } }
    ).data.id;
  if (answer.data === null) {
    // In most tests one user plays several roles, so maker-checker is off by default.
    await superadmin
      .from('organizations')
      .update({ four_eyes: user.makerChecker ?? false })
      .eq('id', orgId)
      .throwOnError();
  }
  const { user_id: userId } = await call<{ user_id: string }>(superadmin, 'create-user', {
    email: user.email,
    password: user.password,
    org_id: orgId,
    role: user.role ?? 'pilot_user',
  });
  return { client: await signedIn(sandbox, user), orgId, userId };
}

export async function makeStrangers(
  sandbox: Sandbox,
): Promise<{ user: SupabaseClient; stranger: SupabaseClient }> {
  const superadmin = await setUpSuperadmin(sandbox);
  const make = async (email: string, organization: string) =>
    (await makeUser(sandbox, superadmin, { email, password: 'a good password', organization }))
      .client;
  return {
    user: await make('user@one.example', 'One'),
    stranger: await make('user@two.example', 'Two'),
  };
}

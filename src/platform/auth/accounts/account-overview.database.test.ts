import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { startAuthHost } from '../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { restService } from '../../rest/service.ts';
import { ask } from '../raw-requests.fixture.ts';

const host = startBeforeTests(() =>
  startAuthHost((platform) => [{ prefix: '/rest/v1', plugin: restService(platform) }]),
);

async function person(email: string, role?: 'superadmin'): Promise<[SupabaseClient, string]> {
  const id = await host.addUser(email, 'a good password');
  if (role) {
    await host.db.database.owner.query(
      'insert into public.user_roles (user_id, role) values ($1, $2)',
      [id, role],
    );
  }
  return [await signIn(email), id];
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = host.client();
  const { error } = await client.auth.signInWithPassword({ email, password: 'a good password' });
  if (error) throw error;
  return client;
}

type SessionRow = { id: string; is_current: boolean; user_agent: string; address: string };

test('one sees the own sessions, and ends one of them at once', async () => {
  const [here] = await person('sessions@bank.example');
  const there = await signIn('sessions@bank.example');
  const [stranger] = await person('stranger@bank.example');
  const list = async (client: SupabaseClient) =>
    (await client.rpc('list_own_sessions').throwOnError()).data as SessionRow[];
  const sessions = await list(here);
  expect(sessions).toHaveLength(2);
  expect(sessions.filter((one) => one.is_current)).toHaveLength(1);
  expect(sessions[0]).toMatchObject({ address: '127.0.0.1', user_agent: expect.any(String) });

  const other = sessions.find((one) => !one.is_current)!;
  const end = (client: SupabaseClient) =>
    client.rpc('end_own_session', { p_session_id: other.id }).throwOnError();
  expect((await end(stranger)).data).toBe(false);
  expect((await end(here)).data).toBe(true);
  expect((await there.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await there.rpc('list_own_sessions')).status).toBe(401);
  expect(await list(here)).toHaveLength(1);
  expect((await host.client().rpc('list_own_sessions')).error).not.toBeNull();
});

test('a superadmin ends all sessions of another user; others may not', async () => {
  const [target, id] = await person('target@bank.example');
  const [boss] = await person('boss@bank.example', 'superadmin');
  const end = (client: SupabaseClient) => client.rpc('end_sessions_of', { p_user_id: id });
  expect((await end(target)).error?.code).toBe('42501');
  expect((await end(boss)).data).toBe(1);
  expect((await target.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('what happened to an account: seen by its owner and by superadmins', async () => {
  const [client, id] = await person('events@bank.example');
  const [stranger, strangerId] = await person('curious@bank.example');
  const [boss] = await person('auditor@bank.example', 'superadmin');
  await ask(host, 'POST', '/token?grant_type=password', {
    body: { email: 'events@bank.example', password: 'a wrong one' },
    headers: { 'user-agent': 'Firefox on a train' },
  });
  await client.auth.updateUser({ password: 'another good one' });
  const events = async (by: SupabaseClient, of?: string) =>
    by.rpc('list_security_events', of === undefined ? {} : { p_user_id: of });
  const own = (await events(client)).data as Record<string, unknown>[];
  expect(own.map(({ action }) => action)).toEqual([
    'password.changed',
    'sign_in.failed',
    'sign_in.succeeded',
    'role.granted',
  ]);
  expect(own[1]).toMatchObject({
    actor_email: 'events@bank.example',
    address: '127.0.0.1',
    agent: 'Firefox on a train',
  });
  expect((await events(boss, id)).data).toEqual(own);
  expect((await events(stranger, id)).error?.code).toBe('42501');
  const theirs = (await events(stranger)).data as Record<string, unknown>[];
  expect(JSON.stringify(theirs)).not.toContain(id);
  expect(JSON.stringify(theirs)).toContain(strangerId);
});

test('a session ends after its longest time, and after being idle', async () => {
  const { owner } = host.db.database;
  const [idle, idleId] = await person('idle@bank.example');
  await owner.query(
    "update auth.sessions set refreshed_at = now() - interval '4 days' where user_id = $1",
    [idleId],
  );
  expect((await idle.auth.refreshSession()).error?.code).toBe('session_expired');
  const [old, oldId] = await person('old@bank.example');
  const { rows } = await owner.query<{ days: number }>(
    'select round(extract(epoch from not_after - created_at) / 86400)::int as days from auth.sessions where user_id = $1',
    [oldId],
  );
  expect(rows[0]!.days).toBe(30);
  await owner.query(
    "update auth.sessions set not_after = now() - interval '1 s' where user_id = $1",
    [oldId],
  );
  expect((await old.rpc('list_own_sessions')).status).toBe(401);
  expect((await old.auth.refreshSession()).error?.code).toBe('session_expired');
});

import { createRemoteJWKSet, jwtVerify } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { PUBLISHABLE, startAuthHost } from '../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { rotateKeys } from './keys/signing-keys.ts';

const host = startBeforeTests(startAuthHost);
const ada = { email: 'ada@bank.example', password: 'one two three' };
let adaId: string;

beforeAll(async () => {
  adaId = await host.addUser(ada.email, ada.password);
});

const raw = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${host.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('signs in, and the token verifies against the published keys', async () => {
  const { data, error } = await host.client().auth.signInWithPassword(ada);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id: adaId, email: ada.email, role: 'authenticated' });
  const keys = createRemoteJWKSet(new URL(`${host.url}/auth/v1/.well-known/jwks.json`));
  const { payload, protectedHeader } = await jwtVerify(data.session!.access_token, keys);
  expect(protectedHeader.alg).toBe('ES256');
  expect(payload).toMatchObject({ sub: adaId, aal: 'aal1', aud: 'authenticated' });
});

test('refuses in the words of the protocol, old shape and new', async () => {
  const body = { email: ada.email, password: 'wrong wrong' };
  const newer = await raw('/token?grant_type=password', body, {
    'x-supabase-api-version': '2024-01-01',
  });
  expect(newer.status).toBe(400);
  expect(newer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await newer.json()).toEqual({
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  });
  const older = await raw('/token?grant_type=password', body);
  expect(await older.json()).toEqual({
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'Invalid login credentials',
  });
});

test('unknown and known addresses are answered and throttled alike', async () => {
  await host.addUser('known@bank.example', 'right right right');
  const answers = async (email: string) => {
    const all: [number, string][] = [];
    for (let i = 0; i < 12; i++) {
      const answer = await raw('/token?grant_type=password', { email, password: 'not this one' });
      all.push([answer.status, await answer.text()]);
    }
    return all;
  };
  const forKnown = await answers('known@bank.example');
  const unknown = await answers('nobody@bank.example');
  expect(forKnown).toEqual(unknown);
  expect(forKnown.map(([status]) => status)).toEqual([...Array(10).fill(400), 429, 429]);
  expect(forKnown[11]![1]).toContain('Too many failed sign-ins');
});

test('fifty guesses at once are not fifty guesses', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      raw('/token?grant_type=password', { email: 'crowd@bank.example', password: 'guess guess' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 400).length).toBe(10);
  expect(answers.filter(({ status }) => status === 429).length).toBe(40);
});

test('a refresh token moves on; its parent is answered with the same successor; older ones end the session', async () => {
  const client = host.client();
  const first = (await client.auth.signInWithPassword(ada)).data.session!;
  const refresh = async (token: string) => {
    const answer = await raw('/token?grant_type=refresh_token', { refresh_token: token });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const second = await refresh(first.refresh_token);
  expect(second.body.refresh_token).not.toBe(first.refresh_token);
  const again = await refresh(first.refresh_token);
  expect(again.body.refresh_token).toBe(second.body.refresh_token);
  const third = await refresh(second.body.refresh_token!);
  expect(third.status).toBe(200);
  await host.db.database.owner.query(
    "update auth.sessions set refreshed_at = now() - interval '1 minute'",
  );
  const stolen = await refresh(first.refresh_token);
  expect(stolen).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } });
  const after = await refresh(third.body.refresh_token!);
  expect(after).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } });
});

test('two tabs that refresh at once end with the same token', async () => {
  const session = (await host.client().auth.signInWithPassword(ada)).data.session!;
  const tokens = await Promise.all(
    [1, 2, 3].map(async () => {
      const answer = await raw('/token?grant_type=refresh_token', {
        refresh_token: session.refresh_token,
      });
      return ((await answer.json()) as { refresh_token: string }).refresh_token;
    }),
  );
  expect(new Set(tokens).size).toBe(1);
});

test('a forged or cut refresh token is not found', async () => {
  const session = (await host.client().auth.signInWithPassword(ada)).data.session!;
  const bytes = Buffer.from(session.refresh_token, 'base64url');
  bytes[19]! ^= 1;
  for (const token of [bytes.toString('base64url'), session.refresh_token.slice(2), 'x', '']) {
    const answer = await raw('/token?grant_type=refresh_token', { refresh_token: token });
    expect(answer.status).toBe(400);
  }
});

test('changing the password ends the other sessions, and the old password', async () => {
  const grace = { email: 'grace@bank.example', password: 'first password' };
  await host.addUser(grace.email, grace.password);
  const [one, two] = [host.client(), host.client()];
  await one.auth.signInWithPassword(grace);
  await two.auth.signInWithPassword(grace);
  expect((await one.auth.updateUser({ password: 'first password' })).error?.code).toBe(
    'same_password',
  );
  expect((await one.auth.updateUser({ password: 'short' })).error?.code).toBe('weak_password');
  expect((await one.auth.updateUser({ password: 'x'.repeat(73) })).error?.code).toBe(
    'validation_failed',
  );
  expect((await one.auth.updateUser({ password: 'second password' })).error).toBeNull();
  expect((await one.auth.getUser()).error).toBeNull();
  expect((await two.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await host.client().auth.signInWithPassword(grace)).error?.code).toBe(
    'invalid_credentials',
  );
});

test.each([
  ['local', [false, true]],
  ['others', [true, false]],
  ['global', [false, false]],
] as const)('logout with scope %s', async (scope, alive) => {
  const [one, two] = [host.client(), host.client()];
  const sessions = [
    (await one.auth.signInWithPassword(ada)).data.session!,
    (await two.auth.signInWithPassword(ada)).data.session!,
  ];
  expect((await one.auth.signOut({ scope })).error).toBeNull();
  const state = await Promise.all(
    sessions.map(async ({ access_token: token }) => {
      const answer = await fetch(`${host.url}/auth/v1/user`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.ok;
    }),
  );
  expect(state).toEqual([...alive]);
});

test('a disabled account is reported only after the right password, and its tokens stop at once', async () => {
  const alan = { email: 'alan@bank.example', password: 'enigma enigma' };
  const id = await host.addUser(alan.email, alan.password);
  const client = host.client();
  await client.auth.signInWithPassword(alan);
  await host.db.database.owner.query(
    "update public.profiles set status = 'disabled' where id = $1",
    [id],
  );
  expect((await client.auth.getUser()).error?.code).toBe('user_banned');
  expect((await client.auth.refreshSession()).error?.code).toBe('user_banned');
  const fresh = host.client();
  expect(
    (await fresh.auth.signInWithPassword({ ...alan, password: 'wrong wrong' })).error?.code,
  ).toBe('invalid_credentials');
  const right = await fresh.auth.signInWithPassword(alan);
  expect(right.error).toMatchObject({ code: 'user_banned', message: 'User is banned' });
});

test('recovery: one mail, one use, and no word on who exists', async () => {
  const rosa = { email: 'rosa@bank.example', password: 'before before' };
  await host.addUser(rosa.email, rosa.password);
  const answer = await raw('/recover', { email: rosa.email });
  const unknown = await raw('/recover', { email: 'nobody-at-all@bank.example' });
  expect([answer.status, await answer.text()]).toEqual([unknown.status, await unknown.text()]);
  const second = [
    await raw('/recover', { email: rosa.email }),
    await raw('/recover', { email: 'nobody-at-all@bank.example' }),
  ];
  expect(second.map(({ status }) => status)).toEqual([429, 429]);

  const resetMails = () => host.mails.filter(({ subject }) => subject === 'Reset your password');
  await expect.poll(() => resetMails().length).toBe(1);
  const link = new URL(/http\S+/.exec(resetMails()[0]!.text)![0]);
  expect(link.pathname).toBe('/reset-password');
  const hash = link.searchParams.get('token_hash')!;
  const stored = await host.db.database.owner.query(
    'select token_hash::text from auth.one_time_tokens',
  );
  expect(JSON.stringify(stored.rows)).not.toContain(hash);

  const client = host.client();
  const verified = await client.auth.verifyOtp({ token_hash: hash, type: 'recovery' });
  expect(verified.error).toBeNull();
  expect((await client.auth.updateUser({ password: 'after after' })).error).toBeNull();
  const again = await host.client().auth.verifyOtp({ token_hash: hash, type: 'recovery' });
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
  expect(
    (await host.client().auth.signInWithPassword({ ...rosa, password: 'after after' })).error,
  ).toBeNull();
});

test('GET /verify answers in the fragment, and leads nowhere but home', async () => {
  const answer = await fetch(
    `${host.url}/auth/v1/verify?token=used&type=recovery&redirect_to=https://evil.example/x`,
    { redirect: 'manual' },
  );
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(
    'http://localhost:3000#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
  );
});

test('service: makes, lists, changes and deletes users; others may not', async () => {
  const { admin } = host.service().auth;
  const created = await admin.createUser({ email: 'new@bank.example', password: 'new password' });
  expect(created.error).toBeNull();
  const id = created.data.user!.id;
  expect((await admin.getUserById(id)).data.user?.email).toBe('new@bank.example');
  const page = await admin.listUsers({ page: 1, perPage: 2 });
  expect(page.data.users.length).toBe(2);
  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
  expect((await host.client().auth.admin.listUsers()).error?.status).toBe(401);
});

test('keys rotate, and tokens of the one before stay good', async () => {
  const client = host.client();
  await client.auth.signInWithPassword(ada);
  const { kid } = await rotateKeys(host.db.database);
  const jwks = (await (await fetch(`${host.url}/auth/v1/.well-known/jwks.json`)).json()) as {
    keys: { kid: string; d?: string }[];
  };
  expect(jwks.keys.every((key) => key.d === undefined)).toBe(true);
  expect(kid).toMatch(/^[0-9a-f-]{36}$/);
  expect((await client.auth.getUser()).error).toBeNull();
});

test('refuses sign-up', async () => {
  const { error } = await host
    .client()
    .auth.signUp({ email: 'me@bank.example', password: 'let me in' });
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
});

longTest('very common passwords are refused where that is switched on', async () => {
  const strict = await startAuthHost(() => [], { denyCommonPasswords: true });
  try {
    await strict.addUser('eve@bank.example', 'not a common one');
    const client = strict.client();
    await client.auth.signInWithPassword({
      email: 'eve@bank.example',
      password: 'not a common one',
    });
    for (const password of ['password123', 'Qwerty123', 'iloveyou']) {
      const { error } = await client.auth.updateUser({ password });
      expect([password, error?.code]).toEqual([password, 'weak_password']);
    }
    expect((await client.auth.updateUser({ password: 'rare enough, surely' })).error).toBeNull();
  } finally {
    await strict.close();
  }
});

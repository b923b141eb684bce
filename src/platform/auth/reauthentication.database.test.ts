import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, expect, test } from 'vitest';
import { startAuthHost } from '../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { type Answer, ask } from './raw-requests.fixture.ts';

const PASSWORD = 'a good password';
const host = startBeforeTests(startAuthHost);
let email: string;
let client: SupabaseClient;
let serial = 0;

beforeEach(async () => {
  serial += 1;
  email = `again${serial}@bank.example`;
  await host.addUser(email, PASSWORD);
  client = host.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
});

const token = async () => (await client.auth.getSession()).data.session!.access_token;

const age = (seconds: number) =>
  host.db.database.owner.query(
    `update auth.sessions set amr = (select jsonb_agg(entry || jsonb_build_object('timestamp',
       (entry ->> 'timestamp')::bigint - $2::int)) from jsonb_array_elements(amr) entry)
      where user_id = (select id from auth.users where email = $1)`,
    [email, seconds],
  );

async function confirm(password: string): Promise<Answer> {
  const answer = await ask(host, 'POST', '/reauthenticate', {
    token: await token(),
    body: { password },
  });
  if (answer.status === 200) {
    const { access_token, refresh_token } = answer.body as unknown as Record<string, string>;
    await client.auth.setSession({
      access_token: access_token!,
      refresh_token: refresh_token!,
    });
  }
  return answer;
}

test('a password is changed after a fresh sign-in or with the present one, not from a page left open', async () => {
  expect((await client.auth.updateUser({ password: 'the second password' })).error).toBeNull();
  await age(890);
  expect((await client.auth.updateUser({ password: 'the third password' })).error).toBeNull();
  await age(20);
  const stale = await client.auth.updateUser({ password: 'the fourth password' });
  expect([stale.error?.status, stale.error?.code]).toEqual([400, 'reauthentication_needed']);
  const wrong = await client.auth.updateUser({
    password: 'the fourth password',
    current_password: PASSWORD,
  });
  expect(wrong.error?.code).toBe('current_password_invalid');
  const right = await client.auth.updateUser({
    password: 'the fourth password',
    current_password: 'the third password',
  });
  expect(right.error).toBeNull();
});

test('factors and identities are changed only after the password was given just now', async () => {
  const { data: begun } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'A' });
  await age(1000);
  const enrol = async () =>
    (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'B' })).error?.code;
  expect(await enrol()).toBe('reauthentication_needed');
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=any'],
    ['DELETE', `/user/identities/${crypto.randomUUID()}`],
  ] as const) {
    const { body } = await ask(host, method, path, { token: await token() });
    expect([path, body.code]).toEqual([path, 'reauthentication_needed']);
  }
  // An unverified factor protects nothing and can be removed.
  expect((await client.auth.mfa.unenroll({ factorId: begun!.id })).error).toBeNull();
  const before = (await client.auth.getSession()).data.session!;
  expect((await confirm('not it')).body.code).toBe('current_password_invalid');
  expect((await confirm(PASSWORD)).status).toBe(200);
  expect(await enrol()).toBeUndefined();
  const after = (await client.auth.getSession()).data.session!;
  expect(after.refresh_token).not.toBe(before.refresh_token);
  const { rows } = await host.db.database.owner.query<{ action: string }>(
    "select action from audit.events where actor_email = $1 and action like 'reauth%' order by id",
    [email],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'reauthentication.failed',
    'reauthentication.succeeded',
  ]);
});

test('a mailed code replaces the password once: reauthenticate() and its nonce', async () => {
  await age(1000);
  const answer = await client.auth.reauthenticate();
  expect(answer.error).toBeNull();
  expect((await client.auth.reauthenticate()).error?.code).toBe('over_email_send_rate_limit');
  const mailed = () => host.mails.filter(({ to }) => to === email);
  await expect.poll(() => mailed().length).toBe(1);
  const nonce = /: (\d{6})\n/.exec(mailed()[0]!.text)![1]!;
  const change = async (password: string, code: string) =>
    (await client.auth.updateUser({ password, nonce: code })).error?.code;
  const wrong = nonce === '000000' ? '000001' : '000000';
  expect(await change('the next password', wrong)).toBe('reauthentication_not_valid');
  expect(await change('the next password', nonce)).toBeUndefined();
  await age(1000);
  expect(await change('one after that', nonce)).toBe('reauthentication_not_valid');
  for (let i = 0; i < 3; i++) await change('one after that', wrong);
  expect(await change('one after that', wrong)).toBe('over_request_rate_limit');
  const other = host.client();
  await host.addUser(`other-${email}`, PASSWORD);
  await other.auth.signInWithPassword({ email: `other-${email}`, password: PASSWORD });
  const foreign = await other.auth.updateUser({ password: 'the next password', nonce });
  expect(foreign.error?.code).toBe('reauthentication_not_valid');
});

test('guessing the password within a session is slowed down with guessing it outside', async () => {
  await host.db.database.owner.query('delete from auth.attempts');
  for (let i = 0; i < 5; i++) await confirm(`guess ${i}`);
  for (let i = 5; i < 10; i++) {
    await host.client().auth.signInWithPassword({ email, password: `guess ${i}` });
  }
  expect((await confirm(PASSWORD)).status).toBe(429);
  const { error } = await host.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error?.status).toBe(429);
});

test('a weak password signs in, and the client learns that it is weak', async () => {
  await host.db.database.owner.query('delete from auth.attempts');
  const weak = async (password: string) => {
    serial += 1;
    const person = { email: `weak${serial}@bank.example`, password };
    await host.addUser(person.email, person.password);
    const { data } = await host.client().auth.signInWithPassword(person);
    expect(data.session).not.toBeNull();
    return data.weakPassword?.reasons;
  };
  expect(await weak('Password1')).toEqual(['pwned']);
  expect(await weak('xk7#qz')).toEqual(['length']);
  expect(await weak(PASSWORD)).toBeUndefined();
});

longTest('passwords of any characters, up to 72 of them, are taken as they come', async () => {
  const statuses = [
    'alllowercaseletters',
    '8391038475610293',
    ' spaces at both ends ',
    'пароль из слов 密码 🔐',
    'x'.repeat(64).replace(/x$/, 'Y'),
    'z'.repeat(72),
  ];
  for (const password of statuses) {
    expect([password, (await client.auth.updateUser({ password })).error]).toEqual([
      password,
      null,
    ]);
    const signIn = async (tried: string) => {
      await host.db.database.owner.query('delete from auth.attempts');
      return (await host.client().auth.signInWithPassword({ email, password: tried })).error?.code;
    };
    expect(await signIn(password)).toBeUndefined();
    for (const near of [password.slice(0, -1), password.trim(), password.toUpperCase()]) {
      if (near !== password) expect(await signIn(near)).toBe('invalid_credentials');
    }
  }
  const { error } = await client.auth.updateUser({ password: 'z'.repeat(73) });
  expect(error?.code).toBe('validation_failed');
});

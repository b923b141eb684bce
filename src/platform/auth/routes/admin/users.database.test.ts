import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startAuthHost } from '../../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../../test/support/before-tests.ts';

const host = startBeforeTests(startAuthHost);

const password = 'a good password';
let counter = 0;

async function newUser(more: Record<string, unknown> = {}) {
  counter += 1;
  const email = `user-${counter}@bank.example`;
  const answer = await host.service().auth.admin.createUser({ email, password, ...more });
  return { email, answer, id: answer.data.user?.id ?? '' };
}

const signIn = async (email: string, word = password) =>
  (await host.client().auth.signInWithPassword({ email, password: word })).error?.code ?? 'in';
const change = (id: string, changes: Record<string, unknown>) =>
  host.service().auth.admin.updateUserById(id, changes);
const read = async (id: string) => (await host.service().auth.admin.getUserById(id)).data.user;

test('a new user has the requested id, metadata, phone and ban', async () => {
  const id = randomUUID();
  const { email, answer } = await newUser({
    id,
    user_metadata: { name: 'Rosa' },
    app_metadata: { branch: 'North' },
    phone: '+4915112345678',
    phone_confirm: true,
    ban_duration: '1h',
  });
  expect(answer.error).toBeNull();
  const user = await read(id);
  expect(user).toMatchObject({
    id,
    email,
    phone: '4915112345678',
    phone_confirmed_at: expect.any(String),
    user_metadata: { name: 'Rosa' },
    app_metadata: { branch: 'North', provider: 'email', providers: ['email'] },
  });
  const banned = Date.parse((user as unknown as { banned_until: string }).banned_until);
  expect(Math.abs(banned - Date.now() - 3_600_000)).toBeLessThan(60_000);
  expect(await signIn(email)).toBe('user_banned');
});

test('an unconfirmed address does not sign in until it is confirmed', async () => {
  const { id, email, answer } = await newUser({ email_confirm: false });
  expect(answer.data.user?.email_confirmed_at).toBeUndefined();
  expect(await signIn(email)).toBe('email_not_confirmed');
  expect((await change(id, { email_confirm: true })).error).toBeNull();
  expect(await signIn(email)).toBe('in');
  expect((await change(id, { email_confirm: false })).error?.code).toBe('validation_failed');
});

test('a ban lasts for the given time, "none" lifts it, and an invalid time is refused', async () => {
  const { id, email } = await newUser();
  await change(id, { ban_duration: '1s' });
  await sleep(1500);
  expect(await signIn(email)).toBe('in');
  await change(id, { ban_duration: '24h' });
  expect(await signIn(email)).toBe('user_banned');
  await change(id, { ban_duration: 'none' });
  expect(await signIn(email)).toBe('in');
  expect((await change(id, { ban_duration: 'zzz' })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  });
  expect(await signIn(email)).toBe('in');
});

test('"none" also enables an account that was disabled', async () => {
  const { id, email } = await newUser();
  await host.db.database.owner.query(
    "update public.profiles set status = 'disabled' where id = $1",
    [id],
  );
  expect(await signIn(email)).toBe('user_banned');
  await change(id, { ban_duration: 'none' });
  expect(await signIn(email)).toBe('in');
});

test('the last superadmin is not banned', async () => {
  const { id } = await newUser();
  const { id: second } = await newUser();
  const grant = (user: string) =>
    host.db.database.owner.query(
      "insert into public.user_roles (user_id, role) values ($1, 'superadmin')",
      [user],
    );
  await grant(id);
  await grant(second);
  expect((await change(id, { ban_duration: '1h' })).error).toBeNull();
  expect((await change(second, { ban_duration: '1h' })).error).toMatchObject({ status: 409 });
});

test('a new e-mail replaces the previous one at sign-in; one in use is refused', async () => {
  const { id, email } = await newUser();
  const { email: taken } = await newUser();
  expect((await change(id, { email: taken })).error?.code).toBe('email_exists');
  expect((await change(id, { email: 'Moved@bank.example' })).data.user?.email).toBe(
    'moved@bank.example',
  );
  expect([await signIn(email), await signIn('moved@bank.example')]).toEqual([
    'invalid_credentials',
    'in',
  ]);
  const { rows } = await host.db.database.owner.query(
    'select email from public.profiles where id = $1',
    [id],
  );
  expect(rows).toEqual([{ email: 'moved@bank.example' }]);
  const { rows: events } = await host.db.database.owner.query(
    "select detail from audit.events where action = 'user.changed_by_service' and object_id = $1",
    [id],
  );
  expect(events).toEqual([
    { detail: { fields: ['email'], from: email, to: 'moved@bank.example' } },
  ]);
});

test('phone and metadata change; null takes a key away', async () => {
  const { id } = await newUser({ user_metadata: { a: 1, b: 2 } });
  await change(id, { user_metadata: { b: null, c: 3 }, app_metadata: { branch: 'South' } });
  await change(id, { phone: '+14155550100' });
  expect(await read(id)).toMatchObject({
    user_metadata: { a: 1, c: 3 },
    app_metadata: { branch: 'South', provider: 'email' },
    phone: '14155550100',
  });
  expect((await read(id))?.user_metadata).not.toHaveProperty('b');
  const { id: other } = await newUser();
  expect((await change(other, { phone: '14155550100' })).error?.code).toBe('phone_exists');
  expect((await change(other, { phone: 'call me' })).error?.code).toBe('validation_failed');
});

test('refuses unsupported requests by name and changes nothing', async () => {
  const { id } = await newUser();
  const refusals = [
    { password_hash: '$2a$10$x', user_metadata: { a: 1 } },
    { role: 'service_role', user_metadata: { a: 1 } },
    { nickname: 'x', user_metadata: { a: 1 } },
    { user_metadata: { a: 'x'.repeat(30_000) } },
  ];
  for (const changes of refusals) {
    const { error } = await change(id, changes);
    expect([changes, error?.status, error?.code]).toEqual([changes, 400, 'validation_failed']);
  }
  expect((await change(id, { nickname: 'x' })).error?.message).toBe('Unsupported fields: nickname');
  expect((await read(id))?.user_metadata).toEqual({});
  expect((await newUser({ invited_at: '2026-01-01' })).answer.error?.code).toBe(
    'validation_failed',
  );
  expect((await change(id, { role: 'authenticated' })).error).toBeNull();
});

test('a soft delete keeps id and time, and no personal data or credential', async () => {
  const { id, email } = await newUser({ phone: '+49301234567', user_metadata: { name: 'Ada' } });
  const { admin } = host.service().auth;
  const client = host.client();
  await client.auth.signInWithPassword({ email, password });
  expect((await admin.deleteUser(id, true)).error).toBeNull();
  const remaining = (await read(id))!;
  expect(Date.now() - Date.parse(remaining.deleted_at!)).toBeLessThan(60_000);
  expect(JSON.stringify(remaining)).not.toMatch(new RegExp(`${email}|49301234567|Ada`));
  expect((await client.auth.getUser()).error).not.toBeNull();
  expect(await signIn(email)).toBe('invalid_credentials');
  const { rows } = await host.db.database.owner.query('select from public.profiles where id = $1', [
    id,
  ]);
  expect(rows).toEqual([]);
  expect((await change(id, { email: 'back@bank.example' })).error?.code).toBe('user_not_found');
  expect((await newUser({ email })).answer.error).toBeNull();
  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
});

test('a page that is none is refused', async () => {
  const { error } = await host.service().auth.admin.listUsers({ page: -1, perPage: 2 });
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
});

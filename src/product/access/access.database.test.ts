import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import {
  type ProductHost,
  SETUP_TOKEN,
  startProductHost,
} from '../../../test/support/product-host.ts';
import { apiKeyFunctions } from './api-keys.ts';
import { accessFunctions } from './functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
const host = startBeforeTests(() =>
  startProductHost((product) => [...accessFunctions(product), ...apiKeyFunctions(product)]),
);
let root: Member;
let admin: Member;
let pilot: Member;

beforeAll(async () => {
  root = await host.member('root@bank.example', 'superadmin');
  admin = await host.member('admin@bank.example', 'admin');
  pilot = await host.member('pilot@bank.example', 'pilot_user', admin.orgId);
});

const PASSWORD = 'correct horse battery';
const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await host.db.database.owner.query(text, values)).rows as Row[];
const events = (action: string, objectId: string) =>
  sql(
    'select actor_email, tenant_id, object_type, detail from audit.events where action = $1 and object_id = $2 order by id',
    [action, objectId],
  );
const signIn = async (email: string, password: string) =>
  (await host.client().auth.signInWithPassword({ email, password })).data.user?.id;

test('request-password-reset: one answer for everybody, and one link asked for', async () => {
  const answer = await host.call('request-password-reset', { email: 'nobody@bank.example' });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'If an account exists, an email with a link is on its way.' },
  });
  expect(host.resets).toEqual(['nobody@bank.example']);
});

test('create-user: an account, its organization, its role, on record by who made it', async () => {
  const user = {
    email: 'New@Bank.example',
    password: PASSWORD,
    role: 'admin',
    org_id: admin.orgId,
  };
  const created = await host.call('create-user', user, { token: root.token });
  expect(created).toMatchObject({ status: 200, body: { message: 'User created' } });
  const id = created.body.user_id as string;
  expect(
    await sql('select email, org_id, status from public.profiles where id = $1', [id]),
  ).toEqual([{ email: 'new@bank.example', org_id: admin.orgId, status: 'active' }]);
  expect(await sql('select role from public.user_roles where user_id = $1', [id])).toEqual([
    { role: 'admin' },
  ]);
  expect(await signIn('new@bank.example', PASSWORD)).toBe(id);
  expect(await events('user.created', id)).toEqual([
    {
      actor_email: 'root@bank.example',
      tenant_id: admin.orgId,
      object_type: 'profile',
      detail: { email: user.email, role: 'admin' },
    },
  ]);
  const again = await host.call('create-user', user, { token: root.token });
  expect(again).toMatchObject({
    status: 409,
    body: { error: 'A user with this email address has already been registered' },
  });
});

test('invite-user: a link by mail, three days and once, lets the user choose the password', async () => {
  const email = 'invited@bank.example';
  const user = { email, org_id: admin.orgId, role: 'admin' };
  const invited = await host.call('invite-user', user, { token: root.token });
  expect(invited).toMatchObject({ status: 200, body: { message: 'Invitation sent' } });
  const id = invited.body.user_id as string;
  expect(await events('user.created', id)).toMatchObject([
    { actor_email: 'root@bank.example', detail: { email, role: 'admin', invited: true } },
  ]);
  await expect.poll(() => host.mails.filter(({ to }) => to === email).length).toBe(1);
  const mail = host.mails.find(({ to }) => to === email)!;
  expect(mail.subject).toBe('You are invited to the Synthetic Banking Sandbox');
  const token_hash = /token_hash=([0-9a-f]{64})&type=invite/.exec(mail.text)![1]!;
  const [token] = await sql<{ hours: number }>(
    'select round(extract(epoch from expires_at - now()) / 3600)::int as hours from auth.one_time_tokens where user_id = $1',
    [id],
  );
  expect(token).toEqual({ hours: 72 });
  // No password works until the user has chosen one.
  expect(await signIn(email, '')).toBeUndefined();
  const client = host.client();
  expect((await client.auth.verifyOtp({ token_hash, type: 'invite' })).data.user?.id).toBe(id);
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect(await signIn(email, PASSWORD)).toBe(id);
  const again = await host.client().auth.verifyOtp({ token_hash, type: 'invite' });
  expect(again.error?.code).toBe('otp_expired');
  const twice = await host.call('invite-user', user, { token: root.token });
  expect(twice).toMatchObject({
    status: 409,
    body: { error: 'A user with this email address has already been registered' },
  });
});

type Invitation = { user_id: string; invited_at: string; expires_at: string | null };

const asMember = async <Row>({ token }: Member, text: string, values: unknown[] = []) => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const caller = { role: 'authenticated' as const, claims, token };
  return host.db.database.asCaller(
    caller,
    async (tx) => (await tx.query(text, values)).rows as Row[],
  );
};
const withdraw = (member: Member, id: string) =>
  asMember(member, 'select public.withdraw_invitation($1)', [id]);

const invitations = (member: Member) =>
  asMember<Invitation>(member, 'select * from public.invitations');
const linksTo = (email: string) =>
  host.mails
    .filter(({ to }) => to === email)
    .map(({ text }) => /token_hash=([0-9a-f]{64})&type=invite/.exec(text)![1]!);

test('an open invitation is seen by superadmins, sent again with a new link, and closed by a password', async () => {
  const email = 'waiting@bank.example';
  const user = { email, org_id: admin.orgId };
  const id = (await host.call('invite-user', user, { token: root.token })).body.user_id as string;
  const own = async () => (await invitations(root)).find(({ user_id }) => user_id === id);
  // The mail was sent, and its link is valid for 72 hours.
  await expect.poll(async () => (await own())?.expires_at ?? null).not.toBeNull();
  const { invited_at, expires_at } = (await own())!;
  expect(Math.round((Date.parse(expires_at!) - Date.parse(invited_at)) / 3_600_000)).toBe(72);
  for (const member of [admin, pilot]) expect(await invitations(member)).toEqual([]);
  expect(
    (await host.call('resend-invitation', { user_id: id }, { token: admin.token })).status,
  ).toBe(403);

  const again = await host.call('resend-invitation', { user_id: id }, { token: root.token });
  expect(again).toMatchObject({ status: 200, body: { message: 'Invitation sent' } });
  await expect.poll(() => linksTo(email).length).toBe(2);
  expect(await events('user.invited_again', id)).toMatchObject([
    { actor_email: 'root@bank.example' },
  ]);
  const [before, now] = linksTo(email);
  const open = (token_hash: string) => host.client().auth.verifyOtp({ token_hash, type: 'invite' });
  expect((await open(before!)).error?.code).toBe('otp_expired');
  const client = host.client();
  expect((await client.auth.verifyOtp({ token_hash: now!, type: 'invite' })).error).toBeNull();
  // Opened, but no password chosen: still invited.
  expect(await own()).toBeDefined();
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect(await own()).toBeUndefined();
  expect(
    await host.call('resend-invitation', { user_id: id }, { token: root.token }),
  ).toMatchObject({
    status: 409,
    body: { error: 'This invitation is no longer open: it was accepted or withdrawn' },
  });
  await expect(withdraw(root, id)).rejects.toMatchObject({ code: 'PT409' });
  expect(await signIn(email, PASSWORD)).toBe(id);
});

test('a withdrawn invitation takes its account and its link along', async () => {
  const email = 'withdrawn@bank.example';
  const user = { email, org_id: admin.orgId };
  const id = (await host.call('invite-user', user, { token: root.token })).body.user_id as string;
  await expect.poll(() => linksTo(email).length).toBe(1);
  await expect(withdraw(admin, id)).rejects.toMatchObject({ code: '42501' });
  await withdraw(root, id);
  const opened = await host
    .client()
    .auth.verifyOtp({ token_hash: linksTo(email)[0]!, type: 'invite' });
  expect(opened.error?.code).toBe('otp_expired');
  expect(await sql('select from auth.users where id = $1', [id])).toEqual([]);
  expect(await events('user.invitation_withdrawn', id)).toMatchObject([
    { actor_email: 'root@bank.example', tenant_id: admin.orgId, detail: { email } },
  ]);
});

test('an invitation opens nothing once its sender lost the role; sent again by another, it opens', async () => {
  const email = 'late@bank.example';
  const sender = await host.member('sender@bank.example', 'superadmin');
  const user = { email, org_id: admin.orgId };
  const id = (await host.call('invite-user', user, { token: sender.token })).body.user_id as string;
  await expect.poll(() => linksTo(email).length).toBe(1);
  await sql("delete from public.user_roles where user_id = $1 and role = 'superadmin'", [
    sender.id,
  ]);
  const redeem = (token_hash: string) =>
    host.client().auth.verifyOtp({ token_hash, type: 'invite' });
  expect((await redeem(linksTo(email)[0]!)).error?.code).toBe('otp_expired');
  await host.call('resend-invitation', { user_id: id }, { token: root.token });
  await expect.poll(() => linksTo(email).length).toBe(2);
  expect((await redeem(linksTo(email)[1]!)).data.user?.id).toBe(id);
});

test('invite-user is for superadmins, and reports a missing mail server', async () => {
  const user = { email: 'never@bank.example', org_id: admin.orgId };
  expect((await host.call('invite-user', user, { token: admin.token })).status).toBe(403);
  expect((await host.call('invite-user', user)).status).toBe(401);
  host.product.accounts.hasMailServer = false;
  expect(await host.call('invite-user', user, { token: root.token })).toMatchObject({
    status: 503,
    body: {
      error:
        'Invitations need a mail server (SMTP_URL). Create the user with a temporary password instead.',
    },
  });
  host.product.accounts.hasMailServer = true;
  expect(await sql("select from auth.users where email = 'never@bank.example'")).toEqual([]);
});

test.each([
  [
    'an organization that is not there',
    { org_id: '00000000-0000-4000-8000-000000000000' },
    404,
    'Organization not found',
  ],
  ['a password everybody knows', { password: 'password123' }, 400, /common|guess/i],
])('create-user refuses %s, and makes nothing', async (_what, wrong, status, error) => {
  const user = {
    email: 'never@bank.example',
    password: PASSWORD,
    role: 'admin',
    org_id: admin.orgId,
  };
  const refused = await host.call('create-user', { ...user, ...wrong }, { token: root.token });
  expect([refused.status, refused.body.error]).toEqual([status, expect.stringMatching(error)]);
  expect(await sql("select from auth.users where email = 'never@bank.example'")).toEqual([]);
});

test('create-user is for superadmins', async () => {
  const user = {
    email: 'never@bank.example',
    password: PASSWORD,
    role: 'admin',
    org_id: admin.orgId,
  };
  expect((await host.call('create-user', user, { token: admin.token })).status).toBe(403);
  expect((await host.call('create-user', user)).status).toBe(401);
});

test('superadmin-reset-password: makes one, then resets it and ends its sessions', async () => {
  const account = { email: 'second@bank.example', password: PASSWORD, role: 'superadmin' };
  const ask = (password: string) =>
    host.call('superadmin-reset-password', { ...account, password }, { token: root.token });
  const answer = await ask(PASSWORD);
  expect(answer.body).toMatchObject({ created: true, message: 'Superadmin created' });
  const id = answer.body.user_id as string;
  expect(await sql('select role from public.user_roles where user_id = $1', [id])).toEqual([
    { role: 'superadmin' },
  ]);
  await signIn(account.email, PASSWORD);
  const reset = await ask('another horse battery');
  expect(reset.body).toMatchObject({
    created: false,
    user_id: id,
    message: 'Superadmin password reset',
  });
  expect(await sql('select from auth.sessions where user_id = $1', [id])).toEqual([]);
  expect(await signIn(account.email, PASSWORD)).toBeUndefined();
  expect(await signIn(account.email, 'another horse battery')).toBe(id);
  expect(await events('superadmin.reset', id)).toMatchObject([
    { actor_email: 'root@bank.example', detail: { email: account.email, created: true } },
    { detail: { email: account.email, created: false } },
  ]);
  expect((await ask('password123')).status).toBe(400);
});

test('admin-upsert-superadmin: by the setup token alone, also for an account that was disabled', async () => {
  const body = { email: 'setup@bank.example', password: PASSWORD, role: 'superadmin' };
  const ask = (headers: Record<string, string>) =>
    host.call('admin-upsert-superadmin', body, { headers });
  expect(await ask({})).toMatchObject({ status: 401, body: { error: 'Setup token is required' } });
  expect(await ask({ 'x-admin-setup-token': '' })).toMatchObject({ status: 401 });
  expect(await ask({ 'x-admin-setup-token': 'wrong' })).toMatchObject({
    status: 401,
    body: { error: 'Invalid setup token' },
  });
  expect(await sql("select from auth.users where email = 'setup@bank.example'")).toEqual([]);

  const right = { 'x-admin-setup-token': SETUP_TOKEN };
  const answer = await ask(right);
  expect(answer.body).toMatchObject({ created: true, message: 'Superadmin created' });
  const id = answer.body.user_id as string;
  await sql("update public.profiles set status = 'disabled' where id = $1", [id]);
  expect((await ask(right)).body).toMatchObject({ created: false, message: 'Superadmin updated' });
  expect(await sql('select status from public.profiles where id = $1', [id])).toEqual([
    { status: 'active' },
  ]);
  expect(await events('superadmin.setup', id)).toMatchObject([
    { actor_email: null, detail: { created: true, address: '127.0.0.1' } },
    { detail: { created: false } },
  ]);
});

test('create-api-key: shown once, kept as a hash, for admins', async () => {
  const body = { name: 'nightly', tables: ['customers', 'customers', 'accounts'] };
  const created = await host.call('create-api-key', body, { token: admin.token });
  const { id, key, prefix } = created.body as { id: string; key: string; prefix: string };
  expect(key).toMatch(/^sbx_[\w-]{43}$/);
  expect(prefix).toBe(key.slice(0, 10));
  expect(
    await sql(
      'select tenant_id, name, prefix, key_hash, tables, expires_at, created_by from public.api_keys where id = $1',
      [id],
    ),
  ).toEqual([
    {
      tenant_id: admin.orgId,
      name: 'nightly',
      prefix,
      key_hash: createHash('sha256').update(key).digest(),
      tables: ['customers', 'accounts'],
      expires_at: null,
      created_by: admin.id,
    },
  ]);
  expect(await events('api_key.created', id)).toMatchObject([
    { actor_email: 'admin@bank.example', tenant_id: admin.orgId, object_type: 'api_key' },
  ]);
  expect((await host.call('create-api-key', body, { token: pilot.token })).status).toBe(403);
  const past = { ...body, expires_at: '2020-01-01T00:00:00Z' };
  expect(await host.call('create-api-key', past, { token: admin.token })).toMatchObject({
    status: 400,
    body: { error: 'The expiry must be in the future.' },
  });
  const future = { ...body, expires_at: new Date(Date.now() + 60_000).toISOString() };
  expect((await host.call('create-api-key', future, { token: admin.token })).status).toBe(200);
});

test('a name with a zero character is refused in words', async () => {
  const body = { name: 'a\0b', tables: ['customers'] };
  expect(await host.call('create-api-key', body, { token: admin.token })).toMatchObject({
    status: 400,
    body: {
      error: 'A text contains a zero character (NUL), which can’t be stored. Nothing was changed.',
    },
  });
});

test('sandbox-query: rows of the tenant by a session or a key, of the tables that the key names', async () => {
  await sql(
    `insert into bank.customers (tenant_id, customer_id, full_name, email, city, risk_segment, join_date, batch_id)
     select t::uuid, id, name, id || '@example.com', city, 'low', '2025-01-01', gen_random_uuid()
       from (values ($1, 'C1', 'Ada', 'Oslo'), ($1, 'C2', 'Bo', 'Bergen'), ($2, 'C9', 'Cy', 'Rome'))
            as v (t, id, name, city)`,
    [admin.orgId, root.orgId],
  );
  const query = { table: 'customers', filters: { city: 'Oslo' } };
  const bySession = await host.call('sandbox-query', query, { token: pilot.token });
  expect(bySession.body).toMatchObject({
    status: 'success',
    count: 1,
    data: [{ customer_id: 'C1', full_name: 'Ada' }],
  });
  expect(await events('data.read', 'customers')).toMatchObject([
    { actor_email: 'pilot@bank.example', tenant_id: admin.orgId, object_type: 'table' },
  ]);

  const created = await host.call(
    'create-api-key',
    { name: 'reader', tables: ['customers'], rate_limit: 120 },
    { token: admin.token },
  );
  const token = created.body.key as string;
  expect((await host.call('sandbox-query', { table: 'customers' }, { token })).body).toMatchObject({
    count: 2,
    data: [{ customer_id: 'C2' }, { customer_id: 'C1' }],
  });
  expect(await host.call('sandbox-query', { table: 'accounts' }, { token })).toMatchObject({
    status: 403,
    body: { error: 'This key may not read accounts.' },
  });
  for (const wrong of [undefined, 'not a key', 'xsbx_1']) {
    const answer = await host.call('sandbox-query', query, wrong ? { token: wrong } : {});
    expect(answer.status).toBe(401);
  }
  const none = await host.call('sandbox-query', query);
  expect(none.body.error).toBe('An API key is required: Authorization: Bearer <key>');
  const answers = await Promise.all(
    Array.from({ length: 125 }, () =>
      host.call('sandbox-query', { table: 'customers' }, { token }),
    ),
  );
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThanOrEqual(5);
  expect(limited[0]!.body.error).toMatch(
    /^Too many requests with this key\. Try again in \d+ seconds\.$/,
  );
});

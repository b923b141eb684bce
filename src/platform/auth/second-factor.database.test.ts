import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AuthHost, startAuthHost } from '../../../test/support/auth-host.ts';
import { ask } from './testing/raw.ts';

let host: AuthHost;
let serial = 0;

beforeAll(async () => {
  host = await startAuthHost();
});
afterAll(() => host.close());
// Each test starts where no code was used yet.
beforeEach(() => {
  serial += 1;
  host.clock.now = new Date(Date.UTC(2030, 0, 1) + serial * 3_600_000);
});

const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
const code = (secret: string) => codeAt(secret, host.clock.now!);
const later = (seconds: number) => {
  host.clock.now = new Date(host.clock.now!.getTime() + seconds * 1000);
};

async function person(): Promise<{ id: string; email: string; password: string }> {
  const account = { email: `factor${serial}@bank.example`, password: 'a good password' };
  return { id: await host.addUser(account.email, account.password), ...account };
}

async function signIn(account: { email: string; password: string }): Promise<SupabaseClient> {
  const client = host.client();
  const { error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  return client;
}

async function enrol(client: SupabaseClient, name = 'Phone in my pocket') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error) throw error;
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: code(data.totp.secret),
  });
  if (verified.error) throw verified.error;
  later(30);
  return { factorId: data.id, secret: data.totp.secret };
}

const token = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session!.access_token;
const claims = async (client: SupabaseClient) =>
  JSON.parse(Buffer.from((await token(client)).split('.')[1]!, 'base64url').toString()) as {
    aal: string;
    amr: { method: string }[];
    session_id: string;
  };

test('an authenticator is enrolled, raises the session, ends lower ones, and is asked for at sign-in', async () => {
  const account = await person();
  const [client, elsewhere] = [await signIn(account), await signIn(account)];
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One' });
  expect(data!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect(new URL(data!.totp.uri).searchParams.get('secret')).toBe(data!.totp.secret);
  const level = () => client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect((await level()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });

  const done = await client.auth.mfa.challengeAndVerify({
    factorId: data!.id,
    code: code(data!.totp.secret),
  });
  expect(done.error).toBeNull();
  expect((await level()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect((await claims(client)).amr.map(({ method }) => method)).toEqual(['totp', 'password']);
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await claims(client)).aal).toBe('aal2');

  later(30);
  const next = await signIn(account);
  expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  const { data: factors } = await next.auth.mfa.listFactors();
  const again = { factorId: factors!.totp[0]!.id, code: code(data!.totp.secret) };
  expect((await next.auth.mfa.challengeAndVerify(again)).error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();
});

test('one code opens one session, however many ask at once', async () => {
  const account = await person();
  const { factorId, secret } = await enrol(await signIn(account));
  const clients = await Promise.all(Array.from({ length: 8 }, () => signIn(account)));
  const answers = await Promise.all(
    clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId, code: code(secret) })),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  const { rows } = await host.db.database.owner.query(
    "select from auth.sessions where user_id = $1 and aal = 'aal2'",
    [account.id],
  );
  expect(rows).toHaveLength(2);
});

test('wrong codes are refused in the words of the protocol, and slowed down', async () => {
  const account = await person();
  const { factorId, secret } = await enrol(await signIn(account));
  const client = await signIn(account);
  const bearer = await token(client);
  const challenge = await ask(host, 'POST', `/factors/${factorId}/challenge`, {
    token: bearer,
    body: { factorId },
  });
  expect(challenge.body).toMatchObject({ type: 'totp' });
  const wrong = () =>
    ask(host, 'POST', `/factors/${factorId}/verify`, {
      token: bearer,
      body: { challenge_id: challenge.body.id, code: '000000' },
    });
  expect((await wrong()).body).toEqual({
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  });
  for (let i = 0; i < 9; i++) expect((await wrong()).status).toBe(422);
  expect((await wrong()).status).toBe(429);
  const right = await client.auth.mfa.challengeAndVerify({ factorId, code: code(secret) });
  expect(right.error?.status).toBe(429);
});

test('a challenge belongs to one session and one factor, and ends after five minutes', async () => {
  const account = await person();
  const { factorId, secret } = await enrol(await signIn(account));
  const [one, two] = [await signIn(account), await signIn(account)];
  const { data: challenge } = await one.auth.mfa.challenge({ factorId });
  const answer = { factorId, challengeId: challenge!.id, code: code(secret) };
  expect((await two.auth.mfa.verify(answer)).error?.code).toBe('mfa_challenge_expired');
  await host.db.database.owner.query(
    "update auth.mfa_challenges set expires_at = now() - interval '1 second' where id = $1",
    [challenge!.id],
  );
  expect((await one.auth.mfa.verify(answer)).error?.code).toBe('mfa_challenge_expired');
  const moved = (await one.auth.mfa.challenge({ factorId })).data!;
  await host.db.database.owner.query(
    "update auth.mfa_challenges set ip = '10.0.0.1' where id = $1",
    [moved.id],
  );
  expect((await one.auth.mfa.verify({ ...answer, challengeId: moved.id })).error?.code).toBe(
    'mfa_ip_address_mismatch',
  );
  const open = (await one.auth.mfa.challenge({ factorId })).data!;
  expect((await one.auth.mfa.verify({ ...answer, challengeId: open.id })).error).toBeNull();
});

test('a session without the second step changes nothing and reads nothing', async () => {
  const account = await person();
  const full = await signIn(account);
  const before = await token(full);
  const { factorId } = await enrol(full);
  const half = await signIn(account);
  expect((await half.auth.updateUser({ password: 'another password' })).error).toMatchObject({
    status: 401,
    code: 'insufficient_aal',
  });
  expect(
    (await half.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error,
  ).toMatchObject({ status: 403, code: 'insufficient_aal' });
  expect((await half.auth.mfa.unenroll({ factorId })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  });
  const { database } = host.db;
  const asked = async (bearer: string) => {
    const caller = await host.platform.keys.verify(bearer);
    return database.asCaller(
      { role: 'authenticated', claims: caller, token: bearer },
      async (tx) => (await tx.query('select private.tenant_id() as id')).rows[0],
    );
  };
  await expect(asked(await token(half))).rejects.toMatchObject({ code: 'PT403' });
  // The token from before the second step gains nothing by the step.
  await expect(asked(before)).rejects.toMatchObject({ code: 'PT403' });
  expect(await asked(await token(full))).toEqual({ id: account.id });
});

test('names are unique, ten factors are enough, unfinished ones are forgotten', async () => {
  const client = await signIn(await person());
  const add = (friendlyName: string) =>
    client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  expect((await add('A')).error).toBeNull();
  expect((await add('A')).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  for (const name of 'BCDEFGHIJ') expect((await add(name)).error).toBeNull();
  expect((await add('K')).error).toMatchObject({ code: 'too_many_enrolled_mfa_factors' });
  await host.db.database.owner.query(
    "update auth.mfa_factors set created_at = now() - interval '6 minutes'",
  );
  expect((await client.auth.mfa.listFactors()).data!.all).toEqual([]);
  expect((await add('A')).error).toBeNull();
});

test('taking the last factor off lowers the sessions and tells the owner', async () => {
  const account = await person();
  const client = await signIn(account);
  const { factorId } = await enrol(client);
  expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await claims(client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  expect((await client.auth.updateUser({ data: { note: 1 } })).error).toBeNull();
  const { rows } = await host.db.database.owner.query<{ action: string }>(
    "select action from audit.events where actor_id = $1 and action like 'factor%' order by id",
    [account.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['factor.added', 'factor.removed']);
});

test("others' factors are not found", async () => {
  const owner = await signIn(await person());
  const { factorId } = await enrol(owner);
  serial += 100;
  const stranger = await signIn(await person());
  for (const [method, path] of [
    ['POST', `/factors/${factorId}/challenge`],
    ['DELETE', `/factors/${factorId}`],
    ['DELETE', '/factors/no-id'],
  ] as const) {
    const answer = await ask(host, method, path, { token: await token(stranger) });
    expect([answer.status, answer.body.code]).toEqual([404, 'mfa_factor_not_found']);
  }
});

test('secrets and codes are not in the database as they are', async () => {
  const client = await signIn(await person());
  const { secret } = await enrol(client);
  const { data } = await client.auth.mfa.recoveryCodes.generate();
  const dump = await host.db.database.owner.query<{ text: string }>(
    `select (select json_agg(f) from auth.mfa_factors f)::text || (select json_agg(c) from auth.recovery_codes c)::text
        || (select json_agg(e) from audit.events e)::text as text`,
  );
  const { text } = dump.rows[0]!;
  expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  for (const one of [secret, ...data!.codes]) expect(text).not.toContain(one);
});

test('recovery codes: ten, each once, in place of the factor', async () => {
  const account = await person();
  const client = await signIn(account);
  const { recoveryCodes } = client.auth.mfa;
  expect((await recoveryCodes.generate()).error).toMatchObject({ code: 'insufficient_aal' });
  expect((await recoveryCodes.getStatus()).error).toMatchObject({ code: 'mfa_factor_not_found' });
  const { factorId } = await enrol(client);
  const made = (await recoveryCodes.generate({ friendlyName: 'Paper' })).data!;
  expect(new Set(made.codes).size).toBe(10);
  expect((await recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');

  const half = await signIn(account);
  const typed = made.codes[3]!.toUpperCase().replace(/(.{4})/g, '$1-');
  expect((await half.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
  expect((await claims(half)).amr[0]!.method).toBe('mfa/recovery_code');
  expect((await claims(half)).aal).toBe('aal2');
  const again = await signIn(account);
  const spent = await again.auth.mfa.recoveryCodes.verify({ code: made.codes[3]! });
  expect(spent.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  expect((await again.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({
    total: 10,
    remaining: 9,
  });

  const renewed = (await half.auth.mfa.recoveryCodes.regenerate()).data!;
  expect(renewed.id).toBe(made.id);
  const old = await again.auth.mfa.recoveryCodes.verify({ code: made.codes[4]! });
  expect(old.error?.code).toBe('mfa_verification_failed');
  const race = await Promise.all(
    [again, await signIn(account)].map((one) =>
      one.auth.mfa.recoveryCodes.verify({ code: renewed.codes[0]! }),
    ),
  );
  expect(race.filter(({ error }) => error === null)).toHaveLength(1);

  // With the last factor the codes go too.
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await client.auth.mfa.listFactors()).data!.all).toEqual([]);
});

test('a phone: the code comes by message, once a minute, and is good once', async () => {
  const account = await person();
  const client = await signIn(account);
  const bad = await client.auth.mfa.enroll({ factorType: 'phone', phone: 'none' });
  expect(bad.error).toMatchObject({ status: 400, code: 'validation_failed' });
  const { data: factor } = await client.auth.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Mobile',
    phone: '+49 30 901820',
  });
  expect(factor).toMatchObject({ type: 'phone', phone: '4930901820' });
  const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor!.id });
  const { to, text } = host.messages.at(-1)!;
  expect(to).toBe('+4930901820');
  const sent = /\d{6}/.exec(text)![0];
  expect((await client.auth.mfa.challenge({ factorId: factor!.id })).error).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
  });
  const answer = { factorId: factor!.id, challengeId: challenge!.id };
  const wrong = sent === '111111' ? '222222' : '111111';
  expect((await client.auth.mfa.verify({ ...answer, code: wrong })).error?.code).toBe(
    'mfa_verification_failed',
  );
  expect((await client.auth.mfa.verify({ ...answer, code: sent })).error).toBeNull();
  expect((await claims(client)).amr[0]!.method).toBe('mfa/phone');
  expect((await client.auth.mfa.verify({ ...answer, code: sent })).error?.code).toBe(
    'mfa_challenge_expired',
  );
});

test('an organization can require a second factor of its members', async () => {
  const account = await person();
  const { owner } = host.db.database;
  await owner.query(
    `with made as (insert into public.organizations (name, domain, require_second_factor)
       values ('Strict', 'strict.example', true) returning id)
     update public.profiles set org_id = made.id from made where profiles.id = $1`,
    [account.id],
  );
  const client = await signIn(account);
  const read = async () => {
    const bearer = await token(client);
    const caller = await host.platform.keys.verify(bearer);
    return host.db.database.asCaller(
      { role: 'authenticated', claims: caller, token: bearer },
      async (tx) => (await tx.query('select from public.profiles')).rowCount,
    );
  };
  await expect(read()).rejects.toThrow('Your organization requires a second factor');
  const { data } = await client.auth.getUser();
  expect(data.user!.app_metadata.second_factor_required).toBe(true);
  await enrol(client);
  expect(await read()).toBe(1);
});

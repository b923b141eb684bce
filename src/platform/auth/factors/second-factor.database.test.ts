import { beforeEach, expect, test } from 'vitest';
import { startAuthHost } from '../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { factorPeople } from '../factor-users.fixture.ts';
import { ask } from '../raw-requests.fixture.ts';

const host = startBeforeTests(startAuthHost);
const people = factorPeople(host);
beforeEach(() => people.startOver());

test('an authenticator is enrolled, raises the session, ends lower ones, and is required at sign-in', async () => {
  const account = await people.person();
  const [client, elsewhere] = [await people.signIn(account), await people.signIn(account)];
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One' });
  expect(data!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect(new URL(data!.totp.uri).searchParams.get('secret')).toBe(data!.totp.secret);
  const level = () => client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect((await level()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });

  const done = await client.auth.mfa.challengeAndVerify({
    factorId: data!.id,
    code: people.code(data!.totp.secret),
  });
  expect(done.error).toBeNull();
  expect((await level()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect((await people.claims(client)).amr.map(({ method }) => method)).toEqual([
    'totp',
    'password',
  ]);
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await people.claims(client)).aal).toBe('aal2');

  people.later(30);
  const next = await people.signIn(account);
  expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  const { data: factors } = await next.auth.mfa.listFactors();
  const again = { factorId: factors!.totp[0]!.id, code: people.code(data!.totp.secret) };
  expect((await next.auth.mfa.challengeAndVerify(again)).error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();
});

test('one code opens one session, however many ask at once', async () => {
  const account = await people.person();
  const { factorId, secret } = await people.enrol(await people.signIn(account));
  const clients = await Promise.all(Array.from({ length: 8 }, () => people.signIn(account)));
  const answers = await Promise.all(
    clients.map((client) =>
      client.auth.mfa.challengeAndVerify({ factorId, code: people.code(secret) }),
    ),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  const { rows } = await host.db.database.owner.query(
    "select from auth.sessions where user_id = $1 and aal = 'aal2'",
    [account.id],
  );
  expect(rows).toHaveLength(2);
});

test('wrong codes are refused in the words of the protocol, and slowed down', async () => {
  const account = await people.person();
  const { factorId, secret } = await people.enrol(await people.signIn(account));
  const client = await people.signIn(account);
  const bearer = await people.token(client);
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
  const right = await client.auth.mfa.challengeAndVerify({ factorId, code: people.code(secret) });
  expect(right.error?.status).toBe(429);
});

test('a challenge belongs to one session and one factor, and ends after five minutes', async () => {
  const account = await people.person();
  const { factorId, secret } = await people.enrol(await people.signIn(account));
  const [one, two] = [await people.signIn(account), await people.signIn(account)];
  const { data: challenge } = await one.auth.mfa.challenge({ factorId });
  const answer = { factorId, challengeId: challenge!.id, code: people.code(secret) };
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
  const account = await people.person();
  const full = await people.signIn(account);
  const before = await people.token(full);
  const { factorId } = await people.enrol(full);
  const half = await people.signIn(account);
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
  const readAs = async (bearer: string) => {
    const caller = await host.platform.keys.verify(bearer);
    return database.asCaller(
      { role: 'authenticated', claims: caller, token: bearer },
      async (tx) => (await tx.query('select private.tenant_id() as id')).rows[0],
    );
  };
  await expect(readAs(await people.token(half))).rejects.toMatchObject({ code: 'PT403' });
  // A token from before the second step is not raised by it.
  await expect(readAs(before)).rejects.toMatchObject({ code: 'PT403' });
  expect(await readAs(await people.token(full))).toEqual({ id: account.id });
});

test('names are unique, ten factors are enough, unfinished ones are forgotten', async () => {
  const client = await people.signIn(await people.person());
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

test('removing the last factor lowers the sessions and notifies the owner', async () => {
  const account = await people.person();
  const client = await people.signIn(account);
  const { factorId } = await people.enrol(client);
  expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await people.claims(client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  expect((await client.auth.updateUser({ data: { note: 1 } })).error).toBeNull();
  const { rows } = await host.db.database.owner.query<{ action: string }>(
    "select action from audit.events where actor_id = $1 and action like 'factor%' order by id",
    [account.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['factor.added', 'factor.removed']);
});

test("others' factors are not found", async () => {
  const owner = await people.signIn(await people.person());
  const { factorId } = await people.enrol(owner);
  const stranger = await people.signIn(await people.person());
  for (const [method, path] of [
    ['POST', `/factors/${factorId}/challenge`],
    ['DELETE', `/factors/${factorId}`],
    ['DELETE', '/factors/no-id'],
  ] as const) {
    const answer = await ask(host, method, path, { token: await people.token(stranger) });
    expect([answer.status, answer.body.code]).toEqual([404, 'mfa_factor_not_found']);
  }
});

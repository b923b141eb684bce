import { expect, test } from 'vitest';
import { startAuthHost } from '../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { createAuthenticator, type Flaw } from '../authenticator.fixture.ts';
import { ask } from '../raw-requests.fixture.ts';

const host = startBeforeTests(startAuthHost);
let serial = 0;

async function signIn(account: { email: string; password: string }): Promise<string> {
  const { data, error } = await host.client().auth.signInWithPassword(account);
  if (error) throw error;
  return data.session.access_token;
}

async function person() {
  serial += 1;
  const account = { email: `key${serial}@bank.example`, password: 'a good password' };
  await host.addUser(account.email, account.password);
  return account;
}

async function addFactor(token: string, name = 'Key'): Promise<string> {
  const body = { factor_type: 'webauthn', friendly_name: name };
  return String((await ask(host, 'POST', '/factors', { token, body })).body.id);
}

async function challenge(token: string, factor: string, claimed?: object) {
  const { status, body } = await ask(host, 'POST', `/factors/${factor}/challenge`, {
    token,
    body: { factorId: factor, ...(claimed && { webauthn: claimed }) },
  });
  const options = body.webauthn?.credential_options;
  return { status, id: body.id, kind: body.webauthn?.type, publicKey: options?.publicKey, body };
}

const answer = (token: string, factor: string, id: unknown, response: object) =>
  ask(host, 'POST', `/factors/${factor}/verify`, {
    token,
    body: { challenge_id: id, webauthn: { type: 'any', credential_response: response } },
  });

const site = () => host.platform.publicUrl;

async function withKey() {
  const account = await person();
  const token = await signIn(account);
  const factor = await addFactor(token);
  const key = createAuthenticator(site());
  const issued = await challenge(token, factor);
  const response = key.register(String(issued.publicKey!.challenge));
  const done = await answer(token, factor, issued.id, response);
  expect(done.status).toBe(200);
  return { account, factor, key, token: String(done.body.access_token) };
}

const levelOf = (token: string) => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  return [claims.aal, claims.amr[0].method];
};

test('a key is registered, and asked for at the next sign-in', async () => {
  const { account, factor, key, token } = await withKey();
  expect(levelOf(token)).toEqual(['aal2', 'mfa/webauthn']);
  const half = await signIn(account);
  const issued = await challenge(half, factor, {
    rpId: 'localhost',
    rpOrigins: [site()],
  });
  expect(issued.kind).toBe('request');
  expect(issued.publicKey).toMatchObject({ rpId: 'localhost' });
  const done = await answer(
    half,
    factor,
    issued.id,
    key.assert(String(issued.publicKey!.challenge)),
  );
  expect(levelOf(String(done.body.access_token))).toEqual(['aal2', 'mfa/webauthn']);
});

const flaws: [string, Flaw][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://localhost:3001' }],
  ['another party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.from('not this one').toString('base64url') }],
  ['nobody present', { absent: true }],
  ['a counter that went back', { counter: 1 }],
];
test.each(flaws)('an answer with %s does not count', async (_, flaw) => {
  const { account, factor, key } = await withKey();
  const half = await signIn(account);
  const open = async () => {
    const issued = await challenge(half, factor);
    return { id: issued.id, text: String(issued.publicKey!.challenge) };
  };
  const first = await open();
  await answer(half, factor, first.id, key.assert(first.text));
  const again = await signIn(account);
  const issued = await challenge(again, factor);
  const text = String(issued.publicKey!.challenge);
  const refused = await answer(again, factor, issued.id, key.assert(text, flaw));
  expect([refused.status, refused.body.code]).toEqual([422, 'mfa_verification_failed']);
  // The challenge is spent, so the right answer is too late.
  const late = await answer(again, factor, issued.id, key.assert(text));
  expect(late.body.code).toBe('mfa_challenge_expired');
});

test.each(flaws.slice(0, 5))('a registration with %s does not count', async (_, flaw) => {
  const token = await signIn(await person());
  const factor = await addFactor(token);
  const key = createAuthenticator(site());
  const issued = await challenge(token, factor);
  expect(issued.kind).toBe('create');
  const response = key.register(String(issued.publicKey!.challenge), flaw);
  expect((await answer(token, factor, issued.id, response)).body.code).toBe(
    'mfa_verification_failed',
  );
});

test('refuses the security key of another user for an answer or a registration', async () => {
  const owner = await withKey();
  const other = await withKey();
  const half = await signIn(owner.account);
  const issued = await challenge(half, owner.factor);
  const text = String(issued.publicKey!.challenge);
  const foreign = await answer(half, owner.factor, issued.id, other.key.assert(text));
  expect(foreign.body.code).toBe('mfa_verification_failed');
  const disguised = { ...other.key.assert(text), id: owner.key.assert(text).id };
  const second = await challenge(half, owner.factor);
  expect((await answer(half, owner.factor, second.id, disguised)).body.code).toBe(
    'mfa_verification_failed',
  );

  const thief = await signIn(await person());
  const factor = await addFactor(thief);
  const create = await challenge(thief, factor);
  const copied = owner.key.register(String(create.publicKey!.challenge));
  expect((await answer(thief, factor, create.id, copied)).body.code).toBe(
    'mfa_verification_failed',
  );
});

test('a client does not choose the party', async () => {
  const token = await signIn(await person());
  const issued = await challenge(token, await addFactor(token), { rpId: 'evil.example' });
  expect([issued.status, issued.body.code]).toEqual([400, 'validation_failed']);
});

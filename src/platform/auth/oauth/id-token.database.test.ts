import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { MOBILE, startOAuthHost } from '../oauth-host.fixture.ts';
import { ask } from '../raw-requests.fixture.ts';
import { createVisitor } from '../visitor.fixture.ts';

const site = startBeforeTests(startOAuthHost);

/** External application that signs in with the provider directly and passes on its id token. */
async function idTokenFor(clientId: string, login: string, nonce?: string): Promise<string> {
  const visitor = createVisitor();
  const verifier = 'p'.repeat(43);
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: MOBILE,
    scope: 'openid email',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    claims: JSON.stringify({ id_token: { email: null, email_verified: null } }),
    ...(nonce !== undefined && { nonce }),
  });
  const back = await site.provider.walk(visitor, `${site.provider.issuer}/auth?${query}`, login);
  const answer = await fetch(`${site.provider.issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${encodeURIComponent(`secret of ${clientId}`).replaceAll('%20', '+')}`)}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(back).searchParams.get('code')!,
      redirect_uri: MOBILE,
      code_verifier: verifier,
    }),
  });
  return ((await answer.json()) as { id_token: string }).id_token;
}

test('an id token signs in: right issuer, audience and nonce, and nothing else', async () => {
  const nonce = 'a nonce of the application';
  const hashed = createHash('sha256').update(nonce).digest('hex');
  const token = await idTokenFor('mobile', 'grace', hashed);
  const signIn = (given: { token: string; nonce?: string; provider?: string }) =>
    site.host.client().auth.signInWithIdToken({ provider: 'staff', ...given } as never);
  const right = await signIn({ token, nonce });
  expect(right.error).toBeNull();
  expect(right.data.user!.id).toBe(site.ids.grace);
  expect((await signIn({ token, nonce: 'other' })).error).toMatchObject({
    status: 400,
    message: 'Nonces mismatch',
  });
  expect((await signIn({ token })).error?.message).toBe(
    'Passed nonce and nonce in id_token should either both exist or not.',
  );
  expect((await signIn({ token: `${token}x`, nonce })).error?.message).toBe('Bad ID token');
  expect((await signIn({ token: 'x.y.z', nonce })).error?.message).toBe('Bad ID token');
  expect((await signIn({ token, nonce, provider: 'nobody' })).error?.code).toBe(
    'provider_disabled',
  );
  const foreign = await idTokenFor('foreign', 'grace');
  expect((await signIn({ token: foreign })).error?.message).toBe(
    'Unacceptable audience in id_token: [foreign]',
  );
  const missing = await ask(site.host, 'POST', '/token?grant_type=id_token', { body: {} });
  expect(missing.body).toEqual({
    error: 'invalid request',
    error_description: 'id_token required',
  });
  const unknown = await signIn({ token: await idTokenFor('mobile', 'stranger') });
  expect(unknown.error?.code).toBe('signup_disabled');
});

test('an id token links to the account that is signed in, and to no other', async () => {
  const client = site.host.client();
  const third = { email: 'third@bank.example', password: 'password of third' };
  await client.auth.signInWithPassword(third);
  const link = async (login: string) =>
    client.auth.linkIdentity({
      provider: 'staff',
      token: await idTokenFor('mobile', login),
    } as never);
  const ada = await idTokenFor('mobile', 'ada');
  await site.host.client().auth.signInWithIdToken({ provider: 'staff', token: ada } as never);
  expect((await link('ada')).error).toMatchObject({ code: 'identity_already_exists' });
  const linked = (await link('stranger')) as unknown as {
    data: { user: { id: string } };
    error: unknown;
  };
  expect(linked.error).toBeNull();
  expect(linked.data.user.id).toBe(site.ids.third);
  const bare = await ask(site.host, 'POST', '/token?grant_type=id_token', {
    body: {
      provider: 'staff',
      id_token: await idTokenFor('mobile', 'stranger'),
      link_identity: true,
    },
  });
  expect(bare.status).toBe(401);
});

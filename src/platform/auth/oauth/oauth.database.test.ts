import { createHash } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { PUBLISHABLE } from '../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { startOAuthHost } from '../oauth-host.fixture.ts';
import { ask } from '../raw-requests.fixture.ts';
import { createVisitor, type Visitor } from '../visitor.fixture.ts';

const site = startBeforeTests(startOAuthHost);

const here = () => site.host.platform.publicUrl;
const clientIn = (visitor: Visitor, flowType: 'pkce' | 'implicit' = 'implicit') =>
  createClient(site.host.url, PUBLISHABLE, {
    auth: { autoRefreshToken: false, detectSessionInUrl: false, flowType, storage: memory() },
    global: { fetch: visitor.fetch },
  });

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

async function signInAs(login: string, query = '', visitor = createVisitor()): Promise<URL> {
  const start = await visitor.get(`${here()}/auth/v1/authorize?provider=staff${query}`);
  expect(start.status).toBe(302);
  const back = await site.provider.walk(visitor, start.headers.get('location')!, login);
  const end = await visitor.get(back);
  expect(end.status).toBe(302);
  return new URL(end.headers.get('location')!);
}

const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

test('the first sign-in links by the verified e-mail; the next ones by the identity', async () => {
  const first = await signInAs('ada');
  expect(`${first.origin}${first.pathname}`).toBe(`${here()}/`);
  const parameters = fragment(first);
  expect(Object.keys(parameters)).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
  ]);
  const client = site.host.client();
  const { data } = await client.auth.setSession({
    access_token: parameters.access_token!,
    refresh_token: parameters.refresh_token!,
  });
  expect(data.user!.id).toBe(site.ids.ada);
  expect(data.user!.app_metadata.providers).toEqual(['email', 'staff']);
  site.people.ada!.email = 'somebody-else@bank.example';
  expect(fragment(await signInAs('ada')).access_token).toBeDefined();
  site.people.ada!.email = 'Ada@Bank.example';
});

test('refuses unknown, unverified and disabled users', async () => {
  const refusal = async (login: string) => {
    const url = await signInAs(login);
    expect(url.searchParams.get('error_code')).toBe(fragment(url).error_code);
    return fragment(url);
  };
  expect(await refusal('stranger')).toMatchObject({
    error: 'access_denied',
    error_code: 'signup_disabled',
  });
  expect(await refusal('unverified')).toMatchObject({
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
  });
  // A second person at the provider who was assigned the first one's address.
  expect(await refusal('second')).toMatchObject({
    error_code: 'identity_already_exists',
    error_description:
      'The account of ada@bank.example signs in with another identity of staff. Sign in with its password, unlink that identity in Settings, then try again.',
  });
  await site.host.db.database.owner.query(
    "update public.profiles set status = 'disabled' where id = $1",
    [site.ids.alan],
  );
  expect(await refusal('alan')).toMatchObject({
    error: 'access_denied',
    error_code: 'user_banned',
  });
});

test('a state is good once, in the browser that set out', async () => {
  const visitor = createVisitor();
  const start = await visitor.get(`${here()}/auth/v1/authorize?provider=staff`);
  const back = await site.provider.walk(visitor, start.headers.get('location')!, 'ada');
  const code = async (one: Visitor, address: string) => {
    const answer = await one.get(address);
    return [answer.status, fragment(new URL(answer.headers.get('location')!)).error_code];
  };
  const elsewhere = createVisitor();
  expect(await code(elsewhere, back)).toEqual([303, 'bad_oauth_state']);
  expect(await code(visitor, back)).toEqual([303, 'bad_oauth_state']);
  const invented = `${here()}/auth/v1/callback?code=x&state=${crypto.randomUUID()}`;
  expect(await code(visitor, invented)).toEqual([303, 'bad_oauth_state']);
  expect(await code(visitor, `${here()}/auth/v1/callback?code=x`)).toEqual([
    303,
    'bad_oauth_callback',
  ]);
});

test('quotes the refusal of a provider', async () => {
  const visitor = createVisitor();
  const start = await visitor.get(`${here()}/auth/v1/authorize?provider=staff`);
  const state = new URL(start.headers.get('location')!).searchParams.get('state');
  const end = await visitor.get(
    `${here()}/auth/v1/callback?state=${state}&error=access_denied&error_description=Not+today`,
  );
  const url = new URL(end.headers.get('location')!);
  expect([url.origin, fragment(url)]).toEqual([
    here(),
    {
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'Not today',
      sb: '',
    },
  ]);
});

test('leads to the site or the allow-list, and nowhere else', async () => {
  const ends = async (redirect: string) => {
    const url = await signInAs('ada', `&redirect_to=${encodeURIComponent(redirect)}`);
    return `${url.origin}${url.pathname}${url.search}`;
  };
  expect(await ends('https://evil.example/x')).toBe(`${here()}/`);
  expect(await ends('https://app.bank.example/after?sb_flow_id=1')).toBe(
    'https://app.bank.example/after?sb_flow_id=1',
  );
});

test('with PKCE the client gets a code, good once and with its own proof only', async () => {
  const visitor = createVisitor();
  const client = clientIn(visitor, 'pkce');
  const { data } = await client.auth.signInWithOAuth({
    provider: 'staff' as never,
    options: { skipBrowserRedirect: true, redirectTo: 'https://app.bank.example/after' },
  });
  const begin = new URL(data.url!);
  const start = await visitor.get(`${here()}${begin.pathname}${begin.search}`);
  const back = await site.provider.walk(visitor, start.headers.get('location')!, 'grace');
  const end = new URL((await visitor.get(back)).headers.get('location')!);
  expect(end.hash).toBe('');
  const code = end.searchParams.get('code')!;
  const exchanged = await client.auth.exchangeCodeForSession(code, {
    flowId: end.searchParams.get('sb_flow_id') ?? undefined,
  } as never);
  expect(exchanged.error).toBeNull();
  expect(exchanged.data.user!.id).toBe(site.ids.grace);
  const redeem = (body: unknown) => ask(site.host, 'POST', '/token?grant_type=pkce', { body });
  const verifier = 'v'.repeat(43);
  expect((await redeem({ auth_code: code, code_verifier: verifier })).body.code).toBe(
    'flow_state_not_found',
  );

  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const proof = `&code_challenge=${challenge}&code_challenge_method=s256`;
  const codeOf = async () => (await signInAs('grace', proof)).searchParams.get('code');
  const spent = await codeOf();
  expect((await redeem({ auth_code: spent, code_verifier: 'w'.repeat(43) })).body.code).toBe(
    'bad_code_verifier',
  );
  expect((await redeem({ auth_code: spent, code_verifier: verifier })).body.code).toBe(
    'flow_state_not_found',
  );
  const late = await codeOf();
  await site.host.db.database.owner.query(
    "update auth.auth_codes set expires_at = now() - interval '1 s'",
  );
  expect((await redeem({ auth_code: late, code_verifier: verifier })).body.code).toBe(
    'flow_state_expired',
  );
  expect((await redeem({ auth_code: await codeOf(), code_verifier: verifier })).status).toBe(200);
  const half = await ask(site.host, 'GET', `/authorize?provider=staff&code_challenge=${challenge}`);
  expect(half.body.message).toBe('PKCE flow requires code_challenge_method and code_challenge');
});

test('a signed-in user links an identity, keeps the session, and takes it off again', async () => {
  const visitor = createVisitor();
  const client = clientIn(visitor);
  await client.auth.signInWithPassword({
    email: 'third@bank.example',
    password: 'password of third',
  });
  const link = async (login: string) => {
    const { data, error } = await client.auth.linkIdentity({ provider: 'staff' as never });
    if (error) throw error;
    const back = await site.provider.walk(visitor, data.url!, login);
    // The cookie was set for the address that the client used.
    const { pathname, search } = new URL(back);
    const end = await visitor.get(`${site.host.url}${pathname}${search}`);
    return fragment(new URL(end.headers.get('location')!));
  };
  const session = (await client.auth.getSession()).data.session!;
  const refusal = await link('ada');
  expect(refusal.error_code).toBe('identity_already_exists');

  const own = createVisitor();
  const mine = clientIn(own);
  await mine.auth.setSession(session);
  const { data } = await mine.auth.linkIdentity({ provider: 'staff' as never });
  const back = new URL(await site.provider.walk(own, data!.url!, 'third'));
  const end = await own.get(`${site.host.url}${back.pathname}${back.search}`);
  const linked = fragment(new URL(end.headers.get('location')!));
  const sessionOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).session_id;
  expect(sessionOf(linked.access_token!)).toBe(sessionOf(session.access_token));

  const { data: identities } = await client.auth.getUserIdentities();
  expect(identities!.identities.map((one) => one.provider)).toEqual(['email', 'staff']);
  const [email, staff] = identities!.identities;
  expect((await client.auth.unlinkIdentity(email!)).error?.code).toBe(
    'email_conflict_identity_not_deletable',
  );
  expect(
    (await client.auth.unlinkIdentity({ ...staff!, identity_id: site.ids.ada! })).error?.code,
  ).toBe('identity_not_found');
  expect((await client.auth.unlinkIdentity(staff!)).error).toBeNull();
  expect((await client.auth.unlinkIdentity(email!)).error?.code).toBe(
    'single_identity_not_deletable',
  );
});

test('an unknown provider is refused; the settings name the known ones', async () => {
  const unknown = await ask(site.host, 'GET', '/authorize?provider=constructor');
  expect([unknown.status, unknown.body.code]).toEqual([400, 'validation_failed']);
  expect((await ask(site.host, 'GET', '/settings')).body.external).toEqual({
    email: true,
    phone: false,
    staff: true,
  });
});

test('a challenge that is its own proof is taken only where pages are not secure', async () => {
  const begin = () =>
    ask(
      site.host,
      'GET',
      `/authorize?provider=staff&code_challenge_method=plain&code_challenge=${'v'.repeat(43)}`,
    );
  expect((await begin()).status).toBe(302);
  const { publicUrl } = site.host.platform;
  site.host.platform.publicUrl = 'https://sandbox.bank.example';
  const refused = await begin();
  site.host.platform.publicUrl = publicUrl;
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
});

import { fastify } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { SECRET, startAuthHost } from '../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import type { AccessClaims } from '../gateway/caller.ts';
import { ask } from './raw-requests.fixture.ts';
import { authService } from './service.ts';

/** Callers. `other` is fully signed in and names things of another user. */
const CALLERS = [
  'none',
  'bad',
  'expired',
  'ended',
  'disabled',
  'other',
  'half',
  'service',
] as const;
type Caller = (typeof CALLERS)[number];

const person = {
  none: '401 no_authorization',
  bad: '403 bad_jwt',
  expired: '403 bad_jwt',
  ended: '403 session_not_found',
  disabled: '403 user_banned',
  service: '401 no_authorization',
};
const service = {
  ...person,
  ended: '403 not_admin',
  disabled: '403 not_admin',
  other: '403 not_admin',
  half: '403 not_admin',
};
const anyone = { none: '200', bad: '403 bad_jwt', expired: '403 bad_jwt', service: '200' };
const open = { ...anyone, ended: '200', disabled: '200', other: '200', half: '200' };
const always = (said: string) =>
  ({
    ...anyone,
    ...Object.fromEntries(
      ['none', 'ended', 'disabled', 'other', 'half', 'service'].map((who) => [who, said]),
    ),
  }) as Record<Caller, string>;
const NO_TOKEN = '400 refresh_token_not_found';
const missing = '404 mfa_factor_not_found';
const halfway = '403 insufficient_aal';

type Row = [method: string, path: string, body: object | null, expected: Record<Caller, string>];
/** {factor} and {identity} belong to the user `half`. */
const ROWS: Row[] = [
  ['GET', '/health', null, open],
  ['GET', '/settings', null, open],
  ['GET', '/.well-known/jwks.json', null, open],
  ['GET', '/captcha', null, always('404 not_found')],
  ['GET', '/user', null, { ...person, other: '200', half: '200' }],
  ['PUT', '/user', { data: { a: 1 } }, { ...person, other: '200', half: '401 insufficient_aal' }],
  [
    'PUT',
    '/user',
    { password: 'short' },
    { ...person, other: '422 weak_password', half: '401 insufficient_aal' },
  ],
  [
    'POST',
    '/logout?scope=x',
    null,
    { ...person, other: '400 validation_failed', half: '400 validation_failed' },
  ],
  ['GET', '/reauthenticate', null, { ...person, other: '200', half: '200' }],
  [
    'POST',
    '/reauthenticate',
    { password: 'not it' },
    { ...person, other: '400 current_password_invalid', half: '400 current_password_invalid' },
  ],
  ['POST', '/factors', {}, { ...person, other: '400 validation_failed', half: halfway }],
  ['POST', '/factors/{factor}/challenge', {}, { ...person, other: missing, half: '200' }],
  [
    'POST',
    '/factors/{factor}/verify',
    { challenge_id: crypto.randomUUID(), code: '000000' },
    { ...person, other: missing, half: '422 mfa_challenge_expired' },
  ],
  [
    'DELETE',
    '/factors/{factor}',
    null,
    { ...person, other: missing, half: '422 insufficient_aal' },
  ],
  ['GET', '/factors/recovery-codes', null, { ...person, other: missing, half: '200' }],
  ['POST', '/factors/recovery-codes', null, { ...person, other: halfway, half: halfway }],
  [
    'POST',
    '/factors/recovery-codes/regenerate',
    null,
    { ...person, other: halfway, half: halfway },
  ],
  [
    'POST',
    '/factors/recovery-codes/verify',
    { code: 'x' },
    { ...person, other: '422 mfa_verification_failed', half: '422 mfa_verification_failed' },
  ],
  ['DELETE', '/factors/recovery-codes', null, { ...person, other: halfway, half: halfway }],
  [
    'GET',
    '/user/identities/authorize?provider=none',
    null,
    { ...person, other: '400 validation_failed', half: halfway },
  ],
  [
    'DELETE',
    '/user/identities/{identity}',
    null,
    { ...person, other: '422 single_identity_not_deletable', half: halfway },
  ],
  ['GET', '/admin/users', null, { ...service, service: '200' }],
  ['POST', '/admin/users', {}, { ...service, service: '400 validation_failed' }],
  ['GET', '/admin/users/{user}', null, { ...service, service: '200' }],
  ['PUT', '/admin/users/{user}', {}, { ...service, service: '200' }],
  ['GET', '/admin/users/{user}/factors', null, { ...service, service: '200' }],
  [
    'DELETE',
    '/admin/users/{user}/factors/none',
    null,
    { ...service, service: '404 mfa_factor_not_found' },
  ],
  ['DELETE', '/admin/users/none', null, { ...service, service: '404 user_not_found' }],
  // An invalid token is refused even where none is needed.
  ['POST', '/token?grant_type=none', {}, always('400 invalid_credentials')],
  ['POST', '/token?grant_type=refresh_token', { refresh_token: 'x' }, always(NO_TOKEN)],
  ['POST', '/signup', {}, always('422 signup_disabled')],
  ['POST', '/otp', {}, always('422 otp_disabled')],
  ['POST', '/recover', {}, always('400 validation_failed')],
  ['POST', '/verify', { type: 'recovery', token_hash: 'x' }, always('403 otp_expired')],
  ['POST', '/verify', { type: 'invite', token_hash: 'x' }, always('403 otp_expired')],
  ['GET', '/verify?type=recovery&token=x', null, always('303')],
  ['GET', '/authorize?provider=none', null, always('400 validation_failed')],
  ['GET', '/callback?state=x&code=y', null, always('303')],
];

const host = startBeforeTests(startAuthHost);
const tokens: Partial<Record<Caller, string>> = {};
const names: Record<string, string> = {};

async function signedIn(email: string) {
  const account = { email, password: 'a good password' };
  const id = await host.addUser(account.email, account.password);
  const client = host.client();
  const { data } = await client.auth.signInWithPassword(account);
  return { id, account, client, token: data.session!.access_token };
}

beforeAll(async () => {
  const owner = await signedIn('owner@bank.example');
  const { data } = await owner.client.auth.mfa.enroll({ factorType: 'totp' });
  await owner.client.auth.mfa.challengeAndVerify({
    factorId: data!.id,
    code: new TOTP({ secret: Secret.fromBase32(data!.totp.secret) }).generate(),
  });
  await owner.client.auth.mfa.recoveryCodes.generate();
  const { data: half } = await host.client().auth.signInWithPassword(owner.account);
  names.factor = data!.id;
  names.identity = half.user!.identities![0]!.identity_id;
  names.user = owner.id;

  const [other, ended, disabled] = [
    await signedIn('other@bank.example'),
    await signedIn('ended@bank.example'),
    await signedIn('disabled@bank.example'),
  ];
  await ended.client.auth.signOut();
  await host.db.database.owner.query(
    "update public.profiles set status = 'disabled' where id = $1",
    [disabled.id],
  );
  const claims = await host.platform.keys.verify(other.token);
  const past: AccessClaims = { ...claims, iat: claims.iat - 7200, exp: claims.exp - 7200 };
  Object.assign(tokens, {
    bad: `${other.token.slice(0, -4)}AAAA`,
    expired: await host.platform.keys.sign(past),
    ended: ended.token,
    disabled: disabled.token,
    other: other.token,
    half: half.session!.access_token,
    service: SECRET,
  });
});

describe.each(ROWS)('%s %s', (method, path, body, expected) => {
  test.each(CALLERS)('asked by: %s', async (caller) => {
    await host.db.database.owner.query('delete from auth.attempts');
    const answer = await ask(
      host,
      method,
      path.replace(/\{(\w+)\}/, (_, name: string) => names[name]!),
      { token: tokens[caller], ...(body && { body }) },
    );
    const actual =
      answer.status < 400 ? String(answer.status) : `${answer.status} ${answer.body.code}`;
    expect(actual).toBe(expected[caller]);
  });
});

test('the table names every route that there is', async () => {
  const registered: string[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) {
      if (verb !== 'HEAD' && verb !== 'OPTIONS') registered.push(`${verb} ${url}`);
    }
  });
  await app.register(
    authService(host.platform, {
      mailer: { send: async () => undefined },
      siteUrl: host.platform.publicUrl,
      redirectAllowList: [],
    }),
  );
  await app.ready();
  await app.close();
  expect(registered.length).toBeGreaterThan(20);
  const pattern = (url: string) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`);
  const untested = registered.filter((route) => {
    const [method, url] = route.split(' ') as [string, string];
    return !ROWS.some(([verb, path]) => verb === method && pattern(url).test(path.split('?')[0]!));
  });
  expect(untested).toEqual([]);
});

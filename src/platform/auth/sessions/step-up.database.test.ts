import type { Session } from '@supabase/supabase-js';
import { beforeEach, expect, test } from 'vitest';
import { startAuthHost } from '../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { factorPeople } from '../factor-users.fixture.ts';
import { ask } from '../raw-requests.fixture.ts';

const host = startBeforeTests(startAuthHost);
const people = factorPeople(host);
beforeEach(() => people.startOver());

const refresh = (refresh_token: string) =>
  ask(host, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } });

const wait = (seconds: number) =>
  host.db.database.owner.query(
    'update auth.sessions set refreshed_at = refreshed_at - make_interval(secs => $1)',
    [seconds],
  );

const levelOf = (accessToken: unknown) =>
  JSON.parse(Buffer.from(String(accessToken).split('.')[1]!, 'base64url').toString()).aal as string;

/** Signs in with a password, copies that session's refresh token, then passes the second factor. */
async function stepUp(): Promise<{ before: Session; after: Session }> {
  const account = await people.person();
  const { factorId, secret } = await people.enrol(await people.signIn(account));
  const client = await people.signIn(account);
  const before = (await client.auth.getSession()).data.session!;
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId,
    code: people.code(secret),
  });
  expect(error).toBeNull();
  return { before, after: (await client.auth.getSession()).data.session! };
}

test.each([0, 5])(
  '%d seconds after the second factor an earlier token is refused, and the session continues',
  async (seconds) => {
    const { before, after } = await stepUp();
    await wait(seconds);
    expect((await refresh(before.refresh_token)).body.code).toBe('refresh_token_not_found');
    const answer = await refresh(after.refresh_token);
    expect(answer.status).toBe(200);
    expect(levelOf(answer.body.access_token)).toBe('aal2');
  },
);

test.each([13, 3000])(
  '%d seconds after the second factor a token from before it ends the session',
  async (seconds) => {
    const { before, after } = await stepUp();
    await wait(seconds);
    expect((await refresh(before.refresh_token)).body.code).toBe('refresh_token_already_used');
    expect((await refresh(after.refresh_token)).body.code).toBe('refresh_token_not_found');
  },
);

test('the token of the second factor continues, and its parent is answered as always', async () => {
  const { after } = await stepUp();
  await wait(60);
  const first = await refresh(after.refresh_token);
  await wait(60);
  const again = await refresh(after.refresh_token);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.refresh_token).toBe(first.body.refresh_token);
  expect(levelOf(again.body.access_token)).toBe('aal2');
});

test('a recovery code draws the same line', async () => {
  const account = await people.person();
  const owner = await people.signIn(account);
  await people.enrol(owner);
  const generated = await ask(host, 'POST', '/factors/recovery-codes', {
    token: await people.token(owner),
    body: {},
  });
  const codes = generated.body.codes as unknown as string[];
  const client = await people.signIn(account);
  const before = (await client.auth.getSession()).data.session!;
  const raised = await ask(host, 'POST', '/factors/recovery-codes/verify', {
    token: before.access_token,
    body: { code: codes[0] },
  });
  expect(raised.status).toBe(200);
  expect((await refresh(before.refresh_token)).status).toBe(400);
  expect((await refresh(String(raised.body.refresh_token))).status).toBe(200);
});

test('a further factor of a session that has shown one leaves the token before it good', async () => {
  const { after } = await stepUp();
  const enrolled = await ask(host, 'POST', '/factors', {
    token: after.access_token,
    body: { factor_type: 'totp', friendly_name: 'A second one' },
  });
  const id = String(enrolled.body.id);
  const challenge = await ask(host, 'POST', `/factors/${id}/challenge`, {
    token: after.access_token,
    body: {},
  });
  const verified = await ask(host, 'POST', `/factors/${id}/verify`, {
    token: after.access_token,
    body: {
      challenge_id: challenge.body.id,
      code: people.code(String(enrolled.body.totp!.secret)),
    },
  });
  expect(verified.status).toBe(200);
  expect((await refresh(after.refresh_token)).status).toBe(200);
});

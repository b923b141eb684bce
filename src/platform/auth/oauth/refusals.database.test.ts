import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthHost, startAuthHost } from '../../../../test/support/auth-host.ts';
import { ask } from '../raw-requests.fixture.ts';
import { sha256 } from './flow.ts';

let host: AuthHost;
const liar = createServer((_request, response) => {
  const issuer = 'https://login.example';
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
    }),
  );
});

beforeAll(async () => {
  await new Promise<void>((resolve) => liar.listen(0, 'localhost', resolve));
  const issuer = `http://localhost:${(liar.address() as AddressInfo).port}`;
  host = await startAuthHost(() => [], {
    providers: {
      liar: { issuer, clientId: 'x', clientSecret: 'y', scopes: 'openid email', audiences: [] },
    },
  });
});
afterAll(async () => {
  await host.close();
  await new Promise((resolve) => liar.close(resolve));
});

test('refuses a provider whose metadata names another issuer', async () => {
  const answer = await ask(host, 'GET', '/authorize?provider=liar');
  expect([answer.status, answer.body.code]).toEqual([500, 'unexpected_failure']);
  expect(answer.headers.get('location')).toBeNull();
});

test('a code is good for minutes', async () => {
  const id = await host.addUser('ada@bank.example', 'a good password');
  const verifier = 'v'.repeat(43);
  const redeem = async (code: string, age: number) => {
    await host.db.database.owner.query(
      `insert into auth.auth_codes (code_hash, user_id, code_challenge, code_challenge_method, expires_at)
       values ($1, $2, $3, 's256', now() + make_interval(secs => $4))`,
      [sha256(code), id, sha256(verifier).toString('base64url'), -age],
    );
    const { status, body } = await ask(host, 'POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: verifier },
    });
    return status === 200 ? status : `${status} ${body.code}`;
  };
  expect(await redeem(crypto.randomUUID(), -60)).toBe(200);
  expect(await redeem(crypto.randomUUID(), 1)).toBe('422 flow_state_expired');
});

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const openPage = async () => {
  vi.resetModules();
  return import('./client.ts');
};

let server: Server;
let answer: RequestListener;
const requests: string[] = [];
const CONFIG = { url: 'http://sandbox.test', publishableKey: 'sb_publishable_k', version: '1.0.0' };
const json = (body: unknown, status = 200): RequestListener => {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
};

beforeEach(async () => {
  requests.length = 0;
  answer = json(CONFIG);
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchAnywhere = globalThis.fetch;
  vi.stubGlobal('window', { location: new URL(base) });
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    fetchAnywhere(typeof input === 'string' ? new URL(input, base) : input, init),
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('requests the configuration once, and again after it may have changed', async () => {
  const { hostConfig, forgetHostConfig } = await openPage();
  expect(await Promise.all([hostConfig(), hostConfig()])).toEqual([CONFIG, CONFIG]);
  expect(requests).toEqual(['/config.json']);
  forgetHostConfig();
  await hostConfig();
  expect(requests).toHaveLength(2);
});

test('uses the embedded configuration, and requests it once after it may have changed', async () => {
  const { hostConfig, forgetHostConfig } = await openPage();
  let block: { textContent: string; remove: () => void } | null = {
    textContent: JSON.stringify({ ...CONFIG, needsSetup: true }),
    remove: () => {
      block = null;
    },
  };
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'config' ? block : null) });
  expect(await hostConfig()).toEqual({ ...CONFIG, needsSetup: true });
  expect(requests).toEqual([]);
  forgetHostConfig();
  expect(await hostConfig()).toEqual(CONFIG);
  expect(requests).toEqual(['/config.json']);
});

test('retries a failing host and shows a readable error', async () => {
  const { hostConfig, openClient } = await openPage();
  answer = json({ error: 'The database is not available.' }, 503);
  const words = 'The server did not answer. Try again in a moment.';
  await expect(hostConfig()).rejects.toThrow(words);
  await expect(openClient()).rejects.toThrow(words);
  answer = json(CONFIG);
  expect(await hostConfig()).toEqual(CONFIG);
  expect(await openClient()).toBe(await openClient());
});

/** Signs in with a token that expires in this many seconds by the local clock. */
async function signedIn(endsIn: number) {
  const { openClient } = await openPage();
  const client = await openClient();
  const end = Math.floor(Date.now() / 1000) + endsIn;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  answer = json({
    access_token: `${part({ alg: 'HS256' })}.${part({ exp: end, sub: 'u1' })}.sig`,
    refresh_token: 'r1',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: end,
    user: { id: 'u1', email: 'ann@bank.example' },
  });
  const { data, error } = await client.auth.signInWithPassword({
    email: 'ann@bank.example',
    password: 'secret',
  });
  expect(error).toBeNull();
  await client.auth.stopAutoRefresh();
  return { client, session: data.session! };
}

test('derives the end of a session from its length, whatever the local clock', async () => {
  const { session } = await signedIn(-86_400);
  const secondsLeft = session.expires_at! - Date.now() / 1000;
  expect(secondsLeft).toBeGreaterThan(3500);
  expect(secondsLeft).toBeLessThan(3700);
});

test('a session that services refuse is looked into once, however many calls were refused', async () => {
  const { client } = await signedIn(3600);
  const { promise: refused, resolve: allRefused } = Promise.withResolvers<void>();
  const refuse = json({ message: 'JWT expired' }, 401);
  answer = (request, response) => {
    const isLook = request.url?.startsWith('/auth/');
    void (isLook ? refused : Promise.resolve()).then(() => refuse(request, response));
  };
  requests.length = 0;
  const answers = await Promise.all(
    ['customers', 'accounts'].map((table) => client.from(table).select('id')),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  allRefused();
  const looks = () => requests.filter((path) => path.startsWith('/auth/v1/user'));
  await expect.poll(() => looks().length).toBe(1);
});

test('a request carries one token with a session, and none without', async () => {
  const sent: (string | undefined)[] = [];
  const noteToken: RequestListener = (request, response) => {
    sent.push(request.headers.authorization);
    json({ id: 'u1' })(request, response);
  };
  const { openClient } = await openPage();
  const stranger = await openClient();
  answer = noteToken;
  await stranger.from('customers').select('id');
  answer = json(CONFIG);
  const { client, session } = await signedIn(3600);
  answer = noteToken;
  await client.from('customers').select('id');
  await client.auth.getUser();
  const token = `Bearer ${session.access_token}`;
  expect(sent).toEqual([undefined, token, token]);
});

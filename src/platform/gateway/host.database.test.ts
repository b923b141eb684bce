import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { PUBLISHABLE, SECRET, startAuthHost } from '../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../test/support/before-tests.ts';

const host = startBeforeTests(startAuthHost);

const at = (path: string, init: RequestInit = {}) => fetch(`${host.url}/auth/v1${path}`, init);
const post = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
});

test('every answer carries the headers that bind browsers, good and bad ones alike', async () => {
  const answers = [
    await at('/health'),
    await at('/user'),
    await at('/no/such/path'),
    await at('/recover', post('{broken')),
    await fetch(`${host.url}/nowhere`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 400, 404]);
  for (const { headers } of answers) {
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-type')).toMatch(/^application\/json; charset=utf-8$/);
    const policy = headers.get('content-security-policy')!;
    for (const directive of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(directive);
    }
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
  for (const { headers } of answers.slice(0, 4)) {
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('other origins may ask, with credentials of their own: none that a browser adds counts', async () => {
  const { headers } = await at('/health', { headers: { origin: 'https://elsewhere.example' } });
  expect(headers.get('access-control-allow-origin')).toBe('https://elsewhere.example');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  const cookie = `sb-access-token=${SECRET}; authorization=Bearer ${SECRET}`;
  expect((await at('/admin/users', { headers: { cookie } })).status).toBe(401);
  expect(
    (await at('/admin/users', { headers: { authorization: `Bearer ${SECRET}` } })).status,
  ).toBe(200);
});

test('an address that a client claims for itself is not believed', async () => {
  for (let i = 0; i < 4; i++) {
    await at('/token?grant_type=password', {
      ...post(JSON.stringify({ email: 'a@bank.example', password: 'guess' })),
      headers: {
        'content-type': 'application/json',
        apikey: PUBLISHABLE,
        'x-forwarded-for': `203.0.113.${i}`,
        'x-real-ip': `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
      },
    });
  }
  const { rows } = await host.db.database.owner.query<{ count: number }>(
    "select count(distinct key)::int as count from auth.attempts where kind = 'sign-in'",
  );
  expect(rows[0]!.count).toBe(1);
  const seen = await host.db.database.owner.query<{ address: string }>(
    "select distinct host(address) as address from audit.events where action = 'sign_in.failed'",
  );
  expect(seen.rows).toEqual([{ address: '127.0.0.1' }]);
});

test('a body beyond the limit, keys that would change prototypes and a body of another kind are refused', async () => {
  const big = JSON.stringify({ email: 'x'.repeat(1_100_000) });
  expect((await at('/recover', post(big))).status).toBe(413);
  expect((await at('/recover', post('{"__proto__":{"email":"a@b.example"}}'))).status).toBe(400);
  expect((await at('/recover', post('{"constructor":{"prototype":{"a":1}}}'))).status).toBe(400);
  const form = await at('/recover', {
    method: 'POST',
    body: 'email=a@b.example',
    headers: { 'content-type': 'text/plain' },
  });
  expect(form.status).toBeGreaterThanOrEqual(400);
  expect(host.mails).toEqual([]);
});

function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(host.url).port), '127.0.0.1', () => socket.write(bytes));
    let output = '';
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('data', (part) => {
      output += part.toString();
    });
    socket.on('close', () => resolve(output));
    socket.on('error', reject);
  });
}

test('requests of two lengths, and methods that echo, get no answer of value', async () => {
  const head = 'POST /auth/v1/recover HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
  const json = 'Content-Type: application/json\r\n';
  const both = `${head}${json}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
  expect(await raw(both)).toMatch(/^HTTP\/1\.1 400/);
  const twice = `${head}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`;
  expect(await raw(twice)).toMatch(/^HTTP\/1\.1 400/);
  const trace = await raw(
    'TRACE /auth/v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Mark: 1\r\n\r\n',
  );
  expect(trace).toMatch(/^HTTP\/1\.1 40[45]/);
  expect(trace).not.toContain('X-Mark');
});

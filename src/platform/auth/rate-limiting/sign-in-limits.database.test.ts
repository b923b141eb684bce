import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { startAuthHost } from '../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { longTest } from '../../../../test/support/long-test.ts';
import { ask } from '../raw-requests.fixture.ts';

const PASSWORD = 'a good password';
const host = startBeforeTests(() => startAuthHost(() => [], { trustProxy: ['127.0.0.1'] }));
let email: string;
let serial = 0;

beforeEach(async () => {
  await host.db.database.owner.query('delete from auth.attempts');
  serial += 1;
  email = `limit${serial}@bank.example`;
  await host.addUser(email, PASSWORD);
});

const signIn = (
  from: string,
  options: { email?: string; password?: string; cookie?: string | undefined } = {},
) =>
  ask(host, 'POST', '/token?grant_type=password', {
    body: { email: options.email ?? email, password: options.password ?? PASSWORD },
    headers: {
      'x-forwarded-for': from,
      ...(options.cookie !== undefined && { cookie: options.cookie }),
    },
  });

const guess = (from: string, cookie?: string) =>
  signIn(from, { password: 'a wrong guess', cookie });

const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0]!.split(';')[0]!;

const pretend = (kind: string, key: string, count: number) =>
  host.db.database.owner.query(
    'insert into auth.attempts (kind, key) select $1, $2 from generate_series(1, $3)',
    [kind, createHash('sha256').update(key).digest(), count],
  );

type Answered = { status: number };

/** Returns the order in which parallel attempts are answered; asserts that all pass. */
async function order(attempts: Record<string, () => Promise<Answered>>): Promise<string[]> {
  const answered: string[] = [];
  await Promise.all(
    Object.entries(attempts).map(async ([name, attempt]) => {
      expect((await attempt()).status).toBe(200);
      answered.push(name);
    }),
  );
  return answered;
}

test('after ten failures of an account from one address a 429 with a time; elsewhere the right password passes', async () => {
  const answers = [];
  for (let i = 0; i < 11; i++) answers.push(await guess('192.0.2.1'));
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429]);
  const last = answers[10]!;
  expect(last.body.message).toBe('Too many failed sign-ins. Try again in 5 minutes.');
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(280);
  expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(300);
  expect((await signIn('192.0.2.1')).status).toBe(429);
  expect((await signIn('192.0.2.2')).status).toBe(200);
});

longTest(
  'a hundred failures from one address at other accounts delay no other user behind it',
  async () => {
    for (let account = 0; account < 10; account++) {
      await Promise.all(
        Array.from({ length: 10 }, () =>
          signIn('192.0.2.3', { email: `other${account}@bank.example`, password: 'wrong wrong' }),
        ),
      );
    }
    expect((await signIn('192.0.2.3')).status).toBe(200);
  },
);

test('an address that tries more and more accounts is refused; known users pass', async () => {
  expect((await signIn('192.0.2.4')).status).toBe(200);
  await pretend('sign-in-network', '192.0.2.4', 1000);
  const stranger = await signIn('192.0.2.4', { email: 'another@bank.example' });
  expect(stranger.status).toBe(429);
  expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn('192.0.2.4')).status).toBe(200);
});

longTest(
  '300 guesses from 34 networks: about a hundred are tried, the others refused; a known device passes at once',
  async () => {
    const device = cookieOf(await signIn('198.51.100.1'));
    const statuses: number[] = [];
    for (let round = 0; round < 9; round++) {
      const answers = await Promise.all(
        Array.from({ length: 34 }, (_, i) => guess(`2001:db8:${i + 1}::${round + 1}`)),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    const tried = statuses.filter((status) => status === 400).length;
    expect(tried).toBeGreaterThanOrEqual(100);
    expect(tried).toBeLessThanOrEqual(120);
    expect(statuses.filter((status) => status === 429).length).toBe(306 - tried);
    // From an unknown network with the device's cookie; without one, from the network of the sign-in.
    const inTurn = await order({
      stranger: () => signIn('203.0.113.8'),
      device: () => signIn('203.0.113.9', { cookie: device }),
      network: () => signIn('198.51.100.1'),
    });
    expect(inTurn[2]).toBe('stranger');
  },
);

test('a stranger with the right password waits while an account is attacked, and is let in', async () => {
  await pretend('sign-in-account', email, 100);
  const knownKey = `known-${email}`;
  await host.addUser(knownKey, PASSWORD);
  const attempts = {
    attacked: () => signIn('203.0.113.20'),
    calm: () => signIn('203.0.113.20', { email: knownKey }),
  };
  expect(await order(attempts)).toEqual(['calm', 'attacked']);
  // It is known from now on and no longer delayed.
  const { rowCount } = await host.db.database.owner.query(
    "select from auth.known_networks where network = '203.0.113.20'",
  );
  expect(rowCount).toBe(2);
});

test('failures without the cookie do not hold a known device behind the same address', async () => {
  const device = cookieOf(await signIn('192.0.2.5'));
  for (let i = 0; i < 10; i++) await guess('192.0.2.5');
  expect((await signIn('192.0.2.5')).status).toBe(429);
  expect((await signIn('192.0.2.5', { cookie: device })).status).toBe(200);
});

longTest(
  'a device cookie has ten failures of its own, and is good for its account alone',
  async () => {
    const device = cookieOf(await signIn('192.0.2.6'));
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await guess(`198.51.100.${i}`, device)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);

    const other = `other-${email}`;
    await host.addUser(other, PASSWORD);
    const [name, value] = cookieOf(await signIn('192.0.2.6', { email: other })).split('=');
    const ownName = device.split('=')[0];
    for (let i = 0; i < 10; i++) await guess('192.0.2.77');
    for (const cookie of [
      `${ownName}=${value}`,
      `${name}=${value}`,
      `${ownName}=x.1.y`,
      `${ownName}=`,
    ]) {
      expect((await signIn('192.0.2.77', { cookie })).status).toBe(429);
    }
  },
);

test('the cookie is for the pages of this site alone, and no script reads it', async () => {
  const answer = await signIn('192.0.2.8');
  const [cookie] = answer.headers.getSetCookie();
  expect(cookie).toMatch(
    /^sandbox-device-[0-9a-f]{16}=[\w-]+\.\d+\.[\w-]+; Path=\/auth\/v1; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
  );
  expect(cookie).not.toContain(email);
  expect((await guess('192.0.2.8')).headers.getSetCookie()).toEqual([]);
});

test('with HTTPS the cookie is Secure', async () => {
  const { deviceCookies } = await import('./device-cookie.ts');
  const set: string[] = [];
  const reply = { header: (_name: string, value: string) => set.push(value) };
  deviceCookies(Buffer.alloc(32), 'https://bank.example').give(reply as never, email);
  expect(set[0]).toMatch(/^__Secure-sandbox-device-.*; Secure$/);
});

import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { startProductHost } from '../../../test/support/product-host.ts';
import { apiKeyFunctions } from '../access/api-keys.ts';
import { environmentFunctions } from '../environments/functions.ts';
import { generationFunctions } from '../generation/functions.ts';
import { deliverDue } from './deliver.ts';
import { webhookFunctions } from './functions.ts';

const host = startBeforeTests(() =>
  startProductHost(
    (product) => [
      ...webhookFunctions(product),
      ...environmentFunctions(product),
      ...generationFunctions(product),
      ...apiKeyFunctions(product),
    ],
    { worker: true },
  ),
);
const HOSTS = ['localhost'];
type Event = { type: string; environment: string | null; data: Record<string, unknown> };
type Received = { headers: IncomingHttpHeaders; body: string };
const received: Received[] = [];
const answers: number[] = [];
const receiver = createServer((request, answer) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    answer.writeHead(answers.shift() ?? 204).end();
  });
});
let url: string;
let admin: Awaited<ReturnType<typeof host.member>>;
let stranger: typeof admin;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, 'localhost', resolve));
  url = `http://localhost:${(receiver.address() as AddressInfo).port}/hook`;
  admin = await host.member('admin@one.example', 'admin');
  stranger = await host.member('admin@two.example', 'admin');
});
afterAll(() => receiver.close());

const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await host.db.database.owner.query<Row>(text, values)).rows;

async function call<Answer>(name: string, body: object, token = admin.token): Promise<Answer> {
  const answer = await host.call(name, body, { token });
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body.error}`);
  return answer.body as Answer;
}

/** Delivers all that is due; returns the events received meanwhile. */
async function deliver(): Promise<Event[]> {
  received.length = 0;
  while ((await deliverDue(host.db.database.owner, HOSTS)) > 0);
  return received.map(({ body }) => JSON.parse(body) as Event);
}

type Webhook = { id: string; secret: string };
const simulation = { seed: '11', count: 20, start_date: '2025-01-01', end_date: '2025-01-31' };

test('events of an environment are signed, and sent to webhooks of it and of its organization', async () => {
  await call('create-environment', { name: 'ci', simulation });
  const all = await call<Webhook>('create-webhook', { url });
  const own = await call<Webhook>('create-webhook', {
    url: `${url}?own`,
    environment: 'ci',
    events: ['environment.advanced', 'environment.reset'],
  });
  await call('create-webhook', { url: `${url}?strange` }, stranger.token);
  await deliver();
  await call('advance-environment', { environment: 'ci', days: 3 });
  const events = await deliver();
  const [{ tenant } = { tenant: '' }] = await sql<{ tenant: string }>(
    "select rows_tenant as tenant from public.environments where name = 'ci'",
  );
  const listed = (type: string) =>
    events
      .filter((event) => event.type === type)
      .flatMap(({ data }) =>
        (data.transactions as { txn_id: string }[]).map(({ txn_id }) => txn_id),
      )
      .sort();
  const stored = async (condition: string) =>
    (
      await sql<{ id: string }>(
        `select txn_id as id from bank.transactions where tenant_id = $1 and ${condition} order by txn_id collate "C"`,
        [tenant],
      )
    ).map(({ id }) => id);
  const lived = "txn_id like 'V%'";
  expect(listed('transactions.posted').length).toBeGreaterThan(0);
  expect(listed('transactions.posted')).toEqual(
    await stored(
      `${lived} and status = 'posted' and txn_id <> all ('{${listed('transactions.settled')}}')`,
    ),
  );
  expect(listed('transactions.settled')).toEqual(
    await stored(`txn_id = any ('{${listed('transactions.settled')}}') and status = 'posted'`),
  );
  expect(events.filter(({ type }) => type === 'environment.advanced')).toMatchObject([
    { environment: 'ci', data: { clock: '2025-02-03', days: 3 } },
    { environment: 'ci', data: { clock: '2025-02-03', days: 3 } },
  ]);
  for (const { headers, body } of received) {
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
    expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60);
    const signatures = [all, own].map(({ secret }) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`;
    });
    expect(signatures).toContain(signature);
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(received.length);
  await call('reset-environment', { environment: 'ci' });
  expect((await deliver()).map(({ type }) => type)).toEqual(Array(2).fill('environment.reset'));
  const batch = await call<{ batchId: string }>('generate-customers', { count: 3, seed: 1 });
  expect(await deliver()).toMatchObject([
    {
      type: 'batch.finished',
      environment: null,
      data: { batch_id: batch.batchId, status: 'completed', record_count: 3 },
    },
  ]);
  await call('delete-webhook', { id: own.id });
  await call('delete-webhook', { id: all.id });
});

test('a delivery is tried again later with the same id, and replayed on request', async () => {
  const { id } = await call<Webhook>('create-webhook', { url, events: ['batch.finished'] });
  answers.push(500, 302);
  await call('generate-customers', { count: 3, seed: 2 });
  const state = async () =>
    (
      await sql<{ attempts: number; last_status: number; wait: number | null; done: boolean }>(
        `select attempts, last_status, round(extract(epoch from next_attempt_at - now()))::int as wait,
                delivered_at is not null as done from public.webhook_deliveries where webhook_id = $1`,
        [id],
      )
    )[0];
  const due = () =>
    sql('update public.webhook_deliveries set next_attempt_at = now() where webhook_id = $1', [id]);
  await deliver();
  const [first] = received;
  expect(await state()).toMatchObject({ attempts: 1, last_status: 500, done: false });
  expect((await state())!.wait).toBeLessThanOrEqual(2);
  await due();
  await deliver();
  expect((await state())!.wait).toBeGreaterThan(5);
  expect(await state()).toMatchObject({ attempts: 2, last_status: 302, done: false });
  await due();
  await deliver();
  expect(received[0]).toMatchObject({
    body: first!.body,
    headers: { 'webhook-id': first!.headers['webhook-id'] },
  });
  expect(await state()).toMatchObject({ attempts: 3, last_status: 204, wait: null, done: true });
  expect(await call('replay-webhook', { id })).toEqual({ queued: 0 });
  const delivery = first!.headers['webhook-id'];
  expect(await call('replay-webhook', { id, delivery })).toEqual({ queued: 1 });
  expect(await deliver()).toHaveLength(1);
  await expect(call('replay-webhook', { id, delivery: randomUUID() })).rejects.toThrow('404');
  await sql(
    `update public.webhook_deliveries set next_attempt_at = now(), attempts = 7, delivered_at = null
      where webhook_id = $1`,
    [id],
  );
  answers.push(500);
  await deliver();
  expect(await state()).toMatchObject({ attempts: 8, wait: null, done: false });
  expect(await call('replay-webhook', { id })).toEqual({ queued: 1 });
  expect(await deliver()).toHaveLength(1);
  await call('delete-webhook', { id });
});

test('a webhook is seen and changed by its organization and the keys of its environment alone', async () => {
  const key = async (name: string) => {
    const { id } = await call<{ id: string }>('create-environment', { name, simulation });
    const made = { name, environment: id, scopes: ['reset'], tables: [] };
    return (await call<{ key: string }>('create-api-key', made)).key;
  };
  const [mine, other] = [await key('hooked'), await key('unhooked')];
  const { id } = await call<Webhook>('create-webhook', { url }, mine);
  const strange = await call<Webhook>('create-webhook', { url });
  for (const token of [other, stranger.token])
    for (const name of ['delete-webhook', 'replay-webhook'])
      await expect(call(name, { id }, token)).rejects.toThrow('404 Webhook not found');
  await expect(call('delete-webhook', { id: strange.id }, mine)).rejects.toThrow('404');
  await expect(call('create-webhook', { url, environment: 'hooked' }, other)).rejects.toThrow(
    '404',
  );
  await deliver();
  await call('reset-environment', {}, other);
  await call('reset-environment', {}, mine);
  expect((await deliver()).map(({ environment }) => environment).sort()).toEqual([
    'hooked',
    'hooked',
    'unhooked',
  ]);
  await call('delete-environment', { environment: 'hooked' });
  expect(await sql('select from public.webhooks where id = $1', [id])).toEqual([]);
  await call('delete-webhook', { id: strange.id });
});

test.each([
  ['http://127.0.0.1:1/', '403 This server may not call 127.0.0.1'],
  ['http://169.254.169.254/latest', '403 This server may not call 169.254.169.254'],
  ['https://bank.example/', '403 This server may not call bank.example'],
  ['http://localhost.bank.example/', '403'],
  ['file:///etc/passwd', '400 url'],
  ['http://user:secret@localhost/', '400 url'],
])('%s is refused', async (address, refusal) => {
  await expect(call('create-webhook', { url: address })).rejects.toThrow(refusal);
});

test('hosts that are no longer allowed are not called', async () => {
  const { id } = await call<Webhook>('create-webhook', { url, events: ['batch.finished'] });
  await call('generate-customers', { count: 3, seed: 3 });
  received.length = 0;
  await deliverDue(host.db.database.owner, []);
  const [row] = await sql<{ last_error: string }>(
    'select last_error from public.webhook_deliveries where webhook_id = $1',
    [id],
  );
  expect([received, row!.last_error]).toEqual([
    [],
    expect.stringMatching(/may not call localhost/),
  ]);
  await call('delete-webhook', { id });
});

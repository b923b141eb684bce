import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthHost, PUBLISHABLE, startAuthHost } from '../../../test/support/auth-host.ts';
import { createRowReader } from '../rest/read-rows.ts';
import { createSchemaCache, type SchemaCache } from '../rest/schema-cache/schema-cache.ts';
import type { Frame } from './frames.ts';
import { createTopics } from './topics.ts';

const PASSWORD = 'a good password';
let host: AuthHost;
let cache: SchemaCache & { close: () => Promise<void> | void };
let token: string;
let tenant: string;

beforeAll(async () => {
  host = await startAuthHost();
  cache = createSchemaCache(host.db.database, () => {});
  const email = `${randomUUID()}@topics.example`;
  tenant = await host.addUser(email, PASSWORD);
  const { data, error } = await host
    .client()
    .auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  token = data.session.access_token;
});
afterAll(async () => {
  await cache.close();
  await host.close();
});

const frame = (topic: string, payload: unknown = {}): Frame => ({
  topic,
  payload,
  event: 'phx_join',
  ref: '1',
  joinRef: '1',
});
const joinOf = (topic: string, table = 'runs'): Frame =>
  frame(topic, {
    access_token: token,
    config: { postgres_changes: [{ event: '*', schema: 'public', table }] },
  });

function connect() {
  const sent: [string, unknown][] = [];
  const topics = createTopics(
    {
      platform: host.platform,
      rows: createRowReader(host.db.database, cache, 1 << 20),
      tables: new Set(['runs']),
      apiKey: PUBLISHABLE,
    },
    {
      reply: ({ topic }, status, response) => void sent.push([`${topic} ${status}`, response]),
      push: ({ topic }, event, payload) => void sent.push([`${topic} ${event}`, payload]),
    },
  );
  return { topics, sent };
}

async function change() {
  const { rows } = await host.db.database.owner.query<{ id: string }>(
    "insert into public.runs (tenant_id, kind) values ($1, 'quick') returning id",
    [tenant],
  );
  return {
    table: 'runs',
    type: 'INSERT' as const,
    key: { id: rows[0]!.id },
    tenant,
    at: '2026-01-01T00:00:00Z',
  };
}

test('a join is confirmed with its subscriptions, and hears changes until it is left', async () => {
  const { topics, sent } = connect();
  await topics.join(joinOf('realtime:a'));
  expect(sent.map(([what]) => what)).toEqual(['realtime:a ok', 'realtime:a system']);
  expect(sent[0]![1]).toMatchObject({ postgres_changes: [{ id: 1, table: 'runs' }] });
  expect(sent[1]![1]).toMatchObject({ status: 'ok', channel: 'a', extension: 'postgres_changes' });
  topics.hear(await change());
  await expect.poll(() => sent.length).toBe(3);
  const [last, later] = [await change(), await change()];
  topics.hear(last);
  topics.leave('realtime:a');
  topics.hear(later);
  topics.fail(frame('realtime:a'), 'no');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(sent).toHaveLength(3);
});

test('joins of other topics, of other shapes, and of other tables are refused with a reason', async () => {
  const { topics, sent } = connect();
  await topics.join(joinOf('phoenix'));
  await topics.join(frame('realtime:a', { config: 7 }));
  await topics.join(joinOf('realtime:a', 'profiles'));
  expect(sent.map(([what]) => what)).toEqual([
    'phoenix error',
    'realtime:a error',
    'realtime:a error',
  ]);
  expect(sent.map(([, reason]) => reason)).toEqual([
    { reason: 'Invalid join request' },
    { reason: 'Invalid join request' },
    { reason: 'Table profiles announces no changes' },
  ]);
});

test('a bad token is refused without its error', async () => {
  const { topics, sent } = connect();
  const join = joinOf('realtime:a');
  await topics.join({ ...join, payload: { ...(join.payload as object), access_token: 'x.y.z' } });
  expect(sent).toEqual([['realtime:a error', { reason: 'Unauthorized' }]]);
});

test('a connection has at most 100 channels', async () => {
  const { topics, sent } = connect();
  await Promise.all(Array.from({ length: 101 }, (_, i) => topics.join(joinOf(`realtime:${i}`))));
  const refused = sent.filter(([what]) => what.endsWith('error'));
  expect(refused).toEqual([
    ['realtime:100 error', { reason: 'A connection has at most 100 channels' }],
  ]);
  topics.leaveAll();
});

test('a failed topic ends with an error; keys sent as tokens change nothing, bad tokens neither', async () => {
  const { topics, sent } = connect();
  await topics.join(joinOf('realtime:a'));
  for (const access_token of [PUBLISHABLE, 'x.y.z', 7])
    await topics.renew(frame('realtime:a', { access_token }));
  topics.hear(await change());
  await expect.poll(() => sent.length).toBe(3);
  topics.fail(frame('realtime:a'), 'Broadcast is not offered');
  expect(sent.at(-1)).toEqual(['realtime:a phx_error', 'Broadcast is not offered']);
});

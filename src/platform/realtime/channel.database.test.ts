import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuthHost,
  PUBLISHABLE,
  SECRET,
  startAuthHost,
} from '../../../test/support/auth-host.ts';
import { createRowReader } from '../rest/read-rows.ts';
import { createSchemaCache, type SchemaCache } from '../rest/schema-cache/schema-cache.ts';
import type { Change, Join, Wanted } from './changes.ts';
import { type Channel, openChannel } from './channel.ts';

const PASSWORD = 'a good password';

let host: AuthHost;
let cache: SchemaCache & { close: () => Promise<void> | void };
const channels: Channel[] = [];
beforeAll(async () => {
  host = await startAuthHost();
  cache = createSchemaCache(host.db.database, () => {});
});
afterAll(async () => {
  for (const channel of channels) channel.close();
  await cache.close();
  await host.close();
});

async function signIn(email: string): Promise<{ id: string; token: string }> {
  const { data, error } = await host
    .client()
    .auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { id: data.user.id, token: data.session.access_token };
}

async function member(): Promise<{ id: string; token: string; email: string }> {
  const email = `${randomUUID()}@realtime.example`;
  await host.addUser(email, PASSWORD);
  return { email, ...(await signIn(email)) };
}

async function open(
  token: string | null,
  {
    wanted = [{ table: 'runs' }],
    ...join
  }: { wanted?: object[] } & Partial<Omit<Join, 'wanted'>> = {},
) {
  const heard = { changes: [] as Record<string, never>[], resyncs: 0, lost: [] as string[] };
  const parts = {
    platform: host.platform,
    rows: createRowReader(host.db.database, cache, 1 << 20),
    tables: new Set(['runs', 'generation_logs']),
    apiKey: PUBLISHABLE,
  };
  const channel = await openChannel(
    parts,
    {
      wanted: wanted.map((one) => ({ event: '*', schema: 'public', ...one })) as Wanted[],
      isPrivate: false,
      wantsPresence: false,
      token,
      ...join,
    },
    {
      change: (payload) => void heard.changes.push(payload as never),
      resync: () => void heard.resyncs++,
      lost: (reason) => void heard.lost.push(reason),
    },
  );
  channels.push(channel);
  return { channel, heard };
}

async function addRun(tenant: string): Promise<Change> {
  const { rows } = await host.db.database.owner.query<{ id: string }>(
    "insert into public.runs (tenant_id, kind) values ($1, 'quick') returning id",
    [tenant],
  );
  return changeOf('INSERT', tenant, rows[0]!.id);
}

const changeOf = (type: Change['type'], tenant: string, id: string): Change =>
  ({ type, table: 'runs', key: { id }, at: new Date().toISOString(), tenant }) as Change;

test('a renewed token of the same user continues the subscription', async () => {
  const ada = await member();
  const { channel, heard } = await open(ada.token);
  await channel.renew((await signIn(ada.email)).token);
  channel.hear(await addRun(ada.id));
  await expect.poll(() => heard.changes.length).toBe(1);
  expect(heard.lost).toEqual([]);
});

test("another user's token, or none, ends the subscription, and nothing more is sent", async () => {
  const [ada, eve] = [await member(), await member()];
  for (const token of [eve.token, PUBLISHABLE, SECRET]) {
    const { channel, heard } = await open(ada.token);
    await channel.renew(token);
    expect(heard.lost).toEqual(['The token belongs to another user']);
    channel.hear(await addRun(ada.id));
    channel.hear(await addRun(eve.id));
    channel.resync();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(heard).toMatchObject({ changes: [], resyncs: 0 });
  }
});

test('a subscription without a user is not continued by a user', async () => {
  const { channel, heard } = await open(null);
  await channel.renew((await member()).token);
  expect(heard.lost).toEqual(['The token belongs to another user']);
});

test('rows of another tenant are neither sent nor, deleted, named', async () => {
  const [ada, eve] = [await member(), await member()];
  const { channel, heard } = await open(ada.token);
  const foreign = await addRun(eve.id);
  const own = await addRun(ada.id);
  channel.hear(foreign);
  channel.hear({ ...foreign, type: 'DELETE' });
  channel.hear({ ...own, type: 'DELETE' });
  await expect.poll(() => heard.changes.length).toBe(1);
  expect(heard.changes[0]).toMatchObject({ data: { type: 'DELETE', old_record: own.key } });
});

test('a subscription hears its table, event and filter only', async () => {
  const ada = await member();
  const wanted = [
    { table: 'runs', event: 'INSERT', filter: 'kind=eq.quick' },
    { table: 'runs', event: 'INSERT', filter: 'kind=eq.slow' },
    { table: 'generation_logs' },
  ];
  const { channel, heard } = await open(ada.token, { wanted });
  const change = await addRun(ada.id);
  channel.hear({ ...change, type: 'UPDATE' });
  channel.hear(change);
  await expect.poll(() => heard.changes.length).toBe(1);
  expect(heard.changes[0]).toMatchObject({ ids: [1], data: { type: 'INSERT' } });
});

test('more than a thousand waiting changes become one message to reload', async () => {
  const ada = await member();
  const { channel, heard } = await open(ada.token);
  const change = await addRun(ada.id);
  for (let i = 0; i < 1100; i++) channel.hear(change);
  await expect.poll(() => heard.resyncs, { timeout: 20_000 }).toBe(1);
  expect(heard.changes).toHaveLength(1);
  expect(heard.changes[0]).toMatchObject({
    data: { errors: ['Resync: changes were left out; read the table again'] },
  });
});

test.each(['INSERT', 'DELETE'] as const)(
  'a subscription ends when its session has ended: %s',
  async (type) => {
    const ada = await member();
    const { channel, heard } = await open(ada.token);
    await host.db.database.owner.query('delete from auth.sessions where user_id = $1', [ada.id]);
    channel.hear({ ...(await addRun(ada.id)), type });
    await expect.poll(() => heard.lost).toEqual(['The subscription has ended']);
    expect(heard.changes).toEqual([]);
  },
);

test('requests to reload in quick succession become one', async () => {
  const ada = await member();
  const { channel, heard } = await open(ada.token, {
    wanted: [{ table: 'runs' }, { table: 'generation_logs' }],
  });
  for (let i = 0; i < 5; i++) channel.resync();
  await expect.poll(() => heard.changes.length).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(heard).toMatchObject({ resyncs: 1, changes: [{ ids: [1] }, { ids: [2] }] });
});

test.each([
  [{ isPrivate: true }, 'Private channels are not offered by this host'],
  [{ wantsPresence: true }, 'Presence is not offered by this host'],
  [{ wanted: [] }, 'This host offers only table changes, not broadcast'],
  [{ wanted: [{ table: 'runs', schema: 'auth' }] }, 'Schema auth announces no changes'],
  [
    { wanted: [{ table: 'runs', select: ['id'] }] },
    'Selecting columns is not supported: omit select',
  ],
  [{ wanted: [{ table: '*' }] }, 'A table is required: not all tables announce changes'],
  [{ wanted: [{}] }, 'A table is required: not all tables announce changes'],
  [{ wanted: [{ table: 'profiles' }] }, 'Table profiles announces no changes'],
  [{ wanted: [{ table: 'runs', filter: 'colour=eq.red' }] }, /colour/],
])('a join is refused: %j', async (join, reason) => {
  await expect(open(null, join)).rejects.toThrow(reason);
});

import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPrepared } from '../support/prepared.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, clientOf, makeUser, setUpSuperadmin } from '../support/users.ts';

type Heard = {
  eventType: string;
  table: string;
  new: Record<string, unknown>;
  old: object;
  errors: string[] | null;
};

let sandbox: Sandbox;
let superadmin: SupabaseClient;
let ours: SupabaseClient;
let colleague: SupabaseClient;
let theirs: SupabaseClient;

beforeAll(async () => {
  sandbox = await startPrepared();
  superadmin = await setUpSuperadmin(sandbox);
  const password = 'a good password';
  const make = async (email: string, organization: string) =>
    (await makeUser(sandbox, superadmin, { email, password, organization, role: 'admin' })).client;
  ours = await make('one@one.example', 'One');
  colleague = await make('two@one.example', 'One');
  theirs = await make('one@two.example', 'Two');
});
afterAll(async () => {
  for (const client of [ours, colleague, theirs]) await client?.removeAllChannels();
  await sandbox?.stop();
});

async function listen(
  client: SupabaseClient,
  wanted: { event?: string; table?: string; filter?: string; select?: string[] },
): Promise<{ heard: Heard[]; channel: RealtimeChannel }> {
  const heard: Heard[] = [];
  await client.realtime.setAuth(
    (await client.auth.getSession()).data.session?.access_token ?? null,
  );
  const channel = client
    .channel(`changes ${JSON.stringify(wanted)}`)
    .on(
      'postgres_changes' as never,
      { event: '*', schema: 'public', ...wanted } as never,
      ((change: Heard) => heard.push(change)) as never,
    );
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve();
      else if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status));
    });
  });
  return { heard, channel };
}

test('a run is followed by those who may see it, in the order of its steps, and by nobody else', async () => {
  const mine = await listen(ours, { table: 'runs' });
  const others = await listen(colleague, { table: 'runs', event: 'UPDATE' });
  const strangers = await listen(theirs, { table: 'runs' });
  const nobody = await listen(clientOf(sandbox), { table: 'runs' });
  await call(ours, 'generate-customers', { count: 20, seed: 3 });
  await expect.poll(() => mine.heard.at(-1)?.new.status, { timeout: 20_000 }).toBe('completed');
  expect(mine.heard[0]).toMatchObject({ eventType: 'INSERT', table: 'runs' });
  expect(mine.heard[0]!.new).toHaveProperty('id');
  await expect.poll(() => others.heard.at(-1)?.new.status).toBe('completed');
  expect(others.heard.every(({ eventType }) => eventType === 'UPDATE')).toBe(true);
  expect(strangers.heard).toEqual([]);
  expect(nobody.heard).toEqual([]);
});

test('a filter leaves out other rows', async () => {
  const customers = await listen(ours, {
    table: 'generation_logs',
    filter: 'entity_type=eq.customers',
  });
  const accounts = await listen(ours, {
    table: 'generation_logs',
    filter: 'entity_type=eq.accounts',
  });
  const all = await listen(ours, { table: 'generation_logs', event: 'INSERT' });
  await call(ours, 'generate-customers', { count: 20, seed: 4 });
  await expect.poll(() => all.heard.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(() => customers.heard.length).toBeGreaterThan(0);
  expect(accounts.heard).toEqual([]);
});

test('of a deleted row its own tenant hears the key, and no other', async () => {
  const { userId } = await makeUser(sandbox, superadmin, {
    email: 'three@one.example',
    password: 'a good password',
    organization: 'One',
  });
  const mine = await listen(ours, { table: 'profiles', event: 'DELETE' });
  const strangers = await listen(theirs, { table: 'profiles', event: 'DELETE' });
  await superadmin.from('profiles').delete().eq('id', userId).throwOnError();
  await expect.poll(() => mine.heard).toMatchObject([{ old: { id: userId } }]);
  expect(strangers.heard).toEqual([]);
});

test('what announces nothing is refused with a reason, and so is a filter that can not be read', async () => {
  await expect(listen(ours, { table: 'transactions' })).rejects.toThrow(/transactions/);
  await expect(listen(ours, { table: 'runs', filter: 'nothing=eq.1' })).rejects.toThrow(/nothing/);
  await expect(listen(ours, {})).rejects.toThrow(/A table is required/);
  const selected = listen(ours, { table: 'runs', select: ['id'] });
  await expect(selected).rejects.toThrow(/omit select/);
});

test('broadcast and presence are refused at the join', async () => {
  const joined = (channel: RealtimeChannel) =>
    new Promise<string>((resolve) => {
      channel.subscribe((status, error) => resolve(error?.message ?? status));
    });
  const room = ours.channel('room').on('broadcast', { event: 'x' }, () => {});
  expect(await joined(room)).toMatch(/not broadcast/);
  const present = ours.channel('present').on('presence', { event: 'sync' }, () => {});
  expect(await joined(present)).toMatch(/Presence is not offered/);
});

test('a broadcast on a channel of changes ends it with an error, with and without ack', async () => {
  for (const ack of [false, true]) {
    const states: string[] = [];
    const room = ours
      .channel(`mixed ${ack}`, { config: { broadcast: { ack } } })
      .on('postgres_changes', { event: '*', schema: 'public', table: 'runs' }, () => {});
    room.subscribe((status, error) => states.push(error?.message ?? status));
    await expect.poll(() => states).toEqual(['SUBSCRIBED']);
    await room.send({ type: 'broadcast', event: 'x', payload: {} });
    await expect.poll(() => states[1]).toMatch(/not broadcast/);
    await ours.removeChannel(room);
  }
});

test('more changes at once than are read one by one come as one message that asks to read again', async () => {
  const service = createClient(sandbox.url, sandbox.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } = await ours.from('profiles').select('tenant_id').limit(1).single();
  const lines: string[] = [];
  const { heard, channel } = await listen(ours, { table: 'governance_audit', event: 'INSERT' });
  channel.on('system', {}, ({ message }: { message: string }) => lines.push(message));
  const record = (model_type: string) => ({
    tenant_id: data!.tenant_id,
    model_type,
    dataset_ref: 'x',
  });
  const rows = Array.from({ length: 5000 }, (_, i) => record(`m${i}`));
  await service.from('governance_audit').insert(rows).throwOnError();
  const asking = () => heard.filter(({ errors }) => errors !== null);
  await expect.poll(() => asking().length, { timeout: 20_000 }).toBe(1);
  expect(asking()[0]).toMatchObject({
    eventType: 'INSERT',
    table: 'governance_audit',
    new: {},
    errors: ['Resync: changes were left out; read the table again'],
  });
  expect(lines.at(-1)).toBe('Resync: changes were left out; read the table again');
  expect(heard.length).toBeLessThan(1000);
  // The channel still works.
  await service.from('governance_audit').insert(record('after')).throwOnError();
  await expect.poll(() => heard.at(-1)?.new.model_type).toBe('after');
});

test('a filtered subscription hears the key of a deleted row', async () => {
  const { userId } = await makeUser(sandbox, superadmin, {
    email: 'four@one.example',
    password: 'a good password',
    organization: 'One',
  });
  const mine = await listen(ours, { table: 'profiles', filter: 'email=eq.four@one.example' });
  await superadmin.from('profiles').delete().eq('id', userId).throwOnError();
  await expect.poll(() => mine.heard.at(-1)).toMatchObject({ old: { id: userId } });
});

test('the secret key hears without signing anybody in', async () => {
  const service = createClient(sandbox.url, sandbox.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { heard } = await listen(service, { table: 'runs' });
  await call(ours, 'generate-customers', { count: 20, seed: 9 });
  await expect.poll(() => heard.at(-1)?.new.status, { timeout: 20_000 }).toBe('completed');
  await service.removeAllChannels();
});

test('a socket without a key of the host is refused', async () => {
  const open = (query: string) =>
    new Promise<string>((resolve) => {
      const url = `${sandbox.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`;
      const socket = new WebSocket(url);
      socket.onopen = () => {
        resolve('open');
        socket.close();
      };
      socket.onerror = () => resolve('refused');
    });
  expect(await open('apikey=wrong&vsn=2.0.0')).toBe('refused');
  expect(await open(`apikey=${sandbox.publishableKey}&vsn=9`)).toBe('refused');
  expect(await open(`apikey=${sandbox.publishableKey}&vsn=1.0.0`)).toBe('open');
});

test('a session that has ended hears no more', async () => {
  const { channel, heard } = await listen(colleague, { table: 'runs' });
  const ended = new Promise<void>((resolve) => {
    channel.on(
      'system' as never,
      {} as never,
      ((message: { status: string }) => {
        if (message.status === 'error') resolve();
      }) as never,
    );
  });
  await colleague.auth.signOut({ scope: 'global' });
  const before = heard.length;
  await call(ours, 'generate-customers', { count: 20, seed: 6 });
  await ended;
  expect(heard.length).toBe(before);
});

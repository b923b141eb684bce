import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPrepared } from '../support/prepared.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { call, clientOf, makeUser, setUpSuperadmin, signedIn } from '../support/users.ts';

const PASSWORD = 'a good password';
let sandbox: Sandbox;
let superadmin: SupabaseClient;
let control: SupabaseClient;
let elsewhere: string;
let counter = 0;

beforeAll(async () => {
  sandbox = await startPrepared({ env: { MAX_LINK_DAYS: '3' } });
  superadmin = await setUpSuperadmin(sandbox);
  control = (await member('admin')).client;
  const stranger = { email: 'x@two.example', password: PASSWORD, organization: 'Two' };
  elsewhere = (await makeUser(sandbox, superadmin, stranger)).orgId;
  await call(control, 'generate-customers', { count: 20, seed: 1 });
});
afterAll(async () => {
  await control?.removeAllChannels();
  await sandbox?.stop();
});

async function member(role: 'admin' | 'pilot_user') {
  counter += 1;
  const email = `member${counter}@one.example`;
  const user = { email, password: PASSWORD, organization: 'One', role };
  return { email, ...(await makeUser(sandbox, superadmin, user)) };
}

const tokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session!.access_token;

async function listen(client: SupabaseClient): Promise<string[]> {
  const heard: string[] = [];
  await client.realtime.setAuth(await tokenOf(client));
  const subscription = { event: 'DELETE', schema: 'public', table: 'profiles' };
  const channel = client
    .channel('deleted profiles')
    .on(
      'postgres_changes' as never,
      subscription as never,
      (({ old }: { old: { id: string } }) => heard.push(old.id)) as never,
    );
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve();
      else if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status));
    });
  });
  return heard;
}

async function beginUpload(token: string, name: string) {
  const answer = await fetch(`${sandbox.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `bucketName ${btoa('evidence-vault')},objectName ${btoa(name)},contentType ${btoa('application/pdf')}`,
    },
  });
  expect(answer.status).toBe(201);
  const { pathname } = new URL(answer.headers.get('location')!, sandbox.url);
  return { url: `${sandbox.url}${pathname}`, id: pathname.split('/').at(-1)! };
}

const sendPart = async (url: string, token: string, offset: number) =>
  (
    await fetch(url, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: 'y'.repeat(10),
    })
  ).status;

const bytesOf = (id: string): number => {
  const folder = sandbox.dataDir;
  const entry = readdirSync(folder, { recursive: true, withFileTypes: true }).find(
    (entry) => entry.isFile() && entry.name === id,
  );
  return statSync(join(entry!.parentPath, entry!.name)).size;
};

const readByKey = async (key: string) =>
  (
    await fetch(`${sandbox.url}/functions/v1/sandbox-query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ table: 'customers', limit: 1 }),
    })
  ).status;

async function equipped() {
  const maker = await member('admin');
  const { client, orgId } = maker;
  const token = await tokenOf(client);
  const path = `${orgId}/${counter}.pdf`;
  const vault = client.storage.from('evidence-vault');
  const pdf = new Blob([await smallPdf('evidence')], { type: 'application/pdf' });
  expect((await vault.upload(path, pdf, { contentType: 'application/pdf' })).error).toBeNull();
  const link = (await vault.createSignedUrl(path, 3600)).data!.signedUrl;
  const { key } = await call<{ key: string }>(client, 'create-api-key', {
    name: `key ${counter}`,
    tables: ['customers'],
  });
  const upload = await beginUpload(token, `${orgId}/late ${counter}.pdf`);
  expect(await sendPart(upload.url, token, 0)).toBe(204);
  const heard = await listen(client);
  const use = async () => ({
    key: await readByKey(key),
    link: (await fetch(link)).status,
    part: await sendPart(upload.url, token, bytesOf(upload.id)),
    grown: bytesOf(upload.id),
  });
  expect(await use()).toEqual({ key: 200, link: 200, part: 204, grown: 20 });
  return { ...maker, use, heard };
}

/** Deletes members of One, one after the other; resolves when a remaining member has heard of all. */
async function deleteSomebody(control: string[]): Promise<void> {
  for (let i = 0; i < 2; i++) {
    const { userId } = await member('pilot_user');
    await superadmin.from('profiles').delete().eq('id', userId).throwOnError();
    await expect.poll(() => control).toContain(userId);
  }
}

describe('what an account left behind ends with its membership', () => {
  let heardByControl: string[];
  beforeAll(async () => {
    heardByControl = await listen(control);
  });
  const profile = (id: string, change: Record<string, unknown>) =>
    superadmin.from('profiles').update(change).eq('id', id).throwOnError();
  const ways: [
    string,
    (maker: { userId: string; client: SupabaseClient }) => PromiseLike<unknown>,
  ][] = [
    ['moved to another organization', ({ userId }) => profile(userId, { org_id: elsewhere })],
    ['without an organization', ({ userId }) => profile(userId, { org_id: null })],
    ['disabled', ({ userId }) => profile(userId, { status: 'disabled' })],
    [
      'with its role withdrawn',
      async ({ userId }) => {
        await superadmin
          .from('user_roles')
          .insert({ user_id: userId, role: 'pilot_user' })
          .throwOnError();
        await superadmin
          .from('user_roles')
          .delete()
          .eq('user_id', userId)
          .eq('role', 'admin')
          .throwOnError();
      },
    ],
  ];
  test.each(ways)('%s', async (_name, leave) => {
    const maker = await equipped();
    await leave(maker);
    expect(await maker.use()).toEqual({ key: 401, link: 400, part: 400, grown: 20 });
    await deleteSomebody(heardByControl);
    expect(maker.heard).toEqual([]);
    await maker.client.removeAllChannels();
  });

  test('signed out everywhere: links, uploads and channels end, the key stays', async () => {
    const maker = await equipped();
    await maker.client.auth.signOut({ scope: 'global' });
    expect(await maker.use()).toEqual({ key: 200, link: 400, part: 400, grown: 20 });
    await deleteSomebody(heardByControl);
    expect(maker.heard).toEqual([]);
    await maker.client.removeAllChannels();
  });
});

test('a link of one session outlives the end of another', async () => {
  const { client, email, orgId } = await member('admin');
  const path = `${orgId}/two sessions.pdf`;
  const vault = client.storage.from('evidence-vault');
  const pdf = new Blob([await smallPdf('evidence')], { type: 'application/pdf' });
  await vault.upload(path, pdf, { contentType: 'application/pdf' });
  const link = (await vault.createSignedUrl(path, 3600)).data!.signedUrl;
  const second = await signedIn(sandbox, { email, password: PASSWORD });
  await second.auth.signOut({ scope: 'local' });
  expect((await fetch(link)).status).toBe(200);
});

test('a link longer than MAX_LINK_DAYS is refused with both numbers, one as long is made', async () => {
  const { client, orgId } = await member('admin');
  const path = `${orgId}/long.pdf`;
  const vault = client.storage.from('evidence-vault');
  const pdf = new Blob([await smallPdf('evidence')], { type: 'application/pdf' });
  await vault.upload(path, pdf, { contentType: 'application/pdf' });
  const day = 86_400;
  expect((await vault.createSignedUrl(path, 3 * day)).error).toBeNull();
  for (const asked of [
    await vault.createSignedUrl(path, 3 * day + 1),
    await vault.createSignedUrls([path], 10 * 365 * day),
  ]) {
    expect(asked.error).toMatchObject({ message: expect.stringMatching(/at most 3 days/) });
  }
});

test('a channel ends if a token of another user is sent for it', async () => {
  const { client } = await member('admin');
  const states: string[] = [];
  const own = await tokenOf(client);
  await client.realtime.setAuth(own);
  client
    .channel('renewed')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'runs' }, () => {})
    .subscribe((status, error) => states.push(error?.message ?? status));
  await expect.poll(() => states).toEqual(['SUBSCRIBED']);
  const again = await signedIn(sandbox, {
    email: `member${counter}@one.example`,
    password: PASSWORD,
  });
  await client.realtime.setAuth(await tokenOf(again));
  await call(client, 'generate-customers', { count: 20, seed: 2 });
  expect(states).toEqual(['SUBSCRIBED']);
  await client.realtime.setAuth(await tokenOf(control));
  await expect.poll(() => states).toHaveLength(2);
  await client.removeAllChannels();
});

test('a former superadmin who was moved into an organization reads nothing with the old session', async () => {
  const root = { email: 'second@bank.example', password: 'correct horse battery' };
  await call(
    clientOf(sandbox),
    'admin-upsert-superadmin',
    { ...root, role: 'superadmin' },
    { 'x-admin-setup-token': sandbox.setupToken },
  );
  const second = await signedIn(sandbox, root);
  const { data } = await second.auth.getUser();
  const { orgId } = await member('pilot_user');
  const id = data.user!.id;
  await superadmin.from('user_roles').insert({ user_id: id, role: 'pilot_user' }).throwOnError();
  await superadmin
    .from('user_roles')
    .delete()
    .eq('user_id', id)
    .eq('role', 'superadmin')
    .throwOnError();
  expect((await second.from('profiles').select('id')).error).toBeNull();
  await superadmin.from('profiles').update({ org_id: orgId }).eq('id', id).throwOnError();
  const read = await second.from('generation_logs').select('batch_id');
  expect([read.status, read.data]).toEqual([401, null]);
  const fresh = await signedIn(sandbox, root);
  expect((await fresh.from('generation_logs').select('batch_id')).data).not.toEqual([]);
});

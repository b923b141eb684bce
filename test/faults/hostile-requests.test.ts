import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPrepared } from '../support/prepared.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';
import { zipOfTexts } from '../support/zip.ts';

let sandbox: Sandbox;
let client: SupabaseClient;
let token: string;

beforeAll(async () => {
  sandbox = await startPrepared();
  const user = { email: 'one@bank.example', password: 'a good password', organization: 'Bank' };
  ({ client } = await makeUser(sandbox, await setUpSuperadmin(sandbox), user));
  token = (await client.auth.getSession()).data.session!.access_token;
});
afterAll(() => sandbox?.stop());

/** Sends raw bytes; returns the answer up to the end of the connection or the timeout. */
function send(parts: string[], timeoutMs = 2000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
    let heard = '';
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(heard);
    });
    for (const part of parts) socket.write(part);
  });
}

const head = (line: string, headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: x', 'connection: close', ...headers, '', ''].join('\r\n');
const bearer = () => [`apikey: ${sandbox.publishableKey}`, `authorization: Bearer ${token}`];
const upgrade = ['connection: upgrade', 'upgrade: websocket'];

function filesLeft(): string[] {
  const names = (folder: string) => {
    try {
      return readdirSync(join(sandbox.dataDir, folder));
    } catch {
      return [];
    }
  };
  return [...names('work'), ...names('storage/.unfinished')];
}

test('addresses that are none do not end the server', async () => {
  for (const address of ['//[', '/realtime/v1/websocket?%', 'http://[', '*', '/%ff']) {
    expect(await send([head(`GET ${address}`, upgrade)])).toMatch(/^HTTP\/1\.1 40[0-9] /);
  }
  expect((await fetch(`${sandbox.url}/readyz`)).status).toBe(200);
});

test('figures of the process are for this machine, not for whom a proxy on it speaks', async () => {
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${sandbox.url}/metrics`, { headers })).status;
  expect(await status({})).toBe(200);
  expect(await status({ 'x-forwarded-for': '203.0.113.7' })).toBe(403);
  expect(await status({ 'x-forwarded-for': '127.0.0.1' })).toBe(403);
  expect(await status({ forwarded: 'for=203.0.113.7' })).toBe(403);
});

test('forms that are cut, broken or misplaced are refused as JSON, and leave nothing', async () => {
  const part =
    '--B\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n1,2';
  const post = (name: string, type: string, bytes: number) =>
    head(`POST /functions/v1/${name}`, [
      ...bearer(),
      `content-type: ${type}`,
      `content-length: ${bytes}`,
    ]);
  const form = 'multipart/form-data; boundary=B';
  const refused = async (sent: string[]) => {
    const [top, body] = (await send(sent)).split('\r\n\r\n');
    return [top!.split(' ')[1], body];
  };
  expect(await refused([post('parse-ingested-file', form, part.length), part])).toEqual([
    '400',
    expect.stringContaining('"error":"The upload was interrupted. Nothing was saved."'),
  ]);
  expect(await refused([post('parse-ingested-file', 'multipart/form-data', 4), '--B\r'])).toEqual([
    '400',
    expect.stringContaining(`"error":"Invalid form data: Multipart: Boundary not found"`),
  ]);
  expect(await refused([post('generate-full', form, part.length), part])).toEqual([
    '415',
    expect.stringContaining('"error":"This function requires JSON, not a form."'),
  ]);
  // Disconnect midway.
  await send([post('parse-ingested-file', form, 9_000_000), part.padEnd(3_000_000, 'x')], 300);
  await expect.poll(filesLeft).toEqual([]);
  const { data } = await client.from('generation_logs').select('batch_id');
  expect(data).toEqual([]);
});

test('requests that can only be wrong are refused as such', async () => {
  const { data } = await client.from('profiles').select('org_id').limit(1).single();
  const file = `/storage/v1/object/evidence-vault/${(data as { org_id: string }).org_id}/x.pdf`;
  const text = { 'content-type': 'application/json' };
  const half = '{"a":"\\ud800"}';
  const pdf = { 'content-type': 'application/pdf', 'x-metadata': btoa(half) };
  const form = { 'content-type': 'multipart/form-data' };
  const archive = new FormData();
  const tables = { '__proto__.csv': 'id,a\n1,2\n2,3\n', 'b.csv': 'id,a_id\n1,1\n2,2\n' };
  archive.set('file', new File([new Uint8Array(await zipOfTexts(tables))], 'tables.zip'));
  const status = async (
    method: string,
    path: string,
    headers: object,
    body: string | FormData | null,
  ) => {
    const sent = { authorization: `Bearer ${token}`, ...headers };
    return (await fetch(sandbox.url + path, { method, headers: sent, body })).status;
  };
  const document = new Blob([await smallPdf('evidence')], { type: 'application/pdf' });
  const stored = await client.storage
    .from('evidence-vault')
    .upload(file.split('evidence-vault/')[1]!, document);
  expect(stored.error).toBeNull();
  expect({
    inspect: await status('POST', '/functions/v1/inspect-file', form, 'x'),
    upload: await status('POST', file, form, 'x'),
    download: await status('GET', `${file}?download=a&download=b`, {}, null),
    metadata: await status('POST', file.replace('x.pdf', 'y.pdf'), pdf, '%PDF-1.4'),
    user: await status('PUT', '/auth/v1/user', text, `{"data":${half}}`),
    tables: await status('POST', '/functions/v1/parse-ingested-tables', {}, archive),
  }).toEqual({ inspect: 400, upload: 400, download: 400, metadata: 400, user: 400, tables: 200 });
});

test('zero bytes in the names of storage are refused', async () => {
  for (const name of ['a\0b', '\0']) {
    const { error } = await client.storage.from('evidence-vault').download(name);
    expect((error as { status?: number } | null)?.status).toBe(400);
    const listed = await client.storage.from('evidence-vault').list(name);
    expect(listed.error?.message).toBe('A name contains an invalid character');
  }
});

test('columns called like what every object inherits, and amounts beyond the bank, are learned like others', async () => {
  const header =
    'transaction_id,amount,currency,merchant_category,channel,counterparty_country,transaction_date,account_type,risk_level,constructor,__proto__,2024';
  const row = (i: number) =>
    `T${i},${'9'.repeat(40)},EUR,5411,web,DE,2024-02-${String(1 + (i % 30)).padStart(2, '0')},a,low,${i % 3},${i % 2},z`;
  const rows = Array.from({ length: 40 }, (_, i) => row(i));
  const form = new FormData();
  form.append('file', new Blob([[header, ...rows].join('\n')]), 'x\u202evsc.csv');
  const uploaded = await call<{ manifest_id: string; filename: string }>(
    client,
    'parse-ingested-file',
    form,
  );
  expect(uploaded.filename).toBe('xvsc.csv');
  const batch = await call<{ batchId: string; records: number }>(
    client,
    'generate-synthetic-from-ingestion',
    { manifest_id: uploaded.manifest_id, count: 20 },
  );
  expect(batch.records).toBe(20);
  const { data: log } = await client
    .from('generation_logs')
    .select('csv_url')
    .eq('batch_id', batch.batchId)
    .single();
  const [bucket, ...path] = (log!.csv_url as string).split('/');
  const { data: file } = await client.storage.from(bucket!).download(path.join('/'));
  expect((await file!.text()).split('\r\n')[0]).toBe(header);
  const blend = { manifest_id: uploaded.manifest_id, count: 20, real_share: 0.5 };
  expect(await call(client, 'create-blend', blend)).toMatchObject({ status: 'completed' });
});

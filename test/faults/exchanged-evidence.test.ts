import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { call, clientOf, makeUser, setUpSuperadmin } from '../support/users.ts';

const VAULT = 'evidence-vault';
const PDF = { contentType: 'application/pdf' };
let sandbox: Sandbox;
let service: SupabaseClient;
let ada: Awaited<ReturnType<typeof makeUser>>;
let bob: typeof ada;

beforeAll(async () => {
  sandbox = await startPrepared();
  service = clientOf(sandbox, sandbox.secretKey);
  const superadmin = await setUpSuperadmin(sandbox);
  const make = (email: string, organization: string) =>
    makeUser(sandbox, superadmin, { email, organization, password: 'ada ada ada', role: 'admin' });
  ada = await make('ada@one.example', 'One');
  bob = await make('bob@two.example', 'Two');
});
afterAll(() => sandbox?.stop());

async function record(of: typeof ada): Promise<string> {
  const { data } = await service
    .from('governance_audit')
    .insert({ tenant_id: of.orgId, model_type: 'm', dataset_ref: 'd' })
    .select('run_id')
    .single()
    .throwOnError();
  return data.run_id as string;
}

const link = (client: SupabaseClient, document: string, run: string) =>
  client.from('evidence_links').insert({ document_id: document, governance_run_id: run });

async function upload(of: typeof ada, options: { words: string; global?: boolean }) {
  const path = `${options.global ? 'global' : of.orgId}/${randomUUID()}.pdf`;
  const { error } = await of.client.storage
    .from(VAULT)
    .upload(path, await smallPdf(options.words), PDF);
  expect(error).toBeNull();
  const { data } = await of.client
    .from('evidence_documents')
    .insert({
      filename: 'evidence.pdf',
      file_type: PDF.contentType,
      file_size: 1,
      storage_path: path,
      uploaded_by: of.userId,
      org_id: options.global ? null : of.orgId,
      is_global: options.global ?? false,
    })
    .select('id,sha256')
    .single()
    .throwOnError();
  return { path, id: data.id as string, sha256: data.sha256 as string };
}

const approve = (client: SupabaseClient, run: string) =>
  client.rpc('approve_model_run', {
    p_run_id: run,
    p_intended_use: 'Load tests',
    p_audience: 'The team',
    p_expires_on: new Date().toISOString().slice(0, 10),
  });

/** Tries to get other bytes to the path: by its uploader, another organization and the service key. */
async function exchange(path: string): Promise<(string | undefined)[]> {
  const other = await smallPdf('other words');
  const spare = `${path}-spare.pdf`;
  await service.storage.from(VAULT).upload(spare, other, PDF);
  const messages: (string | undefined)[] = [];
  for (const client of [ada.client, bob.client, service]) {
    const bucket = client.storage.from(VAULT);
    messages.push((await bucket.remove([path])).error?.message);
    messages.push((await bucket.move(path, `${path}-away.pdf`)).error?.message);
    messages.push((await bucket.upload(path, other, PDF)).error?.message);
    messages.push((await bucket.update(path, other, PDF)).error?.message);
    const copied = await fetch(`${sandbox.url}/storage/v1/object/copy`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox.secretKey}`,
        apikey: sandbox.secretKey,
        'content-type': 'application/json',
        'x-upsert': 'true',
      },
      body: JSON.stringify({ bucketId: VAULT, sourceKey: spare, destinationKey: path }),
    });
    messages.push(copied.ok ? undefined : ((await copied.json()) as { message: string }).message);
  }
  return messages;
}

test.each([false, true])(
  'bytes of a document stay while its row stands; global: %s',
  async (global) => {
    const words = `first ${randomUUID()}`;
    const document = await upload(ada, { words, global });
    const run = await record(ada);
    expect((await link(ada.client, document.id, run)).error).toBeNull();
    const messages = await exchange(document.path);
    // Of the service key, which no policy limits, each of the five attempts is refused.
    const refusal =
      'This file belongs to a document. Delete the document; its file is deleted with it.';
    expect(messages.slice(-5)).toEqual([
      refusal,
      refusal,
      'The resource already exists',
      refusal,
      refusal,
    ]);
    expect((await approve(ada.client, run)).error).toBeNull();
    const { data } = await ada.client.storage.from(VAULT).download(document.path);
    expect(Buffer.from(await data!.arrayBuffer()).equals(await smallPdf('other words'))).toBe(
      false,
    );
    const approval = await ada.client
      .from('model_approvals')
      .select('evidence')
      .eq('run_id', run)
      .single();
    expect(approval.data!.evidence).toEqual([
      { filename: 'evidence.pdf', sha256: document.sha256 },
    ]);
    const info = await ada.client.storage.from(VAULT).info(document.path);
    expect(info.data!.etag).toBe(`"${document.sha256}"`);
  },
);

test('a global document under an approval of another organization stays, with its links', async () => {
  const document = await upload(ada, { words: 'global', global: true });
  const run = await record(bob);
  expect((await link(bob.client, document.id, run)).error).toBeNull();
  expect((await approve(bob.client, run)).error).toBeNull();
  const gone = await ada.client.from('evidence_documents').delete().eq('id', document.id);
  expect(gone.error?.message).toBe('A linked record is approved for production');
  const links = await bob.client.from('evidence_links').select().eq('document_id', document.id);
  expect(links.data).toHaveLength(1);
});

test('files of datasets stay while the row stands, and go with it', async () => {
  const form = new FormData();
  form.set('file', new File([sampleTransactions(20)], 'rows.csv', { type: 'text/csv' }));
  const { manifest_id } = await call<{ manifest_id: string }>(
    ada.client,
    'parse-ingested-file',
    form,
  );
  const { data } = await ada.client
    .from('ingestion_manifests')
    .select('storage_path')
    .eq('id', manifest_id)
    .single();
  const bucket = service.storage.from('ingested_data');
  const path = data!.storage_path as string;
  expect((await bucket.remove([path])).error).toMatchObject({
    status: 409,
    message: 'This file belongs to a dataset. Delete the dataset; its file is deleted with it.',
  });
  expect(
    (await bucket.update(path, 'a,b\n1,2\n', { contentType: 'text/csv' })).error,
  ).toMatchObject({ status: 409 });
  await ada.client.from('ingestion_manifests').delete().eq('id', manifest_id).throwOnError();
  expect((await bucket.download(path)).data).toBeNull();
});

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPromise } from 'yauzl';
import { written } from '../../src/cli/terminal/written.fixture.ts';
import { newVerdict } from '../../src/cli/verify/findings.ts';
import { verifyPack } from '../../src/cli/verify/pack/verify-pack.ts';
import { openParts } from '../../src/cli/verify/parts/open-parts.ts';
import { verifyCommand } from '../../src/cli/verify/verify.ts';
import { freePort } from '../../src/platform/gateway/free-port.ts';
import { logKeysIn } from '../../src/product/proof/log-keys.ts';
import {
  openTimeAuthority,
  serveTimeAuthority,
  type TimeAuthority,
} from '../../src/product/proof/time-authority.fixture.ts';
import type { ExternalJob, GenerationAnswer } from '../../src/shared/contracts/generation.ts';
import { BATCH_EDITS, editPack, type Pack, PERIOD_EDITS } from '../faults/tamper/pack-edits.ts';
import { longTest } from '../support/long-test.ts';
import { startPrepared } from '../support/prepared.ts';
import { pythonWith } from '../support/python-packages.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { root, type Sandbox } from '../support/sandbox.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { tesseraFsck, tesseraSays } from '../support/tessera-fsck.ts';
import { call, clientOf, makeUser, setUpSuperadmin } from '../support/users.ts';

type Verdict = {
  broken: { kind: string; entry: number | null }[];
  outside: unknown[];
  checked: string[];
  unchecked: string[];
};

const folder = mkdtempSync(join(tmpdir(), 'sandbox proof '));
const at = (...names: string[]) => join(folder, ...names);
let sandbox: Sandbox;
let ada: SupabaseClient;
let authority: TimeAuthority;
let stamping: Awaited<ReturnType<typeof serveTimeAuthority>>;
let witness: ChildProcess;
let learned: string;
let inShards: string;

/** Runs the verifier as a command, without network interfaces if this machine allows it. */
function verifyAlone(...args: string[]): { status: number | null; verdict: Verdict } {
  const command = [
    process.execPath,
    join(root, 'src/cli/sandbox.mjs'),
    'verify',
    ...args,
    '--json',
  ];
  const isolated = spawnSync('unshare', ['-rn', 'true']).status === 0;
  const [program, ...rest] = isolated ? ['unshare', '-rn', ...command] : command;
  const { status, stdout, stderr } = spawnSync(program!, rest, { encoding: 'utf8' });
  if (status === 1 && stdout === '') throw new Error(stderr);
  return { status, verdict: JSON.parse(stdout) as Verdict };
}

/** Runs the verifier in this process. */
async function verify(...args: string[]): Promise<{ status: number; verdict: Verdict }> {
  let status = -1;
  const printed = await written(async () => {
    status = await verifyCommand([...args, '--json']);
  });
  return { status, verdict: JSON.parse(printed) as Verdict };
}

async function unpack(zipPath: string, target: string): Promise<void> {
  const zip = await openPromise(zipPath);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    mkdirSync(dirname(join(target, entry.fileName)), { recursive: true });
    writeFileSync(join(target, entry.fileName), Buffer.concat(chunks));
  }
}

/** Starts a witness on a port that the sandbox has already tried to reach. */
async function startWitness(port: number): Promise<void> {
  const options = [
    '--log',
    at('keys'),
    '--state',
    at('witness.json'),
    '--name',
    'auditor.example/w1',
  ];
  witness = spawn(
    process.execPath,
    [join(root, 'src/cli/sandbox.mjs'), 'witness', ...options, '--port', String(port)],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [key] = (await once(witness.stdout!, 'data')) as [Buffer];
  writeFileSync(at('witness'), key);
}

async function unpacked(zipPath: string): Promise<string> {
  const target = mkdtempSync(at('unpacked-'));
  await unpack(zipPath, target);
  return target;
}

/** Gives a batch three records: approved by two, awaiting the second, and revoked. */
async function approveLearned(superadmin: SupabaseClient): Promise<void> {
  const { client: ben, orgId } = await makeUser(sandbox, superadmin, {
    email: 'ben@bank.example',
    password: 'a good password',
    organization: 'Proven',
    role: 'admin',
  });
  const path = `${orgId}/evidence.pdf`;
  const pdf = new Blob([await smallPdf('evidence')], { type: 'application/pdf' });
  expect((await ada.storage.from('evidence-vault').upload(path, pdf)).error).toBeNull();
  const document = await ada
    .from('evidence_documents')
    .insert({
      filename: 'evidence.pdf',
      file_type: 'application/pdf',
      file_size: pdf.size,
      storage_path: path,
      uploaded_by: (await ada.auth.getUser()).data.user!.id,
      org_id: orgId,
    })
    .select('id')
    .single()
    .throwOnError();
  const service = clientOf(sandbox, sandbox.secretKey);
  const record = { tenant_id: orgId, model_type: 'm', dataset_ref: 'd', batch_id: learned };
  await service.from('governance_audit').insert([record, record]).throwOnError();
  const { data: runs } = await ada
    .from('governance_audit')
    .select('run_id')
    .eq('batch_id', learned)
    .throwOnError();
  for (const [i, { run_id }] of runs!.entries()) {
    await ada
      .from('evidence_links')
      .insert({ document_id: document.data.id, governance_run_id: run_id })
      .throwOnError();
    await ada
      .rpc('approve_model_run', {
        p_run_id: run_id,
        p_intended_use: 'Load tests',
        p_audience: 'The team',
        p_expires_on: new Date().toISOString().slice(0, 10),
        p_exception_name: 'Too few rows',
        p_exception_reason: 'A demonstration',
      })
      .throwOnError();
    if (i !== 1) await ben.rpc('confirm_model_approval', { p_run_id: run_id }).throwOnError();
    if (i !== 2) continue;
    const revoked = { p_run_id: run_id, p_reason: 'Not needed' };
    await ben.rpc('revoke_model_run', revoked).throwOnError();
  }
}

beforeAll(async () => {
  authority = openTimeAuthority();
  stamping = await serveTimeAuthority(authority);
  writeFileSync(at('tsa.pem'), authority.authority);
  const port = await freePort();
  sandbox = await startPrepared({
    env: { WITNESS_URLS: `http://127.0.0.1:${port}`, TIMESTAMP_URL: stamping.url },
  });
  writeFileSync(at('keys'), await (await fetch(`${sandbox.url}/log/keys`)).text());
  await startWitness(port);
  const superadmin = await setUpSuperadmin(sandbox);
  ({ client: ada } = await makeUser(sandbox, superadmin, {
    email: 'ada@bank.example',
    password: 'a good password',
    organization: 'Proven',
    role: 'admin',
  }));
  const { batchId } = await call<{ batchId: string }>(ada, 'generate-full', { count: 30, seed: 4 });
  const form = new FormData();
  form.set('file', new Blob([sampleTransactions(300)]), 'movements.csv');
  const { manifest_id } = await call<{ manifest_id: string }>(ada, 'parse-ingested-file', form);
  await call(ada, 'generate-synthetic-from-ingestion', { manifest_id, count: 150 });
  const open = () => ada.from('runs').select('id').in('status', ['queued', 'running']);
  await vi.waitFor(async () => expect((await open()).data).toEqual([]), { timeout: 60_000 });
  // Entries are sealed every two seconds; then the pack can be generated.
  const packed = await vi.waitFor(
    () => call<{ path: string }>(ada, 'pack-batch', { batch_id: batchId }),
    { timeout: 30_000, interval: 100 },
  );
  const [bucket, ...name] = packed.path.split('/');
  const { data } = await ada.storage.from(bucket!).download(name.join('/'));
  writeFileSync(at('batch.zip'), Buffer.from(await data!.arrayBuffer()));
  const measured = await ada
    .from('generation_logs')
    .select('batch_id')
    .eq('manifest_id', manifest_id)
    .single()
    .throwOnError();
  learned = measured.data.batch_id as string;
  const savePack = async (name: string) => {
    const pack = await vi.waitFor(() => call<Blob>(ada, 'evidence-pack', { batch_id: learned }), {
      timeout: 30_000,
      interval: 100,
    });
    writeFileSync(at(name), Buffer.from(await pack.arrayBuffer()));
  };
  await savePack('evidence.zip');
  await approveLearned(superadmin);
  await savePack('approved.zip');
  const batch = mkdtempSync(at('batch-'));
  await unpack(at('batch.zip'), batch);
  cpSync(batch, at('batch'), { recursive: true });
  cpSync(join(sandbox.dataDir, 'storage', 'log'), at('log'), { recursive: true });
});
afterAll(async () => {
  await sandbox?.stop();
  witness?.kill();
  await stamping?.close();
  authority?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a batch is taken along and proven without network and database, by the operator alone so far', async () => {
  const { status, verdict } = verifyAlone(at('batch.zip'), '--vkey', at('keys'), '--regenerate');
  expect([status, verdict.broken]).toEqual([3, []]);
  expect(verdict.checked).toEqual([
    expect.stringMatching(/^Entry \d+ of \d+ in .+: batch\.completed of [-\w]+, /),
    'Manifest and 1 file(s) by their SHA-256.',
    expect.stringMatching(/^The model signature covers 7 files\.$/),
    expect.stringMatching(/^Regenerated from seed 4: .+\.csv is identical\.$/),
  ]);
  // Without a key it uses the key in the pack, and reports it.
  const { verdict: alone } = await verify(at('batch'));
  expect(alone.unchecked[0]).toContain("Compare it with the operator's published key");
});

/** Verifies the time-stamp of a batch's checkpoint with OpenSSL. */
function stamped(folder: string, added = ''): number | null {
  const proof = readFileSync(join(folder, 'batch.tlog-proof'), 'utf8');
  const checkpoint = proof.slice(proof.indexOf('\n\n') + 2);
  const text = checkpoint.split('\n').slice(0, 3).join('\n');
  writeFileSync(at('checkpoint.txt'), `${text}${added}\n`);
  const files = ['-data', at('checkpoint.txt'), '-in', join(folder, 'checkpoint.tsr')];
  return spawnSync('openssl', ['ts', '-verify', ...files, '-CAfile', at('tsa.pem')]).status;
}

test('an outsider who asks a witness and an authority of the time needs no word of the operator', async () => {
  const outside = ['--witness', at('witness'), '--tsa', at('tsa.pem')];
  for (const path of [at('batch.zip'), at('evidence.zip')]) {
    const { status, verdict } = await verify(path, '--vkey', at('keys'), ...outside);
    expect([status, verdict.broken]).toEqual([0, []]);
    expect(verdict.outside).toEqual([
      { kind: 'witness', name: 'auditor.example/w1', at: expect.stringMatching(/^2\d{3}-/) },
      { kind: 'time-stamp', name: expect.stringContaining('Test stamper'), at: expect.any(String) },
    ]);
  }
  const log = await verify(at('log'), '--vkey', at('keys'), '--witness', at('witness'));
  expect([log.status, log.verdict.broken]).toEqual([0, []]);
  expect([stamped(at('batch')), stamped(at('batch'), ' ')]).toEqual([0, 1]);
  expect(await call(ada, 'log-status', {})).toMatchObject({
    halted: null,
    outside_asked: true,
    outside: { at: expect.any(String) },
  });
  await vi.waitFor(async () => {
    const { data } = await ada.from('log_entries').select('outside_kind').eq('subject', learned);
    expect(data!.length).toBeGreaterThan(1);
    expect(data!.every((entry) => entry.outside_kind !== null)).toBe(true);
  }, 10_000);
});

const sandboxCommand = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'src/cli/sandbox.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: sandbox.dataDir },
  });

test('an evidence pack of a period holds the hashes of the files; the operator makes the same', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const pack = await call<Blob>(ada, 'evidence-pack', { from: today, to: today });
  writeFileSync(at('period.zip'), Buffer.from(await pack.arrayBuffer()));
  const days = ['--from', today, '--to', today];
  const result = sandboxCommand(
    'evidence-pack',
    '--organization',
    'Proven',
    ...days,
    '--out',
    at('again.zip'),
  );
  expect(result.status, result.stderr).toBe(0);
  // The receipt beside the archive counts as the one within, which a later one can complete.
  const beside = readFileSync(at('again.zip.receipt.json'), 'utf8');
  const within = join(await unpacked(at('again.zip')), 'receipt.json');
  expect(readFileSync(within, 'utf8')).toBe(beside);
  rmSync(at('again.zip.receipt.json'));
  const completed = sandboxCommand('evidence-pack', '--complete', at('again.zip'));
  expect(completed.status, completed.stderr).toBe(0);
  for (const path of [at('period.zip'), at('again.zip')]) {
    const { status, verdict } = await verify(path, '--vkey', at('keys'));
    expect([status, verdict.broken]).toEqual([3, []]);
    expect(verdict.checked).toContain('4 batch(es): proof, manifest and signature.');
    expect(verdict.unchecked).toContain(
      '4 batch(es): the pack contains only the hash of the file.',
    );
  }
  const { rows } = await vi.waitFor(
    async () => {
      const { data } = await ada
        .from('log_entries')
        .select('sha256')
        .eq('kind', 'pack.made')
        .eq('subject', learned);
      expect(data).toHaveLength(2);
      return { rows: data! };
    },
    { timeout: 10_000, interval: 100 },
  );
  const index = readFileSync(join(await unpacked(at('evidence.zip')), 'pack.json'));
  const sealed = rows.map(({ sha256 }) => sha256);
  expect(sealed).toContain(createHash('sha256').update(index).digest('hex'));
  await expect(
    call(ada, 'evidence-pack', { from: '2020-01-01', to: '2020-01-02' }),
  ).rejects.toThrow('The log has no entries of your organization in this period.');
  await expect(call(ada, 'evidence-pack', { from: today })).rejects.toThrow(
    'Must have either batch_id, or the first and last day of a period',
  );
});

test('the database says what was sealed, of a batch from scratch and of one that was learned and measured', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'src/cli/sandbox.mjs'), 'log', 'fsck', '--vkey', at('keys'), '--json'],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: sandbox.dataDir } },
  );
  expect(status, stderr).toBe(3);
  const verdict = JSON.parse(stdout) as Verdict;
  expect(verdict.broken).toEqual([]);
  expect(verdict.checked).toContain('4 batches: manifests, reports, scores, files and rows.');
});

// The sandbox collects external shards every ten seconds; tests in between count no batches.
longTest('a batch in shards is made outside', async () => {
  const request = { count: 3000, seed: 9, executor: 'external', shards: 3 };
  const { batchId, runId } = await call<GenerationAnswer>(ada, 'generate-customers', request);
  const { store } = await vi.waitFor(
    () => call<ExternalJob>(ada, 'external-job', { run_id: runId }),
    { timeout: 30_000, interval: 100 },
  );
  const result = sandboxCommand('shard', 'run', '--store', store, '--index', '0-2');
  expect(result.status, result.stderr).toBe(0);
  inShards = batchId;
});

test('what was changed in a batch is named', async () => {
  const change = async (name: string, edit: (text: string) => string) => {
    const copy = mkdtempSync(at('changed-'));
    cpSync(at('batch'), copy, { recursive: true });
    writeFileSync(join(copy, name), edit(readFileSync(join(copy, name), 'utf8')));
    const { status, verdict } = await verify(copy, '--vkey', at('keys'));
    return [status, verdict.broken[0]?.kind];
  };
  const { files } = JSON.parse(readFileSync(at('batch', 'manifest.json'), 'utf8')) as {
    files: { name: string }[];
  };
  expect(await change(files[0]!.name, (text) => text.replace(/\d/, 'x'))).toEqual([
    1,
    'file changed',
  ]);
  expect(await change('manifest.json', (text) => text.replace('"seed":"4"', '"seed":"5"'))).toEqual(
    [1, 'manifest changed'],
  );
  expect(await change('croissant.json', (text) => `${text} `)).toEqual([1, 'statement changed']);
  expect(
    await change('batch.oms.json', (text) => text.replace('"sig": "ME', '"sig": "MF')),
  ).toEqual([1, 'signature wrong']);
  expect(
    await change('batch.tlog-proof', (text) => text.replace(/^index .*$/m, 'index 0')),
  ).toEqual([1, 'entry edited']);
});

test('an evidence pack of a batch is proven as a whole, and what was changed in it is named', async () => {
  const { status, verdict } = await verify(at('evidence.zip'), '--vkey', at('keys'));
  expect([status, verdict.broken]).toEqual([3, []]);
  expect(verdict.checked).toEqual([
    expect.stringMatching(/^\d+ files by the list in pack\.json\.$/),
    expect.stringMatching(/^The organization's entries \d+ to \d+, without a gap, in /),
    '1 batch(es): proof, manifest and signature.',
    '1 report(s) by their SHA-256, and their PDFs.',
    '0 approval(s) by the hashes of their terms.',
    '0 evidence document(s) by their SHA-256.',
    'Persons, times and words of records, approvals and documents.',
    '0 decision(s) on exceptions by person, time and words.',
    expect.stringMatching(/^The receipt: entry \d+ recorded this pack, /),
  ]);
  const pack = await unpacked(at('evidence.zip'));
  const { files, batches } = JSON.parse(readFileSync(join(pack, 'pack.json'), 'utf8')) as {
    files: { name: string; sha256: string }[];
    batches: { batch: string; left_out: string[] }[];
  };
  expect(batches).toEqual([expect.objectContaining({ batch: learned, left_out: [] })]);
  // Each answered control must have its file.
  const { frameworks } = JSON.parse(readFileSync(join(pack, 'controls.json'), 'utf8')) as {
    frameworks: { controls: { answered_by?: string[] }[] }[];
  };
  const answers = new Set(
    frameworks.flatMap(({ controls }) => controls.flatMap((control) => control.answered_by ?? [])),
  );
  const named = files.map(({ name }) => name.replace(learned, '*'));
  expect([...answers].filter((name) => !named.includes(name))).toEqual([]);
  expect(frameworks).toHaveLength(7);

  const changed = async (name: string, edit: (text: string) => string) => {
    const copy = mkdtempSync(at('changed-'));
    cpSync(pack, copy, { recursive: true });
    const text = edit(readFileSync(join(copy, name), 'utf8'));
    writeFileSync(join(copy, name), text);
    // The list is unsigned, so a forger changes it too.
    const sha256 = createHash('sha256').update(text).digest('hex');
    const list = files.map((file) => (file.name === name ? { ...file, sha256 } : file));
    const index = JSON.parse(readFileSync(join(copy, 'pack.json'), 'utf8')) as object;
    writeFileSync(join(copy, 'pack.json'), JSON.stringify({ ...index, files: list }));
    const { status, verdict } = await verify(copy, '--vkey', at('keys'));
    return [status, verdict.broken[0]?.kind];
  };
  const lines = (edit: (all: string[]) => string[]) => (text: string) =>
    `${edit(text.trimEnd().split('\n')).join('\n')}\n`;
  const entries = 'log/entries.jsonl';
  expect(await changed(`reports/${learned}.json`, (text) => text.replace('0.', '1.'))).toEqual([
    1,
    'report changed',
  ]);
  expect(
    await changed(entries, (text) =>
      text.replace('"kind":"report.measured"', '"kind":"report.lost"'),
    ),
  ).toEqual([1, 'entry edited']);
  expect(
    await changed(
      entries,
      lines((all) => [all[0]!, ...all.slice(2)]),
    ),
  ).toEqual([1, 'entry deleted']);
  expect(
    await changed(
      entries,
      lines((all) => all.slice(0, -1)),
    ),
  ).toEqual([1, 'tail cut']);
  expect(
    await changed(
      entries,
      lines((all) => [...all.slice(0, 2), ...all.slice(1)]),
    ),
  ).toEqual([1, 'entries reordered']);
  // The entries name the person who uploaded the file and made the batch.
  const opened = readFileSync(join(pack, entries), 'utf8').trimEnd().split('\n');
  const kinds = opened.flatMap((line) => {
    const { entry, by } = JSON.parse(line) as { entry: { kind: string }; by?: { text: string } };
    return by?.text.includes('ada@bank.example') ? [entry.kind] : [];
  });
  expect(kinds).toEqual(
    expect.arrayContaining(['dataset.uploaded', 'batch.completed', 'report.measured']),
  );
  writeFileSync(join(pack, 'more.txt'), '');
  expect((await verify(pack, '--vkey', at('keys'))).verdict.broken[0]?.kind).toBe('pack changed');
});

async function brokenIn(path: string): Promise<Verdict['broken']> {
  const verdict = newVerdict();
  const keys = logKeysIn(readFileSync(at('keys'), 'utf8'), 'keys');
  const trust = { log: keys, witnesses: [], authorities: [], since: null };
  const parts = await openParts(path);
  expect(parts.faults).toEqual([]);
  await verifyPack(parts, trust, verdict);
  parts.close();
  return verdict.broken;
}

/** Rounds of a new batch and its pack; every fifth adds a pack of the day, which grows. */
const ROUNDS = Number(process.env.PACK_ROUNDS ?? 90);

longTest(`honest packs of ${ROUNDS} rounds raise nothing`, { timeout: 1_800_000 }, async () => {
  const today = new Date().toISOString().slice(0, 10);
  let clean = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { batchId } = await call<{ batchId: string }>(ada, 'generate-customers', { count: 5 });
    const scopes = [
      { batch_id: batchId },
      ...(round % 5 === 0 ? [{ from: today, to: today }] : []),
    ];
    for (const scope of scopes) {
      const pack = await vi.waitFor(() => call<Blob>(ada, 'evidence-pack', scope), 120_000);
      writeFileSync(at('honest.zip'), Buffer.from(await pack.arrayBuffer()));
      expect([scope, await brokenIn(at('honest.zip'))]).toEqual([scope, []]);
      clean += 1;
    }
  }
  expect(clean).toBe(ROUNDS + Math.ceil(ROUNDS / 5));
});

test('each edit of a pack is named, though all lists were recomputed; untouched packs are clean', async () => {
  const kinds: Record<string, unknown> = {};
  const tried = [
    ['approved.zip', BATCH_EDITS],
    ['period.zip', PERIOD_EDITS],
  ] as const;
  for (const [archive, edits] of tried) {
    const honest = await unpacked(at(archive));
    const found = (edit: (pack: Pack) => void) => {
      const copy = mkdtempSync(at('edited-'));
      editPack(honest, copy, { batch: learned, other: at('batch'), edit });
      return brokenIn(copy);
    };
    kinds[archive] = await brokenIn(honest);
    for (const [name, { edit }] of Object.entries(edits))
      kinds[name] = (await found(edit))[0]?.kind;
  }
  const expected = Object.entries({ ...BATCH_EDITS, ...PERIOD_EDITS });
  expect(kinds).toEqual({
    'approved.zip': [],
    'period.zip': [],
    ...Object.fromEntries(expected.map(([name, { kind }]) => [name, kind])),
  });
});

const modelSigning = pythonWith('model-signing', ['model-signing==1.1.1', 'pyopenssl']);

/** Verifies a batch with OpenSSF's program by the key of files in a text of keys. */
function modelSigned(folder: string, keys: string): { status: number | null; said: string } {
  writeFileSync(at('files.pem'), keys.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/)![0]);
  const signature = join(folder, 'batch.oms.json');
  const args = ['verify', 'key', folder, '--signature', signature];
  const { status, stdout, stderr } = spawnSync(
    join(modelSigning!, 'model_signing'),
    [...args, '--public_key', at('files.pem')],
    { encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
}

test.runIf(modelSigning !== null)(
  "OpenSSF's model_signing verifies a batch, and refuses a changed one",
  () => {
    const keys = readFileSync(at('keys'), 'utf8');
    const honest = modelSigned(at('batch'), keys);
    expect(honest.status, honest.said).toBe(0);
    const copy = mkdtempSync(at('signed-'));
    cpSync(at('batch'), copy, { recursive: true });
    appendFileSync(join(copy, 'croissant.json'), ' ');
    expect(modelSigned(copy, keys).status).not.toBe(0);
  },
);

const mlcroissant = pythonWith('mlcroissant', ['mlcroissant==1.1.1']);
test.runIf(mlcroissant !== null)(
  'mlcroissant reads the records of a batch by its description',
  () => {
    const program = [
      'import json, sys, itertools, mlcroissant',
      'path = sys.argv[1]',
      'sets = json.load(open(path))["recordSet"]',
      'dataset = mlcroissant.Dataset(jsonld=path)',
      'print(sum(1 for _ in dataset.records(record_set=sets[0]["@id"])))',
    ].join('\n');
    const { status, stdout, stderr } = spawnSync(
      join(mlcroissant!, 'python'),
      ['-c', program, at('batch', 'croissant.json')],
      { encoding: 'utf8', cwd: at('batch') },
    );
    expect(status, stderr).toBe(0);
    const { counts } = JSON.parse(readFileSync(at('batch', 'manifest.json'), 'utf8')) as {
      counts: Record<string, number>;
    };
    expect(Object.values(counts)).toContain(Number(stdout.trim().split('\n').at(-1)));
  },
);

const trestle = pythonWith('compliance-trestle', ['compliance-trestle==5.2.0']);
test.runIf(trestle !== null)(
  'compliance-trestle reads the control map of a pack as OSCAL',
  async () => {
    const path = join(await unpacked(at('evidence.zip')), 'oscal-assessment-results.json');
    const program = [
      'import sys, pathlib',
      'from trestle.oscal.assessment_results import AssessmentResults',
      'read = AssessmentResults.oscal_read(pathlib.Path(sys.argv[1]))',
      'print(len(read.results), sum(len(result.observations) for result in read.results))',
    ].join('\n');
    const output = spawnSync(join(trestle!, 'python'), ['-c', program, path], { encoding: 'utf8' });
    expect(output.status, output.stderr).toBe(0);
    expect(output.stdout).toMatch(/^7 59\n$/);
  },
);

test('the whole log is served, and proven from its files', async () => {
  const { status, verdict } = await verify(at('log'), '--vkey', at('keys'));
  expect([status, verdict.broken]).toEqual([3, []]);
  const checkpoint = await fetch(`${sandbox.url}/log/checkpoint`);
  expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [origin, size] = (await checkpoint.text()).split('\n');
  // The long run fills the first tile.
  const width = Number(size) < 256 ? `.p/${size}` : '';
  const tile = await fetch(`${sandbox.url}/log/tile/entries/000${width}`);
  expect([tile.status, tile.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  const text = await tile.text();
  expect(text).toContain('batch.completed');
  expect(text).not.toContain('ada@bank.example');
  expect(origin).toContain('/log/');
  for (const path of ['tile/0/00', 'tile/0/000.p/256', 'tile/../../log-key', 'leaves']) {
    expect((await fetch(`${sandbox.url}/log/${path}`)).status).toBe(404);
  }
  appendFileSync(at('log', 'checkpoint'), ' ');
  expect((await verify(at('log'), '--vkey', at('keys'))).status).toBe(1);
});

longTest(
  'a batch in shards is proven file by file, and a file that was changed is named',
  async () => {
    const { path } = await vi.waitFor(
      () => call<{ path: string }>(ada, 'pack-batch', { batch_id: inShards }),
      { timeout: 60_000, interval: 100 },
    );
    const [bucket, ...name] = path.split('/');
    const { data } = await ada.storage.from(bucket!).download(name.join('/'));
    writeFileSync(at('shards.zip'), Buffer.from(await data!.arrayBuffer()));
    const { status, verdict } = await verify(at('shards.zip'), '--vkey', at('keys'));
    expect([status, verdict.broken]).toEqual([3, []]);
    expect(verdict.checked).toContain('Manifest and 3 file(s) by their SHA-256.');
    const pack = await unpacked(at('shards.zip'));
    const croissant = JSON.parse(readFileSync(join(pack, 'croissant.json'), 'utf8'));
    expect(croissant.distribution[1]).toMatchObject({
      name: 'customers/0001.parquet',
      encodingFormat: 'application/x-parquet',
    });
    appendFileSync(join(pack, 'customers/0001.parquet'), ' ');
    const changed = await verify(pack, '--vkey', at('keys'));
    expect([changed.status, changed.verdict.broken[0]?.kind]).toEqual([1, 'file changed']);
  },
);

const fsck = process.env.TEST_LONG === undefined ? null : tesseraFsck();
test.runIf(modelSigning !== null && fsck !== null)(
  'other programs accept batches and log after a rotation of the key and a restore of the tiles',
  { timeout: 180_000 },
  async () => {
    const command = (...args: string[]) =>
      spawnSync(process.execPath, [join(root, 'src/cli/sandbox.mjs'), 'log', ...args], {
        env: { ...process.env, DATA_DIR: sandbox.dataDir },
        encoding: 'utf8',
      });
    const folder = join(sandbox.dataDir, 'storage/log');
    for (const change of ['rotated', 'restored'] as const) {
      if (change === 'restored') rmSync(join(folder, 'tile'), { recursive: true });
      const { status, stdout, stderr } = command(change === 'rotated' ? 'rotate-key' : 'restore');
      expect([status, stderr]).toEqual([0, expect.any(String)]);
      if (change === 'rotated') writeFileSync(at('new-keys'), stdout);
      const { batchId } = await call<{ batchId: string }>(ada, 'generate-customers', { count: 5 });
      const { path } = await vi.waitFor(
        () => call<{ path: string }>(ada, 'pack-batch', { batch_id: batchId }),
        { timeout: 60_000, interval: 200 },
      );
      const [bucket, ...name] = path.split('/');
      const { data } = await ada.storage.from(bucket!).download(name.join('/'));
      writeFileSync(at(`${change}.zip`), Buffer.from(await data!.arrayBuffer()));
      await unpack(at(`${change}.zip`), at(change));
      for (const [batch, keys] of [
        [at('batch'), 'keys'],
        [at(change), 'new-keys'],
      ] as const) {
        const { status: code, said } = modelSigned(batch, readFileSync(at(keys), 'utf8'));
        expect([code, stamped(batch)], said).toEqual([0, 0]);
      }
      for (const keys of ['keys', 'new-keys']) {
        for (const zip of ['batch.zip', `${change}.zip`]) {
          const verified = await verify(at(zip), '--vkey', at(keys), '--tsa', at('tsa.pem'));
          expect([zip, keys, verified.status, verified.verdict.broken]).toEqual([zip, keys, 0, []]);
        }
      }
      const [vkey] = readFileSync(at('new-keys'), 'utf8').split('\n');
      expect(tesseraSays(fsck!, { folder, vkey: vkey! })).toContain('Successfully');
    }
  },
);

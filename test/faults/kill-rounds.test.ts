import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import type pg from 'pg';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiOf, killWorker, postmasterOf } from '../support/kill-worker.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { onSandboxDatabase } from '../support/sandbox-database.ts';
import { tornBatches } from '../support/torn-batches.ts';
import { call, clientOf, makeUser, setUpSuperadmin, signedIn } from '../support/users.ts';

const ADA = {
  email: 'ada@bank.example',
  password: 'ada ada ada',
  organization: 'Killed',
  role: 'admin',
} as const;
const HOOKED = { WEBHOOK_HOSTS: 'localhost' };
/** Rounds: 1 in `npm test`, 200 in `npm run test:long`. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (process.env.TEST_LONG ? 200 : 1));
const LONGEST_WAIT_MS = 1500;

let sandbox: Sandbox;
let client: SupabaseClient;
/** Acknowledged work: uploads with their hash, batches by id. */
const uploads = new Map<string, string>();
const batches = new Set<string>();
const refusals = new Map<string, number>();

beforeAll(async () => {
  sandbox = await startPrepared({ keep: true, env: HOOKED });
  ({ client } = await makeUser(sandbox, await setUpSuperadmin(sandbox), ADA));
});
afterAll(() => sandbox?.stop());

const onDatabase = <T>(work: (db: pg.Client) => Promise<T>) => onSandboxDatabase(sandbox, work);

const pidsOf = (condition: string) =>
  onDatabase(async (db) => {
    const { rows } = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
          and ${condition} order by (state = 'active') desc, random()`,
    );
    return rows.map(({ pid }) => pid);
  });

async function restart(): Promise<void> {
  if (sandbox.process.exitCode === null && sandbox.process.signalCode === null) {
    await new Promise((resolve) => sandbox.process.once('exit', resolve));
  }
  sandbox = await startSandbox({ dataDir: sandbox.dataDir, env: HOOKED });
  client = await signedIn(sandbox, ADA);
}

const KILLS: Record<string, () => Promise<void>> = {
  server: async () => {
    sandbox.process.kill('SIGKILL');
    await restart();
  },
  worker: async () => killWorker(sandbox),
  API: async () => void process.kill(apiOf(sandbox), 'SIGKILL'),
  backend: async () => {
    const [pid] = await pidsOf('true');
    process.kill(pid!, 'SIGKILL');
  },
  postmaster: async () => {
    process.kill(postmasterOf(sandbox), 'SIGKILL');
  },
  'all connections': async () => {
    const pids = await pidsOf('true');
    await onDatabase((db) =>
      db.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]),
    );
  },
};

const attempt = async (work: () => Promise<unknown>) => {
  await work().catch((error: Error) => {
    refusals.set(error.message, (refusals.get(error.message) ?? 0) + 1);
  });
};

async function upload(round: number): Promise<void> {
  const text = `${sampleTransactions(4000)}`;
  const form = new FormData();
  form.set('file', new File([text], `round-${round}.csv`, { type: 'text/csv' }));
  const made = await call<{ manifest_id: string }>(client, 'parse-ingested-file', form);
  uploads.set(made.manifest_id, createHash('sha256').update(text).digest('hex'));
}

async function generate(round: number): Promise<void> {
  const batch = await call<{ batchId: string }>(client, 'generate-full', {
    count: 1500,
    seed: round,
  });
  batches.add(batch.batchId);
}

async function settled(): Promise<void> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const open = await onDatabase((db) =>
      db.query("select from public.runs where status in ('queued', 'running')"),
    ).catch(() => null);
    const ready = await fetch(`${sandbox.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (open?.rowCount === 0 && ready) return;
    await sleep(200);
  }
  throw new Error('runs are still open after two minutes');
}

test(`${ROUNDS} rounds of kills in the midst of uploads and batches lose nothing that was acknowledged`, async () => {
  const kinds = Object.entries(KILLS);
  for (let round = 0; round < ROUNDS; round++) {
    const [name, kill] = kinds[round % kinds.length]!;
    const work = [upload, generate, upload].map((one) => attempt(() => one(round)));
    await sleep(Math.random() * LONGEST_WAIT_MS);
    await kill();
    await Promise.all(work);
    await settled().catch((error: Error) => {
      throw new Error(`round ${round}, ${name}: ${error.message}`);
    });
    if (process.env.KILL_ROUNDS) process.stdout.write(`round ${round + 1}, ${name}: settled\n`);
  }
  const { lost, failed, torn } = await onDatabase(async (db) => ({
    lost: await lostUploads(db),
    failed: (await db.query("select kind, error, attempt from public.runs where status = 'failed'"))
      .rows,
    torn: await tornBatches(db, [...batches]),
  }));
  process.stdout.write(
    `${ROUNDS} rounds, ${uploads.size} uploads and ${batches.size} batches acknowledged; refused: ${JSON.stringify(Object.fromEntries(refusals))}\n`,
  );
  expect({ lost, failed, torn }).toEqual({ lost: [], failed: [], torn: [] });
  expect([...refusals.keys()].filter((text) => /went wrong|unexpected error/i.test(text))).toEqual(
    [],
  );
}, 7_200_000);

type Environment = { id: string; status: string };
const KILLS_OF_ENVIRONMENTS = process.env.KILL_ROUNDS ? ROUNDS : process.env.TEST_LONG ? 100 : 5;

/** State of an environment: hash of its rows, changed tables, clock. */
const stateOf = ({ id }: Environment) =>
  onDatabase(async (db) => {
    const hashes: string[] = [];
    for (const table of ['customers', 'accounts', 'transactions']) {
      const { rows } = await db.query<{ hash: string }>(
        `select md5(string_agg((to_jsonb(t) - 'seq' - 'batch_id' - 'tenant_id')::text, ',' order by seq)) as hash
           from bank.${table} t where tenant_id = (select rows_tenant from public.environments where id = $1)`,
        [id],
      );
      hashes.push(rows[0]!.hash);
    }
    const { rows } = await db.query<object>(
      'select pin, changed, clock from public.environments where id = $1',
      [id],
    );
    return JSON.stringify([hashes, rows]);
  });

test(`${KILLS_OF_ENVIRONMENTS} kills during resets and advances leave the pin or the new state, and each event once`, async () => {
  const create = (name: string) =>
    call<Environment>(client, 'create-environment', {
      name,
      simulation: { seed: '5', count: 400 },
    });
  const [killed, unharmed] = [await create('killed'), await create('unharmed')];
  const work = (name: string, environment: string) =>
    call(client, name, { environment, ...(name === 'advance-environment' && { days: 3 }) });
  const pinned = await stateOf(killed);
  /** Effects of a receiver that stores the id of each message. */
  const effects = new Map<string, { type: string; data: { transactions?: unknown[] } }>();
  let messages = 0;
  const receiver = createServer((request, answer) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      messages += 1;
      effects.set(String(request.headers['webhook-id']), JSON.parse(body));
      // Some answers are lost, so that the message comes again.
      if (messages % 5 === 0) request.socket.destroy();
      else answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, 'localhost', resolve));
  const { port } = receiver.address() as AddressInfo;
  const url = `http://localhost:${port}/`;
  await call(client, 'create-webhook', { url, environment: 'killed' });
  const done = { advance: 0, reset: 0 };
  const spent = { advance: 0, reset: 0 };
  spent.advance -= performance.now();
  await work('advance-environment', 'unharmed');
  spent.advance += performance.now();
  const advanced = await stateOf(unharmed);
  spent.reset -= performance.now();
  await work('reset-environment', 'unharmed');
  spent.reset += performance.now();
  expect(await stateOf(unharmed)).toBe(pinned);
  const found = { pin: 0, advanced: 0 };
  const kinds = ['server', 'API', 'backend', 'postmaster'] as const;
  for (let round = 0; round < KILLS_OF_ENVIRONMENTS; round++) {
    const kind = kinds[round % kinds.length]!;
    const isAdvance = round % 2 === 0;
    if (((await stateOf(killed)) === pinned) !== isAdvance) {
      await work(isAdvance ? 'reset-environment' : 'advance-environment', 'killed');
      done[isAdvance ? 'reset' : 'advance'] += 1;
    }
    const name = isAdvance ? 'advance-environment' : 'reset-environment';
    const attempted = attempt(() => work(name, 'killed'));
    await sleep(Math.random() * 1.2 * (isAdvance ? spent.advance : spent.reset));
    await KILLS[kind]!();
    await attempted;
    await settled();
    const state = await stateOf(killed);
    if (state !== pinned && state !== advanced)
      throw new Error(`round ${round}, ${kind} during ${name}: ${state}`);
    found[state === pinned ? 'pin' : 'advanced'] += 1;
    if (process.env.KILL_ROUNDS) process.stdout.write(`round ${round + 1}, ${kind}, ${name}\n`);
    if ((state === pinned) !== isAdvance) done[isAdvance ? 'advance' : 'reset'] += 1;
  }
  const entered = () =>
    onDatabase(async (db) => {
      const { rows } = await db.query<{ id: string; done: boolean }>(
        'select id, delivered_at is not null as done from public.webhook_deliveries order by id',
      );
      return rows;
    });
  await vi.waitFor(async () => expect((await entered()).every((row) => row.done)).toBe(true), {
    timeout: 180_000,
    interval: 1000,
  });
  receiver.close();
  process.stdout.write(
    `kills during resets and advances: ${JSON.stringify({ found, done, messages, events: effects.size })}\n`,
  );
  const times = (type: string) => [...effects.values()].filter((event) => event.type === type);
  expect([...effects.keys()].sort()).toEqual((await entered()).map(({ id }) => id).sort());
  expect(times('environment.advanced')).toHaveLength(done.advance);
  expect(times('environment.reset')).toHaveLength(done.reset);
  expect(await stateOf(unharmed)).toBe(pinned);
}, 7_200_000);

test('a resumable upload continues after its server was killed', async () => {
  const service = clientOf(sandbox, sandbox.secretKey);
  await service.storage.createBucket('parts');
  const bytes = randomBytes(1_000_000);
  const part = (from: string | null, onPart: (upload: Upload) => void) =>
    new Promise<void>((resolve, reject) => {
      const upload: Upload = new Upload(bytes, {
        endpoint: `${sandbox.url}/storage/v1/upload/resumable`,
        uploadUrl: from,
        retryDelays: null,
        headers: { authorization: `Bearer ${sandbox.secretKey}` },
        metadata: { bucketName: 'parts', objectName: 'whole', contentType: 'text/plain' },
        chunkSize: 300_000,
        onChunkComplete: () => onPart(upload),
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
  const path = await new Promise<string>((resolve) => {
    part(null, (upload) => {
      void upload.abort();
      resolve(new URL(upload.url!).pathname);
    }).catch(() => {});
  });
  await KILLS.server!();
  let parts = 0;
  await part(`${sandbox.url}${path}`, () => {
    parts += 1;
  });
  expect(parts).toBeLessThan(4);
  const { data } = await clientOf(sandbox, sandbox.secretKey)
    .storage.from('parts')
    .download('whole');
  expect(Buffer.from(await data!.arrayBuffer()).equals(bytes)).toBe(true);
});

/** Returns acknowledged uploads that are missing or differ. */
async function lostUploads(db: pg.Client): Promise<string[]> {
  const lost: string[] = [];
  for (const [id, sha256] of uploads) {
    const { rows } = await db.query<{ storage_path: string }>(
      'select storage_path from public.ingestion_manifests where id = $1 and sha256 = $2',
      [id, sha256],
    );
    const { data } = await client.storage
      .from('ingested_data')
      .download(rows[0]?.storage_path ?? 'gone');
    const bytes = data === null ? '' : Buffer.from(await data.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) lost.push(id);
  }
  return lost;
}

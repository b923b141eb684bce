import { type ChildProcess, fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../test/support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../test/support/users.ts';
import { type Figure, report } from './foundation/figures.ts';
import { generate } from './foundation/generation.ts';
import { processorSeconds } from './foundation/processor.ts';
import { connectTo } from './rest/connect.ts';
import { benchCursor } from './rest/cursor.ts';
import { loadTimes, quantile, type Target } from './rest/load.ts';

/**
 * Benchmarks reads of rows (JSON, CSV, by API key) against the least work under the same role and
 * policies, in alternating rounds. Quantiles are of all rounds' requests, at least 4,000 for reads
 * of 100 rows. Then a key reads all rows by cursor, while a member reads pages.
 * `node bench/rest.ts [--only reads|keys|exports] [--rounds N] [--requests N] [--rows N]`
 */
function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
const rounds = option('rounds', 5);
const requests = option('requests', 800);
const onlyAt = process.argv.indexOf('--only');
const only = onlyAt < 0 ? null : process.argv[onlyAt + 1];
const measures = (part: 'reads' | 'keys' | 'exports') => only === null || only === part;
const transactions = option('rows', measures('keys') ? 1_000_000 : 200_000);
const CSV_ROWS = 50_000;

function startRaw(order: {
  authenticatorUrl: string;
  ownerUrl: string;
  claims: string;
}): Promise<{ url: string; child: ChildProcess }> {
  const file = fileURLToPath(new URL('./rest/raw-server.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(order)]);
  return new Promise((resolve) =>
    child.once('message', (port) => resolve({ url: `http://127.0.0.1:${port}`, child })),
  );
}

type Compared = {
  name: string;
  ours: Target;
  /** Ways to write the same answer; the fastest is the floor. */
  floors: Target[];
  /** True if the floor is another request to the same sandbox. */
  isOwnFloor?: boolean;
  clients: number;
  requests: number;
  most: number;
};

/** Returns the quicker of the floors by medians. */
async function lowest(floors: Target[], clients: number): Promise<Target> {
  const medians: number[] = [];
  for (const floor of floors) {
    await loadTimes(floor, { clients, requests: 50 });
    medians.push(quantile(await loadTimes(floor, { clients, requests: 100 }), 0.5));
  }
  return floors[medians.indexOf(Math.min(...medians))]!;
}

async function compare(pids: { raw: number; database: number }, work: Compared) {
  const { clients } = work;
  const floor = await lowest(work.floors, clients);
  const processor = () => ({
    own: processorSeconds(pids.database)!,
    raw: processorSeconds(pids.raw)!.all,
  });
  const times = { own: [] as number[], raw: [] as number[] };
  const used = { own: 0, raw: 0 };
  await loadTimes(work.ours, { clients, requests: Math.ceil(work.requests / 4) });
  for (let round = 0; round < rounds; round++) {
    const begun = processor();
    times.raw.push(...(await loadTimes(floor, { clients, requests: work.requests })));
    const between = processor();
    times.own.push(...(await loadTimes(work.ours, { clients, requests: work.requests })));
    const ended = processor();
    used.raw += work.isOwnFloor
      ? between.own.all - begun.own.all
      : between.raw - begun.raw + between.own.postgres - begun.own.postgres;
    used.own += ended.own.all - between.own.all;
  }
  const perRequest = (seconds: number) => ((1000 * seconds) / times.own.length).toFixed(2);
  const at = (share: number) =>
    [times.own, times.raw].map((all) => quantile(all, share).toFixed(2)).join(' / ');
  console.log(
    `  ${work.name}: ours / floor p50 ${at(0.5)}, p99 ${at(0.99)} ms of ${times.own.length} requests; processor ${perRequest(used.own)} / ${perRequest(used.raw)} ms; load ${loadavg()[0]!.toFixed(1)}`,
  );
  const figure = (name: string, value: number): Figure => ({
    name: `${work.name}, ${name}`,
    value,
    unit: 'x',
    floor: 2 * work.most,
    aim: work.most,
  });
  const ratio = (share: number) => quantile(times.own, share) / quantile(times.raw, share);
  return [
    figure('p50', ratio(0.5)),
    ...(times.own.length < 4000 ? [] : [figure('p99', ratio(0.99))]),
    figure('processor time', used.own / used.raw),
  ].map(report);
}

const sandbox = await startSandbox();
let raw: Awaited<ReturnType<typeof startRaw>> | null = null;
try {
  const { client } = await makeUser(sandbox, await setUpSuperadmin(sandbox), {
    email: 'reader@bank.example',
    password: 'reader reader',
    organization: 'Readers',
    role: 'admin',
  });
  await generate(client, 'generate-transactions', { count: transactions, seed: 1 });
  const { key } = await call<{ key: string }>(client, 'create-api-key', {
    name: 'bench',
    scopes: ['read'],
    tables: ['transactions'],
    rate_limit: 60_000,
  });
  const { data } = await client.auth.getSession();
  const token = data.session!.access_token;
  const { url, authenticatorUrl } = await connectTo(sandbox.dataDir);
  const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString();
  raw = await startRaw({ authenticatorUrl, ownerUrl: url, claims });
  const pids = { raw: raw.child.pid!, database: sandbox.process.pid! };
  const headers = { apikey: sandbox.publishableKey, authorization: `Bearer ${token}` };
  const rest = `${sandbox.url}/rest/v1/transactions?select=*`;
  const bare = (path: string, bearer?: string): Target => ({
    url: `${raw!.url}${path}`,
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  });
  const passed: boolean[] = [];
  const sizes = [
    [100, 1],
    [1000, 1 / 8],
  ] as const;
  for (const [rows, share] of measures('reads') ? sizes : []) {
    for (const clients of [1, 8, 32]) {
      const work = {
        name: `${rows} rows, ${clients} clients`,
        ours: { url: `${rest}&limit=${rows}`, headers },
        floors: ['node', 'sql'].map((writer) => bare(`/rows?limit=${rows}&writer=${writer}`)),
        clients,
        requests: requests * share,
        most: 1.25,
      };
      passed.push(...(await compare(pids, work)));
    }
  }
  const keyed = {
    name: '1000 rows by key',
    ours: {
      url: `${sandbox.url}/functions/v1/sandbox-query`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ table: 'transactions', limit: 1000 }),
    },
    floors: [bare('/key?limit=1000', key)],
  };
  const csv = {
    name: `${CSV_ROWS} rows as CSV`,
    ours: { url: `${rest}&limit=${CSV_ROWS}`, headers: { ...headers, accept: 'text/csv' } },
    floors: [bare(`/csv?limit=${CSV_ROWS}`)],
  };
  if (measures('keys')) {
    const work = { ...keyed, clients: 1, requests: requests / 8, most: 1.3 };
    passed.push(...(await compare(pids, work)));
    const floors = [{ url: `${rest}&order=txn_ts.desc,seq.desc&limit=1000`, headers }];
    const name = '1000 rows by key against REST';
    passed.push(...(await compare(pids, { ...work, name, floors, isOwnFloor: true })));
    const page = { url: `${rest}&limit=100`, headers };
    const figures = await benchCursor({ query: keyed.ours, page, rows: transactions });
    passed.push(...figures.map(report));
  }
  if (measures('exports'))
    passed.push(...(await compare(pids, { ...csv, clients: 1, requests: 5, most: 1 / 0.7 })));
  if (!passed.every((one) => one)) process.exitCode = 1;
} finally {
  raw?.child.disconnect();
  await sandbox.stop();
}

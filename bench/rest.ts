import { type ChildProcess, fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../test/support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../test/support/users.ts';
import { median, report } from './foundation/figures.ts';
import { connectTo } from './rest/connect.ts';
import { loadTimes, quantile, type Target } from './rest/load.ts';

/**
 * Benchmarks a read of 100 rows by the REST service against raw SQL under the same role, claims and
 * policies, in alternating rounds. `node bench/rest.ts [--rounds N] [--requests N]`
 */
function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
const rounds = option('rounds', 5);
const requests = option('requests', 400);

function startRaw(order: {
  authenticatorUrl: string;
  claims: string;
}): Promise<{ url: string; child: ChildProcess }> {
  const file = fileURLToPath(new URL('./rest/raw-server.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(order)]);
  return new Promise((resolve) =>
    child.once('message', (port) => resolve({ url: `http://127.0.0.1:${port}/`, child })),
  );
}

async function compare(ours: Target, raw: Target, clients: number): Promise<boolean> {
  const ratios: Record<string, number[]> = { p50: [], p99: [] };
  for (let round = 0; round < rounds; round++) {
    const rawTimes = await loadTimes(raw, { clients, requests });
    const ourTimes = await loadTimes(ours, { clients, requests });
    for (const [name, share] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const) {
      ratios[name]!.push(quantile(ourTimes, share) / quantile(rawTimes, share));
      console.log(
        `  ${clients} clients, round ${round + 1}, ${name}: ${quantile(ourTimes, share).toFixed(1)} ms, raw ${quantile(rawTimes, share).toFixed(1)} ms, load ${loadavg()[0]!.toFixed(1)}`,
      );
    }
  }
  return Object.entries(ratios)
    .map(([name, values]) =>
      report({
        name: `100 rows, ${clients} clients, ${name} (median of ${rounds})`,
        value: median(values),
        unit: 'x',
        floor: 2,
        aim: 1.5,
      }),
    )
    .every((held) => held);
}

const sandbox = await startSandbox();
let raw: Awaited<ReturnType<typeof startRaw>> | null = null;
try {
  const superadmin = await setUpSuperadmin(sandbox);
  const { client } = await makeUser(sandbox, superadmin, {
    email: 'reader@bank.example',
    password: 'reader reader',
    organization: 'Readers',
  });
  await call(client, 'generate-full', { count: 100, seed: 1 });
  const { data } = await client.auth.getSession();
  const token = data.session!.access_token;
  const { authenticatorUrl } = await connectTo(sandbox.dataDir);
  const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString();
  raw = await startRaw({ authenticatorUrl, claims });
  const ours = {
    url: `${sandbox.url}/rest/v1/transactions?select=*&limit=100`,
    headers: { apikey: sandbox.publishableKey, authorization: `Bearer ${token}` },
  };
  const bare = { url: raw.url, headers: {} };
  for (const target of [ours, bare]) await loadTimes(target, { clients: 16, requests: 1000 });
  const passed: boolean[] = [];
  for (const clients of [1, 8, 32]) passed.push(await compare(ours, bare, clients));
  if (!passed.every((one) => one)) process.exitCode = 1;
} finally {
  raw?.child.disconnect();
  await sandbox.stop();
}

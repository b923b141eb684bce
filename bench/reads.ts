import { loadavg } from 'node:os';
import pg from 'pg';
import { startSandbox } from '../test/support/sandbox.ts';
import { makeUser, setUpSuperadmin } from '../test/support/users.ts';
import { median, report, seconds } from './foundation/figures.ts';
import { copyCost } from './reads/copy-cost.ts';
import { type Filled, fillBank } from './reads/fill-bank.ts';
import { connectTo } from './rest/connect.ts';

/**
 * Benchmarks reads of ten million transactions: pages, a row, counts, and searches without an
 * index.
 * `node bench/reads.ts [--rows N] [--passes N]`
 */
function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
const rows = option('rows', 10_000_000);
const passes = option('passes', 15);

const sandbox = await startSandbox();
const { url } = await connectTo(sandbox.dataDir);
const db = new pg.Client({ connectionString: url });
await db.connect();

type Read = {
  name: string;
  query: string;
  head?: boolean;
  most: number;
  status?: number;
  service?: boolean;
};

const readsOf = ({ batchIds, lastTxn, account, customer }: Filled): Read[] => [
  { name: 'HEAD, count=exact', query: 'transactions', head: true, most: 50 },
  { name: '100 rows, count=exact', query: 'transactions?limit=100', most: 50 },
  {
    name: 'a page of the first batch',
    query: `transactions?batch_id=eq.${batchIds[0]}&limit=100`,
    most: 50,
  },
  {
    name: 'its page 100, in order of time',
    query: `transactions?batch_id=eq.${batchIds[0]}&order=txn_ts&limit=100&offset=10000`,
    most: 50,
  },
  {
    name: 'the newest of the last batch',
    query: `transactions?batch_id=eq.${batchIds.at(-1)}&order=txn_ts.desc&limit=100`,
    most: 50,
  },
  {
    name: 'its page 100, in order of time',
    query: `transactions?batch_id=eq.${batchIds.at(-1)}&order=txn_ts&limit=100&offset=10000`,
    most: 50,
  },
  {
    name: 'the newest of the last batch, by the service key',
    query: `transactions?batch_id=eq.${batchIds.at(-1)}&order=txn_ts.desc&limit=100`,
    most: 300,
    service: true,
  },
  { name: 'the newest of all', query: 'transactions?order=txn_ts.desc&limit=100', most: 50 },
  {
    name: "an account's newest rows",
    query: `transactions?account_id=eq.${account}&order=txn_ts.desc&limit=100`,
    most: 50,
  },
  { name: 'a row by its id', query: `transactions?txn_id=eq.${lastTxn}`, most: 50 },
  {
    name: 'a customer with accounts',
    query: `customers?customer_id=eq.${customer}&select=*,accounts(*)`,
    most: 50,
  },
  {
    name: 'a search without an index',
    query: 'transactions?merchant=ilike.*nobody*',
    most: 2500,
    status: 400,
  },
  {
    name: 'a sort without an index',
    query: 'transactions?order=amount.desc&limit=100',
    most: 2500,
    status: 400,
  },
];

try {
  const { client, orgId } = await makeUser(sandbox, await setUpSuperadmin(sandbox), {
    email: 'reader@bank.example',
    password: 'reader reader',
    organization: 'Readers',
  });
  const passed = [...(await copyCost(db)).map(report)];
  const filled = await fillBank(db, { tenantId: orgId, rows });
  const { data } = await client.auth.getSession();
  const own = {
    apikey: sandbox.publishableKey,
    authorization: `Bearer ${data.session!.access_token}`,
  };
  const everyTenants = { apikey: sandbox.secretKey };
  for (const { name, query, head, most, status, service } of readsOf(filled)) {
    const counts = /limit=100$|^transactions$/.test(query) && !query.includes('eq.');
    const times: number[] = [];
    let answered = 0;
    let range: string | null = null;
    for (let pass = 0; pass < (status ? 2 : passes); pass++) {
      const headers = service ? everyTenants : own;
      const elapsed = await seconds(async () => {
        const answer = await fetch(`${sandbox.url}/rest/v1/${query}`, {
          method: head ? 'HEAD' : 'GET',
          headers: counts && !status ? { ...headers, prefer: 'count=exact' } : headers,
        });
        answered = answer.status;
        range = answer.headers.get('content-range');
        await answer.text();
      });
      times.push(elapsed * 1000);
    }
    console.log(
      `  ${name}: status ${answered}, ${range ?? 'no range'}, load ${loadavg()[0]!.toFixed(1)}`,
    );
    passed.push(
      report({ name, value: median(times), unit: 'ms', floor: most, aim: most / 5 }),
      status === undefined ? answered < 300 : answered === status || answered < 300,
    );
  }
  if (!passed.every((one) => one)) process.exitCode = 1;
} finally {
  await db.end();
  await sandbox.stop();
}

import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BANK_TABLES } from '../src/shared/bank-tables.ts';
import type { EnvironmentAnswer } from '../src/shared/contracts/environments.ts';
import { startSandbox } from '../test/support/sandbox.ts';
import { call, clientOf, makeUser, setUpSuperadmin } from '../test/support/users.ts';
import { type Figure, median, report, seconds } from './foundation/figures.ts';
import { connect } from './foundation/generation.ts';

/**
 * Benchmarks work of programs with a key: resets of an environment, relative to a COPY of the same
 * rows in the same run.
 * `node bench/programs.ts [--customers N] [--resets N]`
 */
function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

const SAME =
  "md5(string_agg((to_jsonb(t) - 'seq' - 'batch_id' - 'tenant_id')::text, ',' order by seq))";
const ROWS = '(select rows_tenant from public.environments where id = $1)';
const contentOf = async (server: pg.Client, environment: string) => {
  const hashes: string[] = [];
  for (const table of BANK_TABLES) {
    const query = `select ${SAME} as hash from bank.${table} t where tenant_id = ${ROWS}`;
    hashes.push((await server.query<{ hash: string }>(query, [environment])).rows[0]!.hash);
  }
  return hashes.join(' ');
};

/** Copies an environment's rows into new tables; `including all` keeps constraints and indexes. */
async function bareCopy(server: pg.Client, environment: string, folder: string, like: string) {
  const rows = ROWS.replace('$1', `'${environment}'`);
  const pathOf = (table: string) => join(folder, `${table}.csv`);
  for (const table of BANK_TABLES) {
    await server.query(`create table public.bare_${table} (like bank.${table} ${like})`);
    const query = `copy (select * from bank.${table} where tenant_id = ${rows}) to stdout (format csv)`;
    await pipeline(server.query(copyTo(query)), createWriteStream(pathOf(table)));
  }
  const elapsed = await seconds(async () => {
    await server.query('begin');
    for (const table of BANK_TABLES) {
      const target = server.query(copyFrom(`copy public.bare_${table} from stdin (format csv)`));
      await pipeline(createReadStream(pathOf(table), { highWaterMark: 1 << 20 }), target);
    }
    await server.query('commit');
  });
  for (const table of BANK_TABLES) await server.query(`drop table public.bare_${table}`);
  return elapsed;
}

async function changeEverything(server: pg.Client, environment: string): Promise<void> {
  for (const [table, change] of [
    ['customers', "city = city || 'x'"],
    ['accounts', "status = status || 'x'"],
    ['transactions', 'amount = amount + 1'],
  ]) {
    await server.query(`update bank.${table} set ${change} where tenant_id = ${ROWS}`, [
      environment,
    ]);
  }
}

async function benchResets(server: pg.Client, client: SupabaseClient, folder: string) {
  const count = option('customers', 8333);
  const simulation = { seed: '1', count };
  const made: EnvironmentAnswer[] = [];
  for (let i = 0; i < 8; i++) {
    let answer: EnvironmentAnswer;
    do answer = await call(client, 'create-environment', { name: `e${i}`, simulation });
    while (answer.status !== 'ready');
    made.push(answer);
  }
  const [first, other] = made as [EnvironmentAnswer, EnvironmentAnswer];
  const reset = (environment: string) => call(client, 'reset-environment', { environment });
  const content = await contentOf(server, first.id);
  const bare: number[] = [];
  const indexed: number[] = [];
  const unchanged: number[] = [];
  const changed: number[] = [];
  const loaded: number[] = [];
  const check = async (id: string) => {
    if ((await contentOf(server, id)) !== content) throw new Error('the rows differ from the pin');
  };
  const resets = option('resets', 50);
  for (let i = 0; i < resets; i++) {
    unchanged.push(await seconds(() => reset('e0')));
    if (i % 5 > 0) continue;
    bare.push(await bareCopy(server, first.id, folder, ''));
    indexed.push(await bareCopy(server, first.id, folder, 'including all'));
    await changeEverything(server, first.id);
    changed.push(await seconds(() => reset('e0')));
    await check(first.id);
    await check(other.id);
    await server.query(`update private.environment_tenants set pin = null, retired_at = now()
      where pin is not null and environment_id = '${first.id}'`);
    await changeEverything(server, first.id);
    loaded.push(await seconds(() => reset('e0')));
    await check(first.id);
  }
  for (const { id } of made) await changeEverything(server, id);
  const together = await seconds(() => Promise.all(made.map(({ name }) => reset(name))));
  for (const { id } of made) await check(id);
  console.log(
    `${count * 12} rows: COPY ${median(bare).toFixed(2)} s bare, ${median(indexed).toFixed(2)} s with keys and indexes; ` +
      `reset ${(1000 * median(unchanged)).toFixed(0)} ms unchanged, ${median(changed).toFixed(2)} s all changed, ${median(loaded).toFixed(2)} s without a spare; 8 at once ${together.toFixed(2)} s`,
  );
  const ratio = (name: string, value: number, aim: number): Figure => ({
    name,
    value,
    unit: 'times',
    floor: aim * 2,
    aim,
  });
  return [
    ratio('reset, nothing changed, to a bare COPY', median(unchanged) / median(bare), 1),
    ratio('reset, all changed, to a bare COPY', median(changed) / median(bare), 2),
    ratio('the same without a spare, to a bare COPY', median(loaded) / median(bare), 2),
    ratio('the same without a spare, to a COPY with indexes', median(loaded) / median(indexed), 2),
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
const sandbox = await startSandbox();
try {
  const superadmin = await setUpSuperadmin(sandbox);
  const { client } = await makeUser(sandbox, superadmin, {
    email: 'admin@bench.example',
    password: 'a bench of its own',
    organization: 'Bench',
    role: 'admin',
  });
  const { key } = await call<{ key: string }>(client, 'create-api-key', {
    name: 'bench',
    scopes: ['read', 'generate', 'reset'],
    tables: [...BANK_TABLES],
    rate_limit: 60_000,
  });
  const program = clientOf(sandbox, key);
  const server = await connect(sandbox.dataDir);
  const figures = await benchResets(server, program, folder);
  await server.end();
  if (!figures.map(report).every((held) => held)) process.exitCode = 1;
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}

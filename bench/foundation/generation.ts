import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { readPostmaster } from '../../src/platform/database/embedded/postmaster-file.ts';
import type { GenerationAnswer } from '../../src/shared/contracts/generation.ts';
import { apiOf } from '../../test/support/kill-worker.ts';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { call, makeUser } from '../../test/support/users.ts';
import { type Figure, median, seconds } from './figures.ts';
import { memoryFigure, peakMemory, resetPeakMemory } from './memory.ts';
import { processorSeconds } from './processor.ts';

const TABLES = ['customers', 'accounts', 'transactions'];

/** Connects to the sandbox's embedded server as superuser. */
export async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: readPostmaster(join(dataDir, 'postgres'))!.port,
    user: 'postgres',
    password: (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim(),
    database: 'sandbox',
  });
  await client.connect();
  return client;
}

export async function generate(
  client: SupabaseClient,
  name: string,
  body: Record<string, unknown>,
): Promise<string> {
  const { runId } = await call<GenerationAnswer>(client, name, body);
  for (;;) {
    const { data } = await client
      .from('runs')
      .select('status, error')
      .eq('id', runId)
      .single()
      .throwOnError();
    if (data.status === 'completed') return runId;
    if (data.error !== null) throw new Error(data.error);
    await sleep(50);
  }
}

type Timed = { seconds: number; text: string };

/** Measures elapsed seconds; the text adds processor time, more reliable on a busy machine. */
async function timed({ process: { pid } }: Sandbox, work: () => Promise<unknown>): Promise<Timed> {
  const before = processorSeconds(pid!);
  const elapsed = await seconds(work);
  const after = processorSeconds(pid!);
  const text = `${elapsed.toFixed(2)} s`;
  if (before === null || after === null) return { seconds: elapsed, text };
  const [all, postgres] = [after.all - before.all, after.postgres - before.postgres];
  const processor = `processor ${all.toFixed(1)} s, PostgreSQL's ${postgres.toFixed(1)} s`;
  return { seconds: elapsed, text: `${text} (${processor})` };
}

/** Copies the run's rows again, by COPY into tables without constraints or indexes. */
async function bareCopy(
  sandbox: Sandbox,
  client: pg.Client,
  { runId, folder }: { runId: string; folder: string },
): Promise<Timed> {
  const path = (table: string) => join(folder, `${table}.csv`);
  const { rows } = await client.query<{ id: string; entity: string }>(
    'select batch_id as id, entity_type as entity from public.generation_logs where run_id = $1',
    [runId],
  );
  const batches = rows.filter(({ entity }) => TABLES.includes(entity));
  for (const { id, entity } of batches) {
    await client.query(`create table public.bare_${entity} (like bank.${entity})`);
    const all = client.query(
      copyTo(`copy (select * from bank.${entity} where batch_id = '${id}') to stdout (format csv)`),
    );
    await pipeline(all, createWriteStream(path(entity)));
  }
  const elapsed = await timed(sandbox, async () => {
    await client.query('begin');
    for (const { entity } of batches) {
      const target = client.query(copyFrom(`copy public.bare_${entity} from stdin (format csv)`));
      await pipeline(createReadStream(path(entity), { highWaterMark: 1 << 20 }), target);
    }
    await client.query('commit');
  });
  for (const { entity } of batches) {
    await client.query(`drop table public.bare_${entity}`);
    await rm(path(entity));
  }
  return elapsed;
}

type Options = { folder: string; rows: number; passes: number };

/** Benchmarks generated rows, in PostgreSQL and in their file, relative to a bare COPY. */
export async function benchGeneration(
  sandbox: Sandbox,
  superadmin: SupabaseClient,
  { folder, rows, passes }: Options,
): Promise<Figure[]> {
  resetPeakMemory(apiOf(sandbox));
  const server = await connect(sandbox.dataDir);
  const onAccounts: number[] = [];
  const fromScratch: number[] = [];
  try {
    for (let pass = 0; pass < passes; pass++) {
      const newUser = async (name: string) => {
        const organization = `${name}${pass}`;
        const email = `user@${organization.toLowerCase()}.example`;
        const password = 'a bench of its own';
        return (await makeUser(sandbox, superadmin, { email, password, organization })).client;
      };
      const measure = async (client: SupabaseClient, ratios: number[], what: string) => {
        let runId = '';
        const own = await timed(sandbox, async () => {
          runId = await generate(client, 'generate-transactions', { count: rows, seed: pass });
        });
        const bare = await bareCopy(sandbox, server, { runId, folder });
        ratios.push(own.seconds / bare.seconds);
        console.log(`  ${what} ${own.text}; bare COPY ${bare.text}`);
      };
      const bank = await newUser('Bank');
      const accounts = Math.ceil(rows / 66);
      await generate(bank, 'generate-accounts', { count: accounts, seed: pass });
      await measure(bank, onAccounts, `${rows} transactions on ${accounts} accounts`);
      const empty = await newUser('Empty');
      await measure(empty, fromScratch, `${rows} transactions with customers and accounts`);
    }
  } finally {
    await server.end();
  }
  const memory = peakMemory(apiOf(sandbox));
  const goal = { unit: 'x', floor: 3, aim: 1.8 };
  return [
    { name: `${rows} transactions over bare COPY`, value: median(onAccounts), ...goal },
    {
      name: `${rows} transactions with customers and accounts over COPY`,
      value: median(fromScratch),
      ...goal,
    },
    ...(memory === null ? [] : [memoryFigure(memory, { floor: 820, aim: 650 })]),
  ];
}

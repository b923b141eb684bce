import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import type pg from 'pg';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { type Figure, median, seconds } from '../foundation/figures.ts';
import { generate } from '../foundation/generation.ts';
import { processorClock } from '../processor-clock.ts';
import { processorOf } from './processor-of.ts';

/** Time after a batch for sealing its entry and writing its documents. */
const AFTER_MILLISECONDS = 5000;
const SMALL_BATCHES = 20;
/** Documents per batch: manifest, statement, description, proof, keys and signature. */
const DOCUMENTS = 6;

type Bench = { sandbox: Sandbox; client: SupabaseClient; db: pg.Client };

/** Enables or disables the triggers without which there are no log entries or documents. */
async function setLogging({ db }: Bench, on: boolean): Promise<void> {
  for (const table of ['public.generation_logs', 'public.batch_reports']) {
    await db.query(`alter table ${table} ${on ? 'enable' : 'disable'} trigger logged`);
  }
}

/** Returns processor seconds of server, worker and database until some batches are proven. */
async function processorFor(bench: Bench, batches: number, rows: number): Promise<number> {
  const { sandbox, client } = bench;
  const before = processorOf(sandbox.process.pid!);
  for (let seed = 0; seed < batches; seed++) {
    await generate(client, 'generate-transactions', { count: rows, seed });
  }
  await sleep(AFTER_MILLISECONDS);
  return processorOf(sandbox.process.pid!) - before;
}

const documentsOf = async ({ db }: Bench): Promise<number> => {
  const { rows } = await db.query<{ documents: number }>(
    "select count(*)::int as documents from storage.objects where name like '%/proof-%'",
  );
  return rows[0]!.documents;
};

/** Measures log, proof and documents per batch, by small batches with and without them. */
async function costOfProof(bench: Bench, passes: number): Promise<number> {
  const costs: number[] = [];
  for (let pass = 0; pass < passes; pass++) {
    const before = await documentsOf(bench);
    const proven = await processorFor(bench, SMALL_BATCHES, 10);
    const documents = (await documentsOf(bench)) - before;
    await setLogging(bench, false);
    const bare = await processorFor(bench, SMALL_BATCHES, 10);
    await setLogging(bench, true);
    if (documents !== DOCUMENTS * SMALL_BATCHES)
      throw new Error(`expected documents of ${SMALL_BATCHES} batches, found ${documents}`);
    costs.push((proven - bare) / SMALL_BATCHES);
  }
  console.log(
    `  log, proof and ${DOCUMENTS} documents of a batch: processor ${costs.map((cost) => (1000 * cost).toFixed(0)).join(', ')} ms`,
  );
  return median(costs);
}

/** Measures the processor time of hashing the newest file again, as was done while writing it. */
async function hashingNewest({ sandbox, db }: Bench): Promise<number> {
  const { rows } = await db.query<{ version: string; size: number }>(
    `select version, (metadata ->> 'size')::float8 as size from storage.objects
      where name like '%.csv' order by created_at desc limit 1`,
  );
  const { version, size } = rows[0]!;
  const path = join(sandbox.dataDir, 'storage/objects', version.slice(0, 2), version);
  const hash = createHash('sha256');
  let elapsed = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const begun = processorClock();
    hash.update(chunk as Buffer);
    elapsed += processorClock() - begun;
  }
  console.log(`  SHA-256 of its ${(size / 1e6).toFixed(0)} MB: processor ${elapsed.toFixed(0)} ms`);
  return elapsed / 1000;
}

/** Measures the documents' and log's share of a large batch's time, from small batches' costs. */
export async function batchCost(
  bench: Bench,
  { rows, passes }: { rows: number; passes: number },
): Promise<Figure> {
  await generate(bench.client, 'generate-accounts', { count: Math.ceil(rows / 66), seed: 1 });
  let processor = 0;
  const wall = await seconds(async () => {
    processor = await processorFor(bench, 1, rows);
  });
  console.log(
    `  ${rows} transactions: ${(wall - AFTER_MILLISECONDS / 1000).toFixed(1)} s, processor ${processor.toFixed(1)} s`,
  );
  const hashing = await hashingNewest(bench);
  const proof = await costOfProof(bench, passes);
  return {
    name: `proof of a batch of ${rows} rows`,
    value: (100 * (hashing + proof)) / processor,
    unit: '%',
    floor: 2,
    aim: 1,
  };
}

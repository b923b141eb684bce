import type { SupabaseClient } from '@supabase/supabase-js';
import type pg from 'pg';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { type Figure, median } from '../foundation/figures.ts';
import { generate } from '../foundation/generation.ts';
import { loadTimes, quantile } from '../rest/load.ts';

export async function requestCost(
  sandbox: Sandbox,
  {
    client,
    db,
    blocks,
    requests,
  }: { client: SupabaseClient; db: pg.Client; blocks: number; requests: number },
): Promise<Figure> {
  const runId = await generate(client, 'generate-customers', { count: 10, seed: 1 });
  const { data: batch } = await client
    .from('generation_logs')
    .select('csv_url')
    .eq('run_id', runId)
    .single()
    .throwOnError();
  const { data } = await client.auth.getSession();
  const target = {
    url: `${sandbox.url}/storage/v1/object/authenticated/${batch.csv_url}`,
    headers: {
      apikey: sandbox.publishableKey,
      authorization: `Bearer ${data.session!.access_token}`,
    },
  };
  const times = { with: [] as number[], without: [] as number[] };
  for (let block = 0; block < 2 * blocks; block++) {
    const kind = block % 2 === 0 ? 'with' : 'without';
    await db.query(
      `alter table audit.events ${kind === 'with' ? 'enable' : 'disable'} trigger logged`,
    );
    await loadTimes(target, { clients: 1, requests: 20 });
    times[kind].push(median(await loadTimes(target, { clients: 1, requests })));
  }
  await db.query('alter table audit.events enable trigger logged');
  const differences = times.with.map((time, i) => time - times.without[i]!);
  console.log(
    `  a download of 1 kB: ${median(times.with).toFixed(2)} ms, without its entry ${median(times.without).toFixed(2)} ms; middle half of ${blocks} differences between ${quantile(differences, 0.25).toFixed(2)} and ${quantile(differences, 0.75).toFixed(2)} ms`,
  );
  return {
    name: 'the log adds to a request',
    value: median(differences),
    unit: 'ms',
    floor: 1,
    aim: 0.5,
  };
}

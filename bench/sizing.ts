import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiOf } from '../test/support/kill-worker.ts';
import { startSandbox } from '../test/support/sandbox.ts';
import { makeUser, setUpSuperadmin } from '../test/support/users.ts';
import { connect, generate } from './foundation/generation.ts';
import { peakMemory } from './foundation/memory.ts';
import { runCommand } from './proof/run-command.ts';

/**
 * Measures the cost of each kind of work, as rows of the table in docs/operations/sizing.md.
 * `node bench/sizing.ts [--rows N]`; a million transactions by default.
 */
const at = process.argv.indexOf('--rows');
const rows = at < 0 ? 1_000_000 : Number(process.argv[at + 1]);
const folder = mkdtempSync(join(tmpdir(), 'sandbox-sizing-'));
const inFolder = (name: string) => join(folder, name);

type Line = { what: string; rows: number; seconds: number; megabytes: number; bytes?: number };

/** Prints rows per second; for commands of processor time, which other load does not change. */
function print({ what, rows: count, seconds, megabytes, bytes }: Line): void {
  const number = (value: number) => Math.round(value).toLocaleString('en-US');
  const perRow = bytes === undefined ? '' : (bytes / count).toFixed(0);
  const speed = number(Number((count / seconds).toPrecision(2)));
  console.log(
    `| ${what} | ${number(count)} | ${seconds.toFixed(1)} | ${speed} | ${number(megabytes)} | ${perRow} |`,
  );
}

/** Returns the bytes of a file, or of everything below a folder with this name. */
const bytesOf = (path: string, name = ''): number =>
  statSync(path).isFile()
    ? statSync(path).size
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.includes(name) && statSync(join(path, file)).isFile())
        .reduce((sum, file) => sum + statSync(join(path, file)).size, 0);

async function command(what: string, args: string, out?: { path: string; name?: string }) {
  const { status, said, processorSeconds, megabytes } = await runCommand(args.split(' '));
  if (status !== 0) throw new Error(`${args} ended with ${status}: ${said}`);
  const bytes = out && bytesOf(inFolder(out.path), out.name);
  const of = { what, rows, seconds: processorSeconds, megabytes };
  print(bytes === undefined ? of : { ...of, bytes });
}

async function commands(): Promise<void> {
  const size = `--customers ${rows / 50} --accounts ${rows / 25} --transactions ${rows} --seed 1`;
  const csv = inFolder('csv/transactions.csv');
  const model = inFolder('model');
  const place = `--store ${inFolder('place')}`;
  const name = 'transactions';
  await command('simulate, CSV', `simulate ${size} --out ${inFolder('csv')}`, {
    path: 'csv',
    name,
  });
  await command(
    'simulate, Parquet',
    `simulate ${size} --format parquet --out ${inFolder('parquet')}`,
    { path: 'parquet', name },
  );
  await runCommand(`shard plan ${size} --shards 1 ${place}`.split(' '));
  await command('one shard', `shard run --index 0 ${place}`, { path: 'place', name });
  await command('learn', `fit ${csv} --out ${model} --seed 1`);
  await command('draw', `sample ${model} --rows ${rows} --seed 1 --out ${inFolder('drawn.csv')}`, {
    path: 'drawn.csv',
  });
  await command('find anomalies', `detect ${csv} --seed 1 --out ${inFolder('scores.csv')}`);
}

/** Measures a batch as started from the page: elapsed time, including its first accounts. */
async function inSandbox(): Promise<void> {
  const sandbox = await startSandbox();
  try {
    const superadmin = await setUpSuperadmin(sandbox);
    const account = { email: 'a@sizing.example', password: 'a bench of its own' };
    const { client } = await makeUser(sandbox, superadmin, { ...account, organization: 'Sizing' });
    const begun = performance.now();
    await generate(client, 'generate-transactions', { count: rows });
    const seconds = (performance.now() - begun) / 1000;
    const megabytes = peakMemory(apiOf(sandbox)) ?? 0;
    const server = await connect(sandbox.dataDir);
    const { rows: found } = await server.query<{ bytes: string }>(
      "select sum(pg_total_relation_size(place)) as bytes from private.batch_tables() where of_table = 'transactions'",
    );
    await server.end();
    print({ what: 'into PostgreSQL', rows, seconds, megabytes, bytes: Number(found[0]!.bytes) });
  } finally {
    await sandbox.stop();
  }
}

try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`);
  console.log('| work | rows | seconds | rows per second | memory, MB | bytes per row |');
  console.log('|---|---|---|---|---|---|');
  await commands();
  await inSandbox();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startSandbox } from '../test/support/sandbox.ts';
import { tesseraFsck, tesseraSays } from '../test/support/tessera-fsck.ts';
import { makeUser, setUpSuperadmin } from '../test/support/users.ts';
import { type Figure, report } from './foundation/figures.ts';
import { batchCost } from './proof/batch-cost.ts';
import { fillLog } from './proof/fill-log.ts';
import { honestLog } from './proof/honest-log.ts';
import { requestCost } from './proof/request-cost.ts';
import { canIsolate, runCommand } from './proof/run-command.ts';
import { connectTo } from './rest/connect.ts';

/**
 * Benchmarks the cost of proof and the time to verify it: `node bench/proof.ts [--only
 * cost,log,honest] [--entries N] [--honest N] [--rows N] [--passes N]`. Seconds are processor time,
 * since one thread does the work and other load would distort elapsed time, which is printed in
 * addition.
 */
function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
const at = process.argv.indexOf('--only');
const parts = at < 0 ? ['cost', 'log', 'honest'] : process.argv[at + 1]!.split(',');
const entries = option('entries', 100_000);
const isolated = canIsolate();
const where = isolated ? 'without a network' : 'with network access (unshare is not permitted)';
const folder = mkdtempSync(join(tmpdir(), 'sandbox-proof-'));
const figures: Figure[] = [];

/** Runs `sandbox verify`, which must find no problem and only the operator's signature. */
async function verified(path: string, keys: string) {
  const ran = await runCommand(['verify', path, '--vkey', keys], { isolated });
  if (ran.status !== 3) throw new Error(ran.said);
  console.log(
    `  sandbox verify ${where}: ${ran.seconds.toFixed(2)} s, processor ${ran.processorSeconds.toFixed(2)} s, ${ran.megabytes.toFixed(0)} MB, load ${loadavg()[0]!.toFixed(1)}`,
  );
  return ran;
}

async function benchSandbox(): Promise<void> {
  const sandbox = await startSandbox();
  const { url } = await connectTo(sandbox.dataDir);
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    const { client, orgId } = await makeUser(sandbox, await setUpSuperadmin(sandbox), {
      email: 'auditor@bank.example',
      password: 'auditor auditor',
      organization: 'Proven',
    });
    if (parts.includes('cost')) {
      figures.push(await requestCost(sandbox, { client, db, blocks: 25, requests: 60 }));
      const rows = option('rows', 1_000_000);
      figures.push(await batchCost({ sandbox, client, db }, { rows, passes: option('passes', 3) }));
    }
    if (!parts.includes('log')) return;
    await fillLog(db, { url, tenantId: orgId, entries, writers: 32 });
    const keys = join(folder, 'keys');
    const published = await (await fetch(`${sandbox.url}/log/keys`)).text();
    writeFileSync(keys, published);
    const log = join(sandbox.dataDir, 'storage/log');
    const name = `verify a log of ${entries} entries`;
    const { processorSeconds } = await verified(log, keys);
    figures.push({ name, value: processorSeconds, unit: 's', floor: 5, aim: 3 });
    const fsck = tesseraFsck();
    if (fsck !== null) {
      const output = tesseraSays(fsck, { folder: log, vkey: published.split('\n')[0]! });
      const isGood = output.includes('Successfully');
      console.log(`  tessera fsck: ${output.trim().split('\n').at(-1)}`);
      if (!isGood) throw new Error(output);
    }
    const today = new Date().toISOString().slice(0, 10);
    const pack = join(folder, 'pack.zip');
    const packed = await runCommand(
      ['evidence-pack', '--organization', 'Proven', '--from', today, '--to', today, '--out', pack],
      { env: { DATA_DIR: sandbox.dataDir } },
    );
    if (packed.status !== 0) throw new Error(packed.said);
    console.log(
      `  evidence pack: ${packed.seconds.toFixed(2)} s, processor ${packed.processorSeconds.toFixed(2)} s, load ${loadavg()[0]!.toFixed(1)}`,
    );
    const about = `an evidence pack of ${entries} entries`;
    figures.push(
      { name: about, value: packed.processorSeconds, unit: 's', floor: 30, aim: 15 },
      { name: `${about}, memory`, value: packed.megabytes, unit: 'MB', floor: 500, aim: 400 },
    );
    const checked = await verified(pack, keys);
    figures.push(
      { name: `verify ${about}`, value: checked.processorSeconds, unit: 's', floor: 15, aim: 8 },
      { name: 'verifying it, memory', value: checked.megabytes, unit: 'MB', floor: 500, aim: 400 },
    );
  } finally {
    await db.end();
    await sandbox.stop();
  }
}

try {
  if (parts.includes('cost') || parts.includes('log')) await benchSandbox();
  if (parts.includes('honest')) {
    const count = option('honest', 1_000_000);
    const { log, keys } = honestLog(folder, count);
    const { processorSeconds, said } = await verified(log, keys);
    if (said.includes('BROKEN')) throw new Error(said);
    const name = `verify ${count} honest entries, no alarm`;
    figures.push({ name, value: processorSeconds, unit: 's', floor: 50, aim: 30 });
  }
  if (!figures.map(report).every((held) => held)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

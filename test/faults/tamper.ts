/**
 * Tampers with a log, its database and its files as listed in `tamper/ways.ts`, and prints the
 * verifier's verdicts; then with evidence packs as listed in `tamper/pack-ways.ts`. Exits with 1 if a verdict or its entry is wrong, or if honest entries raise
 * a finding. `--every` tries each nth way only.
 *
 * node test/faults/tamper.ts [--honest ENTRIES] [--every N] [--packs HONEST]
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkDatabase } from '../../src/cli/verify/check-database.ts';
import { newVerdict, type Verdict } from '../../src/cli/verify/findings.ts';
import { verifyLog } from '../../src/cli/verify/verify-log.ts';
import { openLocalFileStore } from '../../src/platform/files/local.ts';
import { storeReader } from '../../src/product/proof/log-files.ts';
import { publicKeys } from '../../src/product/proof/log-key.ts';
import { logKeysIn } from '../../src/product/proof/log-keys.ts';
import { honestEntries } from './tamper/honest-entries.ts';
import {
  type Copy,
  type HonestSandbox,
  readCheckpoint,
  startHonestSandbox,
} from './tamper/honest-sandbox.ts';
import { writeLog } from './tamper/log-folder.ts';
import { tamperPacks } from './tamper/tamper-packs.ts';
import { type Facts, type Way, waysToTamper } from './tamper/ways.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function look(copy: Copy, honest: HonestSandbox, since: string | null): Promise<Verdict> {
  const verdict = newVerdict();
  const log = logKeysIn(publicKeys(honest.key), 'the key');
  const trust = { log, witnesses: [], authorities: [], since };
  const { files, database } = copy;
  const checkpoint = await verifyLog(storeReader(files), trust, verdict);
  if (checkpoint !== null && verdict.broken.length === 0) {
    await checkDatabase({ database, files, checkpoint, verdict });
  }
  return verdict;
}

async function factsOf(honest: HonestSandbox): Promise<Facts> {
  const [before, now] = [await honest.copy('before'), await honest.copy('now')];
  const { rows } = await now.database.owner.query<Omit<Facts, 'before' | 'now'>>(
    `select count(*)::int as size,
            (max(seq) filter (where kind = 'batch.completed'))::int as batch,
            (min(seq) filter (where kind = 'batch.completed'))::int as parts,
            (max(seq) filter (where kind = 'report.measured'))::int as report,
            (max(seq) filter (where kind = 'model.approved'))::int as approved,
            (max(seq) filter (where kind = 'model.revoked'))::int as revoked,
            (max(seq) filter (where kind = 'evidence.uploaded'))::int as document,
            (max(seq) filter (where kind = 'review.decided'))::int as decided,
            (max(seq) filter (where kind = 'case.decided'))::int as "case",
            (min(seq) filter (where kind = 'model.approved'))::int as closed,
            (max(seq) filter (where kind = 'privacy.spent'))::int as "lastSpent" from log.leaves`,
  );
  const facts = { ...rows[0]!, before: readCheckpoint(before.log), now: readCheckpoint(now.log) };
  await before.close();
  await now.close();
  return facts;
}

async function tamperOnce(honest: HonestSandbox, way: Way, facts: Facts): Promise<boolean> {
  const { database = 'now', files = 'now' } = way.from ?? {};
  const copy = await honest.copy(database);
  if (files !== database) {
    const other = await honest.copy(files);
    rmSync(copy.storage, { recursive: true });
    cpSync(other.storage, copy.storage, { recursive: true });
    await other.close();
  }
  await way.tamper(copy, facts);
  const verdict = await look(copy, honest, way.since === undefined ? null : facts[way.since]);
  await copy.close();
  const [found] = verdict.broken;
  const { kind, entry } = way.expected;
  const named = found?.kind === kind && (entry === null || found.entry === entry);
  const place = found?.entry === null ? '' : ` at entry ${found?.entry}`;
  say(
    `${named ? 'named  ' : 'MISSED '} ${way.name}: ${found ? `${found.kind}${place}` : 'nothing found'}`,
  );
  return named;
}

/** Checks that an honest log with this many entries raises no finding. */
async function honestLog(honest: HonestSandbox, count: number): Promise<boolean> {
  const storage = join(honest.folder, 'long');
  mkdirSync(storage);
  writeLog(join(storage, 'log'), honestEntries(count), honest.key);
  const verdict = newVerdict();
  const trust = {
    log: logKeysIn(publicKeys(honest.key), 'the key'),
    witnesses: [],
    authorities: [],
    since: null,
  };
  const started = performance.now();
  await verifyLog(storeReader(openLocalFileStore(storage)), trust, verdict);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${count} honest entries: ${verdict.broken.length} findings in ${seconds} s`);
  return verdict.broken.length === 0;
}

const { values } = parseArgs({
  options: {
    honest: { type: 'string', default: '2000' },
    every: { type: 'string', default: '1' },
    packs: { type: 'string', default: '3' },
  },
});
const honest = await startHonestSandbox(400);
let good = true;
try {
  const facts = await factsOf(honest);
  const untouched = await honest.copy();
  const nothing = await look(untouched, honest, facts.before);
  await untouched.close();
  say(`${facts.size} honest entries and their database: ${nothing.broken.length} findings`);
  good = nothing.broken.length === 0;
  for (const finding of nothing.broken) say(JSON.stringify(finding));
  for (const [i, way] of waysToTamper(honest, facts).entries()) {
    if (i % Number(values.every) === 0) good = (await tamperOnce(honest, way, facts)) && good;
  }
  good = (await honestLog(honest, Number(values.honest))) && good;
} finally {
  await honest.stop();
}
good = (await tamperPacks(say, Number(values.packs))) && good;
process.exitCode = good ? 0 : 1;

import { existsSync } from 'node:fs';
import pg from 'pg';
import { type ChangedKey, replaceLostKey, rotateKey } from '../product/proof/change-key.ts';
import { openLogKey } from '../product/proof/log-key.ts';
import { restoreLog } from '../product/proof/restore-log.ts';
import type { Sealing } from '../product/proof/seal-log.ts';
import { AppError } from '../shared/errors.ts';
import { readConfig } from '../start/config.ts';
import { openFiles } from '../start/open-files.ts';
import { refused } from './terminal/arguments.ts';
import { withDatabase } from './with-database.ts';

type Log = Omit<Sealing, 'key'> & { path: string };

const say = (line: string) => process.stderr.write(`${line}\n`);

function changed({ keys, size, oldFile }: ChangedKey, path: string): void {
  process.stdout.write(keys);
  say(`The new key in ${path} signed ${size} entries. Publish the lines above as the log's keys.`);
  say(`Keep a copy of ${path} out of reach of database administrators.`);
  say('Copy it to each other host of this sandbox; workers read it again by themselves.');
  if (oldFile !== null) say(`The old key is in ${oldFile}; nothing needs it any more.`);
}

async function restore({ pool, files, path }: Log): Promise<void> {
  if (!existsSync(path)) throw new AppError('not_found', `LOG_KEY_FILE: ${path} is missing.`);
  const { size, missing } = await restoreLog({ pool, files, key: openLogKey(path, '') });
  process.stdout.write(`${JSON.stringify({ size, missing })}\n`);
  say(`Tiles and database agree on all ${size} signed entries.`);
  if (missing === null) return;
  say(
    `Entries ${missing.from} to ${missing.to - 1} were taken from the tiles. What they record is not in this database; run sandbox log fsck.`,
  );
  const { 'user.erased': erased = 0, 'privacy.spent': spent = 0 } = missing.kinds;
  if (erased > 0) say(`${erased} of them erased persons. Erase these persons again.`);
  if (spent > 0) {
    say(`${spent} of them spent privacy budget that this database does not count.`);
  }
}

const VERBS: Record<string, (log: Log) => Promise<void>> = {
  restore,
  'rotate-key': async (log) => changed(await rotateKey(log), log.path),
  'replace-lost-key': async (log) => changed(await replaceLostKey(log), log.path),
};

/** `sandbox log`: repairs the log of a running or stopped sandbox. */
export async function logCommand(verb: string | undefined, args: string[]): Promise<number> {
  const work = Object.hasOwn(VERBS, verb ?? '') ? VERBS[verb!]! : null;
  if (work === null || args.length > 0) {
    throw refused(`Usage: sandbox log (fsck | ${Object.keys(VERBS).join(' | ')})`);
  }
  const config = readConfig();
  const files = await openFiles(config, async () => {});
  await withDatabase(async (_database, { logUrl }) => {
    const pool = new pg.Pool({ connectionString: logUrl, max: 1 });
    pool.on('error', () => {});
    try {
      await work({ pool, files, path: config.logKeyFile });
    } finally {
      await pool.end();
    }
  });
  return 0;
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openLocalFileStore } from '../../platform/files/local.ts';
import { AppError } from '../../shared/errors.ts';
import { keySource } from './key-source.ts';
import { sealLog } from './seal-log.ts';

/** A host that seals without pause until its input ends. */
const [logUrl, folder] = process.argv.slice(2) as [string, string];
const pool = new pg.Pool({ connectionString: logUrl, max: 2 });
const files = openLocalFileStore(join(folder, 'storage'));
const keyOf = keySource(join(folder, 'log-key'), 'sandbox.example');
let isOver = false;
process.stdin.resume().on('end', () => {
  isOver = true;
});
process.stdout.write('ready\n');
while (!isOver) {
  await sealLog({ pool, files, key: await keyOf(pool, files) }).catch((error: unknown) => {
    // The key was replaced after it was read.
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
  });
  await sleep(5);
}
await pool.end();

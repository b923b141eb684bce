import { join } from 'node:path';
import pg from 'pg';
import { openLocalFileStore } from '../../platform/files/local.ts';
import { openLogKey } from './log-key.ts';
import { sealLog } from './seal-log.ts';

const [logUrl, folder, step] = process.argv.slice(2) as [string, string, string];
await sealLog({
  pool: new pg.Pool({ connectionString: logUrl, max: 1 }),
  files: openLocalFileStore(join(folder, 'storage')),
  key: openLogKey(join(folder, 'log-key'), 'sandbox.example'),
  onStep: (name) => {
    if (name === step) process.kill(process.pid, 'SIGKILL');
  },
});

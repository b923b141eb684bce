import { parseArgs } from 'node:util';
import { storeReader } from '../../product/proof/log-files.ts';
import { readConfig } from '../../start/config.ts';
import { openFiles } from '../../start/open-files.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { withDatabase } from '../with-database.ts';
import { checkDatabase } from './check-database.ts';
import { exitCodeOf, newVerdict } from './findings.ts';
import { readTrust } from './trust.ts';
import { linesOf } from './verify.ts';
import { verifyLog } from './verify-log.ts';

const options = {
  vkey: { type: 'string' },
  witness: { type: 'string', multiple: true },
  since: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

export async function logFsckCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  const trust = readTrust(values);
  const files = await openFiles(readConfig(), async () => {});
  const verdict = newVerdict();
  await withDatabase(async (database) => {
    const checkpoint = await verifyLog(storeReader(files), trust, verdict);
    if (checkpoint !== null) await checkDatabase({ database, files, checkpoint, verdict });
  });
  printSummary({ ...verdict, exitCode: exitCodeOf(verdict) }, values.json, linesOf);
  return exitCodeOf(verdict);
}

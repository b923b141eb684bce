import { serveThread } from '../../platform/threads/thread.ts';
import { type LedgerInput, writeLedger } from './ledger/write-ledger.ts';
import { type ExportInput, writeExport } from './write-export.ts';

const MAX_MINUTES = 30;

serveThread<ExportInput | LedgerInput>(async function* (input) {
  const signal = AbortSignal.timeout(MAX_MINUTES * 60_000);
  yield 'source' in input ? await writeLedger(input, signal) : await writeExport(input, signal);
});

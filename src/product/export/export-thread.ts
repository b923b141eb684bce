import { serveThread } from '../../platform/threads/thread.ts';
import { type LedgerInput, writeLedger } from './ledger/write-ledger.ts';
import { type ExportInput, writeArchive, writeExport } from './write-export.ts';

const MAX_MINUTES = 30;

serveThread<ExportInput | LedgerInput>(async function* (input) {
  const signal = AbortSignal.timeout(MAX_MINUTES * 60_000);
  if ('source' in input) yield await writeLedger(input, signal);
  else if (input.tables.length > 1) yield await writeArchive(input, signal);
  else yield await writeExport(input, signal);
});

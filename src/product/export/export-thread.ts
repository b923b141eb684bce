import { serveThread } from '../../platform/threads/thread.ts';
import { type ExportInput, writeExport } from './write-export.ts';

const MAX_MINUTES = 30;

serveThread<ExportInput>(async function* (input) {
  yield await writeExport(input, AbortSignal.timeout(MAX_MINUTES * 60_000));
});

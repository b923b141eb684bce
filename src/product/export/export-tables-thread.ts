import { serveThread } from '../../platform/threads/thread.ts';
import { type TablesExport, writeTables } from './write-tables.ts';

const MAX_MINUTES = 30;

serveThread<TablesExport>(async function* (input) {
  await writeTables(input, AbortSignal.timeout(MAX_MINUTES * 60_000));
  yield input.tables.length;
});

import { warmUpDuckDb } from '../../platform/tabular/duckdb.ts';
import { serveThread, type ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';
import { type RowsFile, readTable } from '../data/read-table.ts';
import { profileDataset } from './profile-dataset.ts';

export type ProfileInput = RowsFile;

export type ProfileMessage = ThreadProgress | { kind: 'end'; profile: DatasetProfile };

async function* profile(input: ProfileInput, signal: ThreadSignal): AsyncGenerator<ProfileMessage> {
  const table = yield* readTable(input, signal);
  yield { kind: 'end', profile: profileDataset(table) };
}

serveThread<ProfileInput>(profile);
// A thread that ends before its first input needs no database.
void warmUpDuckDb().catch(() => {});

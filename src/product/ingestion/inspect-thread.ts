import { preview } from '../../platform/tabular/parquet/preview.ts';
import { serveThread } from '../../platform/threads/thread.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';
import { MAX_PREVIEW_BYTES } from '../../shared/limits.ts';
import { readTable } from '../data/read-table.ts';
import { profileColumns } from './profile-dataset.ts';
import { type FileToScan, scanFile, type TakenFile } from './scan-file.ts';

export type Inspected = TakenFile & {
  profile: DatasetProfile['columns'];
  preview: Record<string, string | null>[];
};

const MAX_SECONDS = 60;
/** Rows shown as they will be read. */
const SHOWN_ROWS = 20;

serveThread<FileToScan>(async function* (input, ending) {
  const signal = AbortSignal.timeout(MAX_SECONDS * 1000);
  const scanned = await scanFile(input, signal);
  const { parquetPath } = input;
  const names = scanned.columns.map(({ name }) => name);
  const layouts = Object.fromEntries(scanned.columns.map((layout) => [layout.name, layout]));
  const reading = readTable(
    { parquetPath, columns: names, rows: scanned.rowCount, layouts },
    ending,
  );
  let read = await reading.next();
  while (!read.done) read = await reading.next();
  const { rows } = await preview(parquetPath, SHOWN_ROWS, { signal, maxBytes: MAX_PREVIEW_BYTES });
  yield {
    ...scanned,
    profile: profileColumns(read.value),
    preview: rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]!]))),
  } satisfies Inspected;
});

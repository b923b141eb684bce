import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { serveThread } from '../../platform/threads/thread.ts';

export type InspectInput = { path: string; workPath: string };
export type Inspected = { columns: string[]; header: boolean; delimiter: string; records: number };

const MAX_SECONDS = 60;

serveThread<InspectInput>(async function* ({ path, workPath }) {
  const signal = AbortSignal.timeout(MAX_SECONDS * 1000);
  const { columns, header, dialect, rowCount } = await scanDelimited(path, {
    parquetPath: workPath,
    signal,
  });
  const names = columns.map(({ name }) => name);
  yield {
    columns: names,
    header,
    delimiter: dialect.delimiter,
    records: rowCount,
  } satisfies Inspected;
});

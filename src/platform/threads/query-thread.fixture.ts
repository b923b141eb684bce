import { rowsOf, withDuckDb } from '../tabular/duckdb.ts';
import { serveThread } from './thread.ts';

serveThread<null>(async function* () {
  yield 'begun';
  yield await withDuckDb({ paths: [] }, (connection) =>
    rowsOf(
      connection,
      'select sum(hash(a.range + b.range)) from range(1000000) a, range(1000000) b',
    ),
  );
});

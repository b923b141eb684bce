import {
  type QualityReport,
  type RelationQuality,
  relationQuality,
} from '../../engines/measure/index.ts';
import { MAX_LEARNED_ROWS } from '../../engines/synthesize/trees/learning-rows.ts';
import { layoutsOfTable } from '../../engines/table/parse-columns.ts';
import type { Table } from '../../engines/table/table.ts';
import { takeRows } from '../../engines/table/take-rows.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import type { ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import { MAX_LINKED_ROWS } from '../../shared/limits.ts';
import { readTable } from '../data/read-table.ts';
import { readTables } from '../data/read-tables.ts';
import type { Split } from '../data/split-holdout.ts';
import { splitLinked } from '../data/split-linked.ts';
import type { LinkedInput } from './linked-tables.ts';

export async function* readMade(
  file: { csvPath: string; workPath: string },
  source: Table,
  { signal, most }: { signal: ThreadSignal; most: number },
): AsyncGenerator<ThreadProgress, Table> {
  const made = await scanDelimited(file.csvPath, { parquetPath: file.workPath, header: true });
  const rows = {
    parquetPath: file.workPath,
    columns: source.columns.map(({ name }) => name),
    rows: made.rowCount,
    layouts: layoutsOfTable(source),
  };
  return yield* readTable(rows, signal, { stage: 'reading the batch', most });
}

export function thinned(table: Table): Table {
  if (table.rows <= MAX_LEARNED_ROWS) return table;
  const step = table.rows / MAX_LEARNED_ROWS;
  return takeRows(
    table,
    Uint32Array.from({ length: MAX_LEARNED_ROWS }, (_, i) => Math.floor(i * step)),
  );
}

export async function* splitOfLinked(
  { table, relations, keys }: LinkedInput,
  source: Table,
  signal: ThreadSignal,
): AsyncGenerator<ThreadProgress, Split> {
  const { held, subject } = splitLinked(yield* readTables(keys, signal, 'reading keys'), relations);
  const own = held.get(table)!;
  const rowsThat = (value: 0 | 1) =>
    thinned(
      takeRows(
        source,
        Array.from(own.keys()).filter((row) => own[row] === value),
      ),
    );
  const naming = relations.find(
    ({ child, parent }) => child === table && parent === subject?.table,
  );
  const entity = subject?.table === table ? subject.key : naming?.childKey;
  return {
    train: rowsThat(0),
    holdout: own.includes(1) ? rowsThat(1) : null,
    entity: entity ?? null,
  };
}

export async function* measureRelations(
  { table, relations, parents }: LinkedInput,
  { source, batch, quality }: { source: Table; batch: Table; quality: QualityReport },
  signal: ThreadSignal,
): AsyncGenerator<ThreadProgress, RelationQuality[]> {
  const features = quality.columns.filter(({ role }) => role === 'feature').map(({ name }) => name);
  const found: RelationQuality[] = [];
  for (const relation of relations.filter(({ child }) => child === table)) {
    const parent = parents.find(({ name }) => name === relation.parent)!;
    const most = MAX_LINKED_ROWS;
    const real = yield* readTable(parent.real, signal, { stage: `reading ${parent.name}`, most });
    const made = yield* readMade(parent.synthetic, real, { signal, most });
    found.push(
      relationQuality(
        { child: source, parent: real },
        { child: batch, parent: made },
        { relation, features },
      ),
    );
  }
  return found;
}

import {
  childrenPicture,
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
import { linkedPersons } from '../data/linked-persons.ts';
import { readTable } from '../data/read-table.ts';
import { readTables } from '../data/read-tables.ts';
import { type Split, splitHoldout, wholeEntity } from '../data/split-holdout.ts';
import { splitLinked } from '../data/split-linked.ts';
import type { MeasuredSet, SyntheticFile } from './measured-set.ts';

/** Rows to read of each table: linked ones are read whole, so that references are complete. */
export const mostRowsOf = ({ relations }: MeasuredSet): number =>
  relations.length === 0 ? MAX_LEARNED_ROWS : MAX_LINKED_ROWS;

export async function* readSynthetic(
  file: SyntheticFile,
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

/** Reads the keys and foreign keys of all tables, which determine the holdout of linked ones. */
function readKeys({ tables, relations }: MeasuredSet, signal: ThreadSignal) {
  const files = tables.map(({ name, real }) => {
    const isKey = (column: string) =>
      relations.some(
        ({ child, childKey, parent, parentKey }) =>
          (child === name && childKey === column) || (parent === name && parentKey === column),
      );
    return { ...real, name, columns: real.columns.filter(isKey) };
  });
  return readTables(files, signal, 'reading keys');
}

/** Splits the measured table into training and holdout rows, as the fit did. */
export async function* splitOf(
  { entity: declared, ...set }: MeasuredSet & { entity: string | null | undefined },
  source: Table,
  signal: ThreadSignal,
): AsyncGenerator<ThreadProgress, Split> {
  const { tables, relations } = set;
  if (relations.length === 0)
    return splitHoldout(source, declared === undefined ? wholeEntity(source, null) : declared);
  const { name } = tables[0]!;
  const { held, subject } = splitLinked(yield* readKeys(set, signal), relations);
  const own = held.get(name)!;
  const rowsThat = (value: 0 | 1) =>
    thinned(
      takeRows(
        source,
        Array.from(own.keys()).filter((row) => own[row] === value),
      ),
    );
  const naming = relations.find(({ child, parent }) => child === name && parent === subject?.table);
  const entity = subject?.table === name ? subject.key : naming?.childKey;
  return {
    train: rowsThat(0),
    holdout: own.includes(1) ? rowsThat(1) : null,
    entity: entity ?? null,
  };
}

type Measured = {
  relations: RelationQuality[];
  pictures: NonNullable<QualityReport['pictures']>;
};

/** Measures and draws the references of the first table's rows to its parents. */
export async function* measureRelations(
  set: MeasuredSet,
  { source, batch, quality }: { source: Table; batch: Table; quality: QualityReport },
  signal: ThreadSignal,
): AsyncGenerator<ThreadProgress, Measured> {
  const { tables, relations } = set;
  const features = quality.columns.filter(({ role }) => role === 'feature').map(({ name }) => name);
  const measured: Measured = { relations: [], pictures: [] };
  const own = relations.filter(({ child }) => child === tables[0]!.name);
  const keys = own.length === 0 ? {} : yield* readKeys(set, signal);
  for (const relation of own) {
    const { real, synthetic } = tables.find(({ name }) => name === relation.parent)!;
    const most = MAX_LINKED_ROWS;
    const stage = `reading ${relation.parent}`;
    const parent = yield* readTable(real, signal, { stage, most });
    const made = yield* readSynthetic(synthetic!, parent, { signal, most });
    const sides = [
      { child: source, parent },
      { child: batch, parent: made },
    ] as const;
    measured.relations.push(relationQuality(...sides, { relation, features }));
    const persons = linkedPersons(keys, relations, relation.parent);
    const drawn = childrenPicture(...sides, { relation, persons });
    if (drawn !== null) measured.pictures.push(drawn);
  }
  return measured;
}

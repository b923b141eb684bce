import {
  BLOCK_ROWS,
  engineVersion,
  FitCancelled,
  FitRefused,
  fitTables,
  modelHash,
  plansOf,
  type Relation,
  sampleTables,
  suppressedColumns,
  type Tables,
  type TablesFit,
} from '../../../engines/synthesize/index.ts';
import type { ColumnRole } from '../../../engines/table/column-role.ts';
import { encodeCsv } from '../../../engines/table/encode-csv.ts';
import type { Table } from '../../../engines/table/table.ts';
import { takeRows } from '../../../engines/table/take-rows.ts';
import { cancelledError } from '../../../platform/jobs/run-context.ts';
import { serveThread, type ThreadSignal } from '../../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../../platform/threads/thread-end.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_LINKED_ROWS, PREVIEW_ROWS } from '../../../shared/limits.ts';
import type { RowsFile } from '../../data/read-table.ts';
import { readTables } from '../../data/read-tables.ts';
import { splitLinked } from '../../data/split-linked.ts';
import { firstRows } from '../from-upload/written-rows.ts';

export type TablesInput = {
  tables: (RowsFile & { name: string; roles: Partial<Record<string, ColumnRole>> })[];
  keys: Record<string, string | null>;
  relations: Relation[];
  leaveOrphansOut: boolean;
  scale: number;
  mode: 'fidelity' | 'balanced' | 'cautious';
  seed: string;
};

type DrawnTable = {
  rows: number;
  learnedFrom: number;
  roles: Record<string, ColumnRole>;
  suppressed: string[];
};

export type TablesMessage =
  | ThreadProgress
  | {
      kind: 'rows';
      table: string;
      names: string[];
      csv: Uint8Array;
      preview: Record<string, string | null>[];
      done: number;
    }
  | {
      kind: 'end';
      engineVersion: string;
      modelHash: string;
      /** Table that was split for the holdout; null if none is large enough. */
      heldTable: string | null;
      tables: Record<string, DrawnTable>;
      /** Rows dropped in training or sampling, because the referenced row is missing or taken. */
      left: { relation: Relation; rows: number }[];
    };

type Note = (message: TablesMessage) => void;

const NOTE_MILLISECONDS = 250;

async function* synthesizeTables(
  input: TablesInput,
  signal: ThreadSignal,
  note: Note,
): AsyncGenerator<TablesMessage> {
  const whole = yield* readTables(input.tables, signal);
  const { held, subject } = splitLinked(whole, input.relations);
  const learned: Tables = Object.fromEntries(
    Object.entries(whole).map(([name, table]) => [name, learnedRows(table, held.get(name)!)]),
  );
  yield { kind: 'progress', stage: 'learning', done: 0, total: 1 };
  const { model, left } = refusable(() =>
    fitTables(learned, input.relations, {
      mode: input.mode,
      seed: BigInt(input.seed),
      tables: rolesOf(input),
      whole,
      leaveOrphansOut: input.leaveOrphansOut,
      signal,
      progress: sparingly(note),
    }),
  );
  yield { kind: 'progress', stage: 'generating', done: 0, total: 1 };
  const drawn = refusable(() =>
    sampleTables(model, { seed: BigInt(input.seed), rows: rootRows(input, model), signal }),
  );
  yield* written(drawn.tables, signal);
  yield {
    kind: 'end',
    engineVersion,
    modelHash: modelHash(model),
    heldTable: subject?.table ?? null,
    tables: Object.fromEntries(
      model.tables.map((entry) => [
        entry.name,
        {
          rows: drawn.tables[entry.name]!.rows,
          learnedFrom: entry.rows,
          roles: Object.fromEntries(plansOf(entry).map(({ layout, role }) => [layout.name, role])),
          suppressed: suppressedColumns(
            entry.made.kind === 'siblings' ? entry.made : entry.made.model,
          ),
        },
      ]),
    ),
    left: [...left, ...drawn.left],
  };
}

function learnedRows(table: Table, held: Uint8Array): Table {
  if (!held.includes(1)) return table;
  return takeRows(
    table,
    Array.from(held.keys()).filter((row) => held[row] === 0),
  );
}

const rolesOf = ({ tables, keys }: TablesInput) =>
  Object.fromEntries(
    tables.map(({ name, roles }) => {
      const key = keys[name];
      return [name, { roles: key == null ? roles : { ...roles, [key]: 'key' as const } }];
    }),
  );

/** Returns the row counts of root tables: those of the files, with holdout, times the scale. */
function rootRows({ tables, scale }: TablesInput, model: TablesFit['model']) {
  const roots = tables.filter(({ name }) =>
    model.tables.some((entry) => entry.name === name && entry.child === null),
  );
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  if (total * scale > MAX_LINKED_ROWS)
    throw new AppError(
      'bad_request',
      `The tables have ${total} rows; ${scale} times as many exceed the limit of ${MAX_LINKED_ROWS}.`,
    );
  return Object.fromEntries(
    roots.map(({ name, rows }) => [name, Math.max(1, Math.round(rows * scale))]),
  );
}

function* written(
  tables: Readonly<Record<string, Table>>,
  signal: ThreadSignal,
): Generator<TablesMessage> {
  let done = 0;
  for (const [name, table] of Object.entries(tables)) {
    const names = table.columns.map((column) => column.name);
    for (let from = 0; from === 0 || from < table.rows; from += BLOCK_ROWS) {
      if (signal.aborted) throw cancelledError();
      const rows = Math.min(BLOCK_ROWS, table.rows - from);
      const part = takeRows(
        table,
        Uint32Array.from({ length: rows }, (_, i) => from + i),
      );
      done += rows;
      const preview = from === 0 ? firstRows(part, PREVIEW_ROWS) : [];
      yield { kind: 'rows', table: name, names, csv: encodeCsv(part), preview, done };
    }
  }
}

function sparingly(note: Note) {
  let last = { stage: '', at: 0 };
  return (stage: string, done: number, total: number) => {
    const at = performance.now();
    if (stage === last.stage && at - last.at < NOTE_MILLISECONDS) return;
    last = { stage, at };
    note({ kind: 'progress', stage: `learning ${stage.split(':', 1)[0]}`, done, total });
  };
}

function refusable<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof FitCancelled) throw cancelledError();
    if (error instanceof FitRefused || error instanceof RangeError)
      throw new AppError('bad_request', error.message);
    throw error;
  }
}

serveThread<TablesInput>(synthesizeTables);

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ColumnRole, fixedRole } from '../../../engines/meaning/roles/column-role.ts';
import { streamFor } from '../../../engines/random/stream.ts';
import {
  engineVersion,
  FitCancelled,
  FitRefused,
  fit,
  modelHash,
  sample,
} from '../../../engines/synthesize/index.ts';
import { formatTable } from '../../../engines/table/format-table.ts';
import type { Table } from '../../../engines/table/table.ts';
import { takeRows } from '../../../engines/table/take-rows.ts';
import { cancelledError } from '../../../platform/jobs/run-context.ts';
import { scanDelimited } from '../../../platform/tabular/delimited/scan-delimited.ts';
import { preview } from '../../../platform/tabular/parquet/preview.ts';
import { serveThread, type ThreadSignal } from '../../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../../platform/threads/thread-end.ts';
import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import { csvRecord } from '../../../shared/csv.ts';
import { AppError } from '../../../shared/errors.ts';
import { isFormulaLike } from '../../../shared/formula-cells.ts';
import { MAX_PREVIEW_BYTES, PREVIEW_ROWS } from '../../../shared/limits.ts';
import { type RowsFile, readTable } from '../../data/read-table.ts';
import { splitHoldout, wholeEntity } from '../../data/split-holdout.ts';
import { blendRows, pickPlaces, removalRole, type TextTable } from './blend-rows.ts';

export type BlendInput = RowsFile & {
  roles: DeclaredColumns;
  real: number;
  synthetic: number;
  seed: string;
  csvPath: string;
  rowsPath: string;
};

export type BlendMessage =
  | ThreadProgress
  | {
      kind: 'end';
      schema: Record<string, string>;
      preview: Record<string, string | null>[];
      roles: Record<string, ColumnRole>;
      engineVersion: string;
      modelHash: string | null;
      dialect: unknown;
      formulas: string[];
    };

const PICK = 0x5049434b;
const MIX = 0x4d495820;

async function* blend(input: BlendInput, signal: ThreadSignal): AsyncGenerator<BlendMessage> {
  const table = yield* readTable(input, signal);
  if (table.rows < input.real) {
    throw new AppError(
      'bad_request',
      `Only ${table.rows} real rows are available; ${input.real} were requested.`,
    );
  }
  const seed = BigInt(input.seed);
  yield { kind: 'progress', stage: 'learning', done: 0, total: 1 };
  const model = learned(() =>
    fit(splitHoldout(table, wholeEntity(table, null)).train, {
      mode: 'balanced',
      roles: input.roles,
      seed,
      signal,
    }),
  );
  const roles = Object.fromEntries(model.columns.map(({ layout, role }) => [layout.name, role]));
  yield { kind: 'progress', stage: 'generating', done: 0, total: input.synthetic };
  const places = pickPlaces(table.rows, input.real, streamFor(seed, 0, PICK)).sort();
  const real = textOf(takeRows(table, places));
  const synthetic =
    input.synthetic === 0
      ? { names: real.names, columns: real.names.map(() => []), rows: 0 }
      : textOf(exactly(sample(model, { rows: input.synthetic, seed }), input.synthetic));
  if (signal.aborted) throw cancelledError();
  const made = blendRows(real, { synthetic, roles, stream: streamFor(seed, 0, MIX) });
  yield { kind: 'progress', stage: 'storing', done: 0, total: made.rows };
  await pipeline(
    Readable.from(records(made)),
    createWriteStream(input.csvPath, { flags: 'wx', mode: 0o600 }),
  );
  const scan = await scanDelimited(input.csvPath, { parquetPath: input.rowsPath, header: true });
  const head = await preview(input.rowsPath, PREVIEW_ROWS, { maxBytes: MAX_PREVIEW_BYTES });
  const names = head.columns;
  yield {
    kind: 'end',
    schema: Object.fromEntries(scan.columns.map(({ name, type }) => [name, type])),
    preview: head.rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]!]))),
    roles: Object.fromEntries(
      input.columns.map((name) => [name, removalRole(name, fixedRole(roles, name))]),
    ),
    engineVersion,
    modelHash: input.synthetic === 0 ? null : modelHash(model),
    dialect: scan.dialect,
    formulas: made.names.filter((_, i) =>
      made.columns[i]!.some((cell) => cell !== null && isFormulaLike(cell)),
    ),
  };
}

/** Cuts the rows at the requested number; the last sequence may exceed it. */
function exactly(table: Table, rows: number): Table {
  return table.rows === rows ? table : takeRows(table, [...Array(rows).keys()]);
}

function textOf(table: Table): TextTable {
  const { names, textColumns } = formatTable(table);
  return { names, columns: textColumns, rows: table.rows };
}

function* records({ names, columns, rows }: TextTable) {
  yield csvRecord(names);
  for (let row = 0; row < rows; row++)
    yield csvRecord(columns.map((column) => column[row] ?? null));
}

function learned<Model>(work: () => Model): Model {
  try {
    return work();
  } catch (error) {
    if (error instanceof FitCancelled) throw cancelledError();
    if (error instanceof FitRefused) throw new AppError('bad_request', error.message);
    throw error;
  }
}

serveThread<BlendInput>(blend);

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import {
  costOfTables,
  type DifferentialPrivacy,
  describedBy,
  drawTables,
  engineVersion,
  FitCancelled,
  FitRefused,
  fitMemory,
  fitTables,
  type Guarantee,
  guaranteeOf,
  LINKED_ROWS,
  type Mechanism,
  ModelUnreadable,
  modelHash,
  modelToBytes,
  type Omitted,
  PrivacyRefused,
  type Relation,
  type SynthesisMode,
  suppressedColumns,
  type Tables,
  type TablesFit,
  type TablesModel,
  type TablesRequest,
  tablesFromBytes,
} from '../../../engines/synthesize/index.ts';
import { refuseMemory } from '../../../engines/table/refuse-memory.ts';
import { cancelledError } from '../../../platform/jobs/run-context.ts';
import { serveThread, type ThreadSignal } from '../../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../../platform/threads/thread-end.ts';
import { AppError } from '../../../shared/errors.ts';
import { formulaColumns } from '../../batches/formula-columns.ts';
import { cellsOf, openSpread } from '../../data/engine-pool.ts';
import type { RowsFile } from '../../data/read-table.ts';
import { readTables } from '../../data/read-tables.ts';
import { HOLDOUT_SHARE } from '../../data/split-holdout.ts';
import { linkedSketch, peopleSketch } from './private/privacy-ledger-sketch.ts';
import { splitTraining, type TableFacts, type Training } from './split-training.ts';
import { rowWriter, type WrittenRows } from './written-rows.ts';

export type SynthesisInput = {
  tables: (RowsFile & TableFacts)[];
  /** Empty for a single table. */
  relations: Relation[];
  leaveOrphansOut: boolean;
  /** Rows to draw of tables without a parent. */
  rows: Record<string, number>;
  /** Size of other tables without a parent, relative to the file; default 1. */
  scale?: number;
  seed: string;
  mode: SynthesisMode;
  /** For the private mode only. */
  privacy: {
    epsilon: number;
    delta: number;
    mechanism: Mechanism;
    sketchKey: string;
    publicTables: string[];
  } | null;
  /** Existing model to sample instead of fitting. */
  modelPath: string | null;
} & Pick<TablesRequest, 'given' | 'rebalance'>;

type DrawnTable = {
  rows: number;
  /** Null for a private model: its number of training rows is confidential. */
  learnedFrom: number | null;
  /** Column roles used by the fit. */
  roles: Record<string, string>;
  /** Columns whose values must not be shown. */
  suppressed: string[];
  /** Columns with cells that spreadsheets run as formulas. */
  formulas: string[];
};

export type SynthesisMessage =
  | ThreadProgress
  /** Sent before noise is drawn; the thread waits until the cost is debited. */
  | { kind: 'cost'; rho: number; delta: number; unit: string; sketch: string[] }
  | { kind: 'model'; bytes: Uint8Array; hash: string; guarantee: Guarantee }
  | ({ kind: 'rows'; table: string; names: string[]; rows: number; done: number } & WrittenRows)
  | ({
      kind: 'end';
      engineVersion: string;
      modelHash: string;
      tables: Record<string, DrawnTable>;
      /** Rows dropped in training or sampling, because the referenced row is missing or taken. */
      left: Omitted[];
    } & Pick<Training, 'entity' | 'heldTable'>);

type Note = (message: SynthesisMessage) => void;

const NOTE_MILLISECONDS = 250;
/** Limit for ordering by time in memory; larger batches are grouped by account. */
const MAX_ORDERED_ROWS = 1_000_000;

export async function* synthesize(
  input: SynthesisInput,
  signal: ThreadSignal,
  note: Note = () => {},
): AsyncGenerator<SynthesisMessage> {
  const { model, left, ...split } =
    input.modelPath === null
      ? yield* learn(input, signal, note)
      : learnedBefore(await readFile(input.modelPath), input.tables[0]!.name);
  yield { kind: 'progress', stage: 'generating', done: 0, total: 1 };
  const { rows, scale = 1, given, rebalance, seed } = input;
  const drawing = drawTables(model, {
    seed: BigInt(seed),
    rows,
    scale,
    given,
    rebalance,
    maxOrderedRows: MAX_ORDERED_ROWS,
    signal,
  });
  const isAlone = input.relations.length === 0;
  const drawn = new Map<string, Drawn>();
  let done = 0;
  for (;;) {
    const next = refusable(() => drawing.next());
    if (next.done) {
      left.push(...next.value);
      break;
    }
    const { name, table } = next.value;
    const names = table.columns.map((column) => column.name);
    const own = drawn.get(name) ?? {
      names,
      rows: 0,
      formulas: new Set<string>(),
      write: rowWriter(names, isAlone),
    };
    for (const column of formulaColumns(table)) own.formulas.add(column);
    drawn.set(name, { ...own, rows: own.rows + table.rows });
    done += table.rows;
    yield { kind: 'rows', table: name, names, rows: table.rows, done, ...own.write(table) };
  }
  const isPrivate = model.mode === 'private';
  const tables = model.tables.map((entry): [string, DrawnTable] => {
    const described = describedBy(entry);
    const { names, rows: count, formulas } = drawn.get(entry.name)!;
    const plans = described.columns.slice(0, names.length);
    return [
      entry.name,
      {
        rows: count,
        learnedFrom: isPrivate ? null : entry.rows,
        roles: Object.fromEntries(plans.map(({ layout, role }) => [layout.name, role])),
        suppressed: suppressedColumns(described),
        formulas: [...formulas],
      },
    ];
  });
  const hash = modelHash(model);
  const end = { engineVersion, modelHash: hash, tables: Object.fromEntries(tables), left };
  yield { kind: 'end', ...end, ...split };
}

type Drawn = {
  names: string[];
  rows: number;
  formulas: Set<string>;
  write: ReturnType<typeof rowWriter>;
};
type Learned = TablesFit & Pick<Training, 'entity' | 'heldTable'>;

/** Loads a stored private model; its protected entities were kept together. */
function learnedBefore(bytes: Uint8Array, name: string): Learned {
  const model = refusable(() => tablesFromBytes(bytes, name));
  const unit = guaranteeOf(model)?.unit ?? 'row';
  const isColumn = model.relations.length === 0 && unit !== 'row';
  return { model, left: [], entity: isColumn ? unit : null, heldTable: null };
}

/** Reports the progress of a fit in percent, a few times a second. */
function learningNotes(note: Note, isAlone: boolean) {
  let last = { stage: '', at: 0 };
  return (detail: string, done: number, total: number) => {
    const at = performance.now();
    const stage = isAlone ? 'learning' : `learning ${detail.split(':', 1)[0]}`;
    const isNew = !isAlone && stage !== last.stage;
    if (!isNew && (!detail.endsWith('model') || at - last.at < NOTE_MILLISECONDS)) return;
    last = { stage, at };
    note({ kind: 'progress', stage, done: (100 * done) / total, total: 100 });
  };
}

/** Rejects tables that would take more than the machine's memory, before they are read. */
function refuseLarge(tables: SynthesisInput['tables']): void {
  for (const { rows, columns } of tables) {
    const size = { rows, columns: columns.length, mostMemory: totalmem() };
    const refusal = refuseMemory(fitMemory, size);
    if (refusal !== null) throw new FitRefused(`Learning ${refusal}`);
  }
}

async function* learn(
  input: SynthesisInput,
  signal: ThreadSignal,
  note: Note,
): AsyncGenerator<SynthesisMessage, Learned> {
  const { relations, mode, leaveOrphansOut } = input;
  refusable(() => refuseLarge(input.tables));
  const whole = yield* readTables(input.tables, signal);
  const training = splitTraining(whole, { facts: input.tables, relations, mode });
  const privacy = privacyOf(input, training);
  const options = {
    mode,
    seed: BigInt(input.seed),
    signal,
    tables: training.options,
    whole,
    leaveOrphansOut,
    progress: learningNotes(note, relations.length === 0),
    ...(privacy !== null && { differentialPrivacy: privacy }),
  };
  const { entity, heldTable } = training;
  if (privacy === null) {
    yield { kind: 'progress', stage: 'learning', done: 0, total: 1 };
    const { spread, close } = openSpread(undefined, cellsOf(training.tables));
    const fitted = refusable(() => fitTables(training.tables, relations, { ...options, spread }));
    close();
    return { ...fitted, entity, heldTable };
  }
  const cost = refusable(() => costOfTables(training.tables, relations, options));
  const { sketchKey, publicTables } = input.privacy!;
  const isLinked = relations.length > 0;
  const sketch = isLinked
    ? linkedSketch(whole, { relations, publicTables, key: sketchKey })
    : peopleSketch(onlyOf(whole), entity, sketchKey);
  const unit = isLinked ? LINKED_ROWS : (entity ?? 'row');
  yield { kind: 'cost', ...cost, unit, sketch };
  yield { kind: 'progress', stage: 'learning', done: 0, total: 1 };
  const debit = (now: typeof cost) => {
    if (now.rho > cost.rho || now.delta > cost.delta) throw new Error('the cost was not entered');
  };
  const paid = { ...options, differentialPrivacy: { ...privacy, debit } };
  const fitted = refusable(() => fitTables(training.tables, relations, paid));
  const model = ofWholeFile(fitted.model, heldTable);
  const guarantee = guaranteeOf(model);
  if (guarantee === null) throw new Error('the private mode made another model');
  yield { kind: 'model', bytes: modelToBytes(model), hash: modelHash(model), guarantee };
  return { ...fitted, model, entity, heldTable };
}

/** Scales the noisy numbers of rows of linked tables by the share of rows that was held out. */
function ofWholeFile(model: TablesModel, heldTable: string | null): TablesModel {
  if (heldTable === null) return model;
  const tables = model.tables.map((table) => ({
    ...table,
    rows: Math.round(table.rows / (1 - HOLDOUT_SHARE)),
  }));
  return { ...model, tables };
}

const onlyOf = (tables: Tables) => Object.values(tables)[0]!;

function privacyOf(
  { privacy, relations }: SynthesisInput,
  { entity }: Training,
): DifferentialPrivacy | null {
  if (privacy === null) return null;
  const { epsilon, delta, mechanism, publicTables } = privacy;
  const random = (length: number) => randomBytes(length);
  const unitColumn = relations.length > 0 ? null : entity;
  return { epsilon, delta, mechanism, unitColumn, publicTables, randomBytes: random };
}

function refusable<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof FitCancelled) throw cancelledError();
    // The engine throws RangeError for conditions that no row can meet.
    const refused = [FitRefused, PrivacyRefused, ModelUnreadable, RangeError].some(
      (kind) => error instanceof kind,
    );
    if (refused) throw new AppError('bad_request', (error as Error).message);
    throw error;
  }
}

serveThread<SynthesisInput>(synthesize);

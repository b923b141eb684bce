import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findStatement } from '../../../engines/mapping/find-statement.ts';
import {
  BLOCK_ROWS,
  type DifferentialPrivacy,
  engineVersion,
  FitCancelled,
  type FitOptions,
  FitRefused,
  fit,
  type Given,
  type Guarantee,
  isOrderedWhole,
  type Mechanism,
  type Model,
  ModelUnreadable,
  minEntities,
  modelFromBytes,
  modelHash,
  modelToBytes,
  PrivacyRefused,
  type Rebalance,
  type SynthesisMode,
  sample,
  sampleBlock,
  suppressedColumns,
  takeBlocks,
} from '../../../engines/synthesize/index.ts';
import type { ColumnRole } from '../../../engines/table/column-role.ts';
import { refuseEntity } from '../../../engines/table/declared-sequence.ts';
import type { Table } from '../../../engines/table/table.ts';
import { takeRows } from '../../../engines/table/take-rows.ts';
import { cancelledError } from '../../../platform/jobs/run-context.ts';
import { serveThread, type ThreadSignal } from '../../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../../platform/threads/thread-end.ts';
import { AppError } from '../../../shared/errors.ts';
import { type RowsFile, readTable } from '../../data/read-table.ts';
import { splitHoldout, wholeEntity } from '../../data/split-holdout.ts';
import { peopleSketch } from './private/privacy-ledger-sketch.ts';
import { rowWriter, type WrittenRows } from './written-rows.ts';

export type SynthesisInput = RowsFile & {
  count: number;
  seed: string;
  mode: SynthesisMode;
  roles: Partial<Record<string, ColumnRole>>;
  entity: string | null;
  privacy: { epsilon: number; delta: number; mechanism: Mechanism; sketchKey: string } | null;
  modelPath: string | null;
  given: Given;
  rebalance: Rebalance | null;
};

export type SynthesisMessage =
  | ThreadProgress
  /** Sent before noise is drawn; the thread waits until the cost is debited. */
  | { kind: 'cost'; rho: number; delta: number; unit: string; sketch: string[] }
  | { kind: 'model'; bytes: Uint8Array; hash: string; guarantee: Guarantee }
  | ({ kind: 'rows'; names: string[]; rows: number; done: number } & WrittenRows)
  | {
      kind: 'end';
      engineVersion: string;
      modelHash: string;
      learnedFrom: number | null;
      roles: Record<string, ColumnRole>;
      suppressed: string[];
      entity: string | null;
    };

type Note = (message: SynthesisMessage) => void;

const NOTE_MILLISECONDS = 250;
/** Limit for ordering by time in memory; larger batches are grouped by account. */
const MAX_ORDERED_ROWS = 1_000_000;

export async function* synthesize(
  input: SynthesisInput,
  signal: ThreadSignal,
  note: Note = () => {},
): AsyncGenerator<SynthesisMessage> {
  const { model, entity } =
    input.modelPath === null
      ? yield* learn(input, signal, note)
      : learnedBefore(await readFile(input.modelPath));
  const names = namesOf(model);
  const write = rowWriter(names);
  let done = 0;
  for (const made of drawTables(model, input, signal)) {
    if (made.rows === 0) continue;
    done += made.rows;
    yield { kind: 'rows', names, rows: made.rows, done, ...write(made) };
  }
  // The number of training rows of a private model is confidential.
  const learnedFrom = model.core.kind === 'private' ? null : model.rows;
  const drawn = model.columns.slice(0, names.length);
  const roles = Object.fromEntries(drawn.map(({ layout, role }) => [layout.name, role]));
  const suppressed = suppressedColumns(model);
  const hash = modelHash(model);
  yield { kind: 'end', engineVersion, modelHash: hash, learnedFrom, roles, suppressed, entity };
}

type Learned = { model: Model; entity: string | null };

function learnedBefore(bytes: Uint8Array): Learned {
  const model = modelFromBytes(bytes);
  const unit = model.core.kind === 'private' ? model.core.guarantee.unit : 'row';
  return { model, entity: unit === 'row' ? null : unit };
}

const namesOf = ({ columns, inFileOrder }: Model): string[] =>
  columns.slice(0, inFileOrder === true ? -1 : undefined).map(({ layout }) => layout.name);

/** Returns true if all rows are needed at once: for running balances or order by time. */
const isDrawnWhole = (model: Model, count: number): boolean =>
  model.statement !== undefined || (isOrderedWhole(model) && count <= MAX_ORDERED_ROWS);

/** Yields the batch's rows by block; a block of sequences has as many rows as its entities have. */
function* drawTables(
  model: Model,
  { count, seed, given, rebalance }: SynthesisInput,
  signal: ThreadSignal,
): Generator<Table> {
  const request = { seed: BigInt(seed), given, signal };
  if (rebalance !== null || isDrawnWhole(model, count)) {
    const whole = refusable(() =>
      sample(model, { ...request, rows: count, ...(rebalance && { rebalance }) }),
    );
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, count - from);
      yield takeRows(
        whole,
        Uint32Array.from({ length: rows }, (_, i) => from + i),
      );
    }
    return;
  }
  const take = takeBlocks(count, given);
  for (let block = 0, left = count; left > 0; block++) {
    if (signal.aborted) throw cancelledError();
    const rows = Math.min(BLOCK_ROWS, left);
    const taken = refusable(() => take(sampleBlock(model, { ...request, block, rows })));
    left = taken.left;
    yield taken.table;
  }
}

/** Reports the progress of a long fit in percent of the budget, a few times a second. */
function learningNotes(note: Note): NonNullable<FitOptions['progress']> {
  let last = 0;
  return (stage, done, total) => {
    const now = performance.now();
    if (stage !== 'model' || now - last < NOTE_MILLISECONDS) return;
    last = now;
    note({ kind: 'progress', stage: 'learning', done: (100 * done) / total, total: 100 });
  };
}

async function* learn(
  input: SynthesisInput,
  signal: ThreadSignal,
  note: Note,
): AsyncGenerator<SynthesisMessage, Learned> {
  const table = yield* readTable(input, signal);
  const entity = wholeEntity(table, input.entity);
  const { train } = splitHoldout(table, entity);
  const { mode, roles } = input;
  const isNamed =
    input.entity !== null && refuseEntity(train, input.entity, minEntities(mode)) === null;
  const options: FitOptions = {
    mode,
    roles,
    seed: BigInt(input.seed),
    signal,
    entity: isNamed ? input.entity! : undefined,
    // Uses all rows: the holdout leaves gaps in a running balance.
    statement: findStatement(table),
  };
  if (input.privacy === null) {
    yield { kind: 'progress', stage: 'learning', done: 0, total: 1 };
    return { model: refusable(() => fit(train, options)), entity };
  }
  const { epsilon, delta, mechanism, sketchKey } = input.privacy;
  const differentialPrivacy: DifferentialPrivacy = {
    epsilon,
    delta,
    mechanism,
    unitColumn: entity,
    randomBytes: (length) => randomBytes(length),
  };
  const cost = refusable(() => costOf(train, { ...options, differentialPrivacy }));
  const sketch = peopleSketch(table, entity, sketchKey);
  yield { kind: 'cost', ...cost, unit: entity ?? 'row', sketch };
  yield { kind: 'progress', stage: 'learning', done: 0, total: 1 };
  const entered = (now: { rho: number; delta: number }) => {
    if (now.rho > cost.rho || now.delta > cost.delta) throw new Error('the cost was not entered');
  };
  const model = refusable(() =>
    fit(train, {
      ...options,
      ...(mechanism === 'AIM' && { progress: learningNotes(note) }),
      differentialPrivacy: { ...differentialPrivacy, debit: entered },
    }),
  );
  if (model.core.kind !== 'private') throw new Error('the private mode made another model');
  const { guarantee } = model.core;
  yield { kind: 'model', bytes: modelToBytes(model), hash: modelHash(model), guarantee };
  return { model, entity };
}

/** Stops a fit once its cost is known, before any noise is drawn. */
class CostKnown extends Error {
  readonly cost: { rho: number; delta: number };
  constructor(cost: { rho: number; delta: number }) {
    super('the cost is known');
    this.cost = cost;
  }
}

function costOf(
  table: Table,
  options: FitOptions & { differentialPrivacy: DifferentialPrivacy },
): { rho: number; delta: number } {
  const debit = (cost: { rho: number; delta: number }) => {
    throw new CostKnown(cost);
  };
  try {
    fit(table, { ...options, differentialPrivacy: { ...options.differentialPrivacy, debit } });
  } catch (error) {
    if (error instanceof CostKnown) return error.cost;
    throw error;
  }
  throw new Error('a private fit did not ask for its cost');
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

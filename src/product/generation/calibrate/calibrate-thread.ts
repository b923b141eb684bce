import { randomBytes } from 'node:crypto';
import { guessRoles, rolesOfMapping } from '../../../engines/detect/index.ts';
import {
  type CalibrationColumns,
  calibratePrivately,
  calibrateTo,
  codeOf,
  missedOf,
  movementsOfTable,
  privateCostOf,
} from '../../../engines/simulate/index.ts';
import { discreteLaplace, randomIntegers } from '../../../engines/synthesize/index.ts';
import type { Table } from '../../../engines/table/table.ts';
import { serveThread, type ThreadSignal } from '../../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../../platform/threads/thread-end.ts';
import type { ColumnMapping } from '../../../shared/column-mapping.ts';
import type { CalibrateDatasetBody, Calibration } from '../../../shared/contracts/calibration.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_CALIBRATION_ROWS } from '../../../shared/limits.ts';
import { type RowsFile, readTable } from '../../data/read-table.ts';
import { peopleSketch } from '../from-upload/private/privacy-ledger-sketch.ts';

export type CalibrateInput = RowsFile & {
  filename: string;
  mapping: ColumnMapping | null;
  sketchKey: string;
} & Omit<CalibrateDatasetBody, 'manifest_id'>;

export type CalibrateMessage =
  | ThreadProgress
  /** Sent before noise is drawn; the thread waits until the cost is debited. */
  | { kind: 'cost'; rho: number; delta: number; unit: string; sketch: string[] }
  | { kind: 'end'; calibration: Calibration };

type Progress = (message: ThreadProgress) => void;

const SEED = 1n;
/** Words without a kind that a result names. */
const MAX_WORDS = 20;

/** Returns the columns of a table: as mapped by its owner, otherwise by header and values. */
function columnsOf(
  table: Table,
  { mapping, kind_columns: kind }: CalibrateInput,
): CalibrationColumns {
  const found = { ...guessRoles(table), ...(mapping === null ? {} : rolesOfMapping(mapping)) };
  const missing = kind.find((name) => !table.columns.some((column) => column.name === name));
  if (missing !== undefined)
    throw new AppError('bad_request', `The dataset has no column ${missing}.`);
  const one = (role: string, name: string | undefined) => {
    if (name !== undefined) return name;
    throw new AppError(
      'bad_request',
      `No column was found for the ${role}. Set its role under Preview, Map columns.`,
    );
  };
  return {
    account: one('account', found.account),
    date: one('booking date', found.time),
    amount: one('amount', found.amount),
    kind,
    balance: found.balance ?? null,
  };
}

export async function* calibrateFile(
  input: CalibrateInput,
  signal: ThreadSignal,
  note: Progress = () => {},
): AsyncGenerator<CalibrateMessage> {
  const { preset, epsilon, kinds = {}, filename } = input;
  const table = yield* readTable(input, signal, { most: MAX_CALIBRATION_ROWS });
  const columns = columnsOf(table, input);
  const codes = new Map(Object.entries(kinds).map(([word, kind]) => [word, codeOf(kind)]));
  const { movements, unknown } = refusable(() => movementsOfTable(table, columns, codes));
  const wanted = {
    preset,
    title: `Like ${filename}`,
    seed: SEED,
    progress: (done: number, total: number) =>
      note({ kind: 'progress', stage: 'calibrating', done, total }),
  };
  if (epsilon !== undefined) {
    const unit = columns.account;
    const sketch = peopleSketch(table, unit, input.sketchKey);
    yield { kind: 'cost', ...privateCostOf(epsilon), unit, sketch };
  }
  const random = randomIntegers(randomBytes);
  const noise = (scale: number) => discreteLaplace(scale, random);
  const { configuration, figures, likeness } =
    epsilon === undefined
      ? calibrateTo(movements, wanted)
      : calibratePrivately(movements, { epsilon, noise }, wanted);
  const calibration = {
    rows: table.rows,
    accounts: movements.accounts,
    figures,
    missed: missedOf(figures),
    unknown: unknown.slice(0, MAX_WORDS),
    auc: likeness?.auc ?? null,
    epsilon: epsilon ?? null,
    configuration: configuration as unknown as Record<string, unknown>,
  };
  yield { kind: 'end', calibration };
}

/** Passes a refusal of the engine on with its message. */
function refusable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('bad_request', error.message);
    throw error;
  }
}

serveThread<CalibrateInput>(calibrateFile);

import { randomBytes } from 'node:crypto';
import {
  type Guarantee,
  MeasureCancelled,
  type PrivacyReport,
  privacyReport,
  type QualityReport,
  qualityReport,
  reportsOfPrivateBatch,
} from '../../engines/measure/index.ts';
import { MAX_LEARNED_ROWS } from '../../engines/synthesize/trees/learning-rows.ts';
import type { ColumnRole } from '../../engines/table/column-role.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { serveThread, type ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import { MAX_LINKED_ROWS } from '../../shared/limits.ts';
import { type RowsFile, readTable } from '../data/read-table.ts';
import { splitHoldout, wholeEntity } from '../data/split-holdout.ts';
import type { LinkedInput } from './linked-tables.ts';
import { measureRelations, readMade, splitOfLinked, thinned } from './measure-linked.ts';

export type MeasureInput = {
  real: RowsFile;
  synthetic: { csvPath: string; rows: number; workPath: string };
  seed: string;
  conditioned: boolean;
  roles: Partial<Record<string, ColumnRole>>;
  entity: string | null | undefined;
  guarantee: Guarantee | null;
  linked: LinkedInput | null;
};

export type MeasureMessage =
  | ThreadProgress
  | { kind: 'end'; quality: QualityReport; privacy: PrivacyReport };

const NOTE_MILLISECONDS = 250;

function sparingly(note: (message: MeasureMessage) => void) {
  let last = { stage: '', at: 0 };
  return (stage: string, done: number, total: number): void => {
    const at = performance.now();
    if (stage === last.stage && at - last.at < NOTE_MILLISECONDS) return;
    last = { stage, at };
    note({ kind: 'progress', stage, done, total });
  };
}

async function* measure(
  { real, synthetic, seed, conditioned, roles, entity: kept, guarantee, linked }: MeasureInput,
  signal: ThreadSignal,
  note: (message: MeasureMessage) => void,
): AsyncGenerator<MeasureMessage> {
  const most = linked === null ? MAX_LEARNED_ROWS : MAX_LINKED_ROWS;
  const source = yield* readTable(real, signal, { stage: 'reading the dataset', most });
  const { train, holdout, entity } =
    linked === null
      ? splitHoldout(source, kept === undefined ? wholeEntity(source, null) : kept)
      : yield* splitOfLinked(linked, source, signal);
  const whole = yield* readMade(synthetic, source, { signal, most });
  const batch = thinned(whole);
  const options = { seed: BigInt(seed), signal, roles, progress: sparingly(note) };
  try {
    const quality = qualityReport(train, batch, {
      ...options,
      conditioned,
      ...(holdout ? { holdout } : {}),
      ...(entity ? { entity } : {}),
    });
    const privacy = privacyReport(train, {
      holdout,
      synthetic: batch,
      options: {
        ...options,
        ...(entity ? { entity } : {}),
        ...(guarantee ? { guarantee } : {}),
      },
    });
    const relations =
      linked && (yield* measureRelations(linked, { source, batch: whole, quality }, signal));
    const found = { quality: relations ? { ...quality, relations } : quality, privacy };
    const salt = () => randomBytes(32).toString('hex');
    yield { kind: 'end', ...(guarantee ? reportsOfPrivateBatch(found, salt()) : found) };
  } catch (error) {
    if (error instanceof MeasureCancelled) throw cancelledError();
    throw error;
  }
}

serveThread<MeasureInput>(measure);

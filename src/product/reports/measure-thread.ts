import {
  type Guarantee,
  MeasureCancelled,
  type PrivacyReport,
  privacyReport,
  type QualityReport,
  qualityReport,
} from '../../engines/measure/index.ts';
import type { ColumnRole } from '../../engines/table/column-role.ts';
import { layoutsOfTable } from '../../engines/table/parse-columns.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { serveThread, type ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import { type RowsFile, readTable } from '../data/read-table.ts';
import { splitHoldout } from '../data/split-holdout.ts';

export type MeasureInput = {
  real: RowsFile;
  synthetic: { csvPath: string; rows: number; workPath: string };
  seed: string;
  /** Settled by the fit; the others are guessed. */
  roles: Partial<Record<string, ColumnRole>>;
  guarantee: Guarantee | null;
};

export type MeasureMessage =
  | ThreadProgress
  | { kind: 'end'; quality: QualityReport; privacy: PrivacyReport };

const NOTE_MILLISECONDS = 250;

/** Tells of a new stage at once, and within one four times a second. */
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
  { real, synthetic, seed, roles, guarantee }: MeasureInput,
  signal: ThreadSignal,
  note: (message: MeasureMessage) => void,
): AsyncGenerator<MeasureMessage> {
  const source = yield* readTable(real, signal, { stage: 'reading the dataset' });
  const { train, holdout, entity } = splitHoldout(source);
  const made = await scanDelimited(synthetic.csvPath, {
    parquetPath: synthetic.workPath,
    header: true,
  });
  const batch = yield* readTable(
    {
      parquetPath: synthetic.workPath,
      columns: real.columns,
      rows: made.rowCount,
      layouts: layoutsOfTable(source),
    },
    signal,
    { stage: 'reading the batch' },
  );
  const options = { seed: BigInt(seed), signal, roles, progress: sparingly(note) };
  try {
    const quality = qualityReport(train, batch, {
      ...options,
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
    yield { kind: 'end', quality, privacy };
  } catch (error) {
    if (error instanceof MeasureCancelled) throw cancelledError();
    throw error;
  }
}

serveThread<MeasureInput>(measure);

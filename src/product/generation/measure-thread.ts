import { rm } from 'node:fs/promises';
import {
  type Guarantee,
  MeasureCancelled,
  type PrivacyReport,
  privacyReport,
  type QualityReport,
  qualityReport,
} from '../../engines/measure/index.ts';
import type { ColumnRole } from '../../engines/table/column-role.ts';
import type { Table } from '../../engines/table/table.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { serveThread, type ThreadSignal } from '../../platform/jobs/thread.ts';
import { scanDelimited } from '../../platform/tabular/scan-delimited.ts';
import { readTable } from './read-table.ts';
import { splitHoldout } from './split-holdout.ts';

export type MeasureInput = {
  real: { parquetPath: string; columns: string[]; rows: number };
  synthetic: { csvPath: string; rows: number; workPath: string };
  seed: string;
  /** Settled by the fit; the others are guessed. */
  roles: Partial<Record<string, ColumnRole>>;
  guarantee: Guarantee | null;
};

export type MeasureMessage =
  | { kind: 'progress'; stage: string; done: number; total: number }
  | { kind: 'end'; quality: QualityReport; privacy: PrivacyReport };

async function* tableOf(
  file: { parquetPath: string; columns: string[]; rows: number },
  stage: string,
  signal: ThreadSignal,
): AsyncGenerator<MeasureMessage, Table> {
  const reading = readTable(file, signal);
  for (;;) {
    const step = await reading.next();
    if (step.done) return step.value;
    yield { kind: 'progress', stage, ...step.value };
  }
}

async function* measure(
  { real, synthetic, seed, roles, guarantee }: MeasureInput,
  signal: ThreadSignal,
): AsyncGenerator<MeasureMessage> {
  const source = yield* tableOf(real, 'reading the dataset', signal);
  const { train, holdout, entity } = splitHoldout(source);
  const made = await scanDelimited(synthetic.csvPath, {
    parquetPath: synthetic.workPath,
    header: true,
  });
  const batch = yield* tableOf(
    { parquetPath: synthetic.workPath, columns: real.columns, rows: made.rowCount },
    'reading the batch',
    signal,
  );
  await rm(synthetic.workPath, { force: true });
  const options = { seed: BigInt(seed), signal, roles };
  try {
    yield { kind: 'progress', stage: 'measuring quality', done: 0, total: 2 };
    const quality = qualityReport(train, batch, {
      ...options,
      ...(holdout ? { holdout } : {}),
      ...(entity ? { entity } : {}),
    });
    yield { kind: 'progress', stage: 'measuring privacy', done: 1, total: 2 };
    const privacy = privacyReport(train, holdout, batch, {
      ...options,
      ...(entity ? { entity } : {}),
      ...(guarantee ? { guarantee } : {}),
    });
    yield { kind: 'end', quality, privacy };
  } catch (error) {
    if (error instanceof MeasureCancelled) throw cancelledError();
    throw error;
  }
}

serveThread<MeasureInput>(measure);

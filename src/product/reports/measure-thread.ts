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
import type { SynthesisMode } from '../../engines/synthesize/index.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { serveThread, type ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import type { DeclaredColumns } from '../../shared/column-kinds.ts';
import { cellsOf, openSpread } from '../data/engine-pool.ts';
import { foldDraw } from '../data/fold-draw.ts';
import { readTable } from '../data/read-table.ts';
import { wholeEntity } from '../data/split-holdout.ts';
import { measureRelations, mostRowsOf, readSynthetic, splitOf, thinned } from './measure-set.ts';
import type { MeasuredSet } from './measured-set.ts';

export type MeasureInput = MeasuredSet & {
  seed: string;
  conditioned: boolean;
  /** Mode of the fit, and its declared entity column. */
  mode: SynthesisMode | null;
  declared: string | undefined;
  roles: DeclaredColumns;
  /** Column whose entities are kept together in a single table; found if undefined. */
  entity: string | null | undefined;
  guarantee: Guarantee | null;
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
  { seed, conditioned, mode, declared, roles, guarantee, ...set }: MeasureInput,
  signal: ThreadSignal,
  note: (message: MeasureMessage) => void,
): AsyncGenerator<MeasureMessage> {
  const { real, synthetic } = set.tables[0]!;
  const most = mostRowsOf(set);
  const source = yield* readTable(real, signal, { stage: 'reading the dataset', most });
  const { train, holdout, entity } = yield* splitOf(set, source, signal);
  const whole = yield* readSynthetic(synthetic!, source, { signal, most });
  const batch = thinned(whole);
  // A split by rows despite a column of people has too few of them: its rows are not people.
  const hasTooFew = entity === null && wholeEntity(source, declared ?? null) !== null;
  const { spread, close } = openSpread(undefined, cellsOf({ source, batch }));
  // Linked tables and rows drawn under conditions can't be drawn again from one table's folds.
  const draw =
    mode === null || conditioned || hasTooFew || set.relations.length > 0
      ? undefined
      : foldDraw(
          source,
          { mode, roles, entity: declared },
          { people: entity ?? undefined, seed: BigInt(seed), spread },
        );
  const options = { seed: BigInt(seed), signal, roles, spread, progress: sparingly(note) };
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
        ...(draw ? { draw } : {}),
      },
    });
    close();
    const linked = yield* measureRelations(set, { source, batch: whole, quality }, signal);
    const found = {
      quality:
        set.relations.length === 0
          ? quality
          : {
              ...quality,
              relations: linked.relations,
              pictures: [...(quality.pictures ?? []), ...linked.pictures],
            },
      privacy,
    };
    const salt = () => randomBytes(32).toString('hex');
    yield { kind: 'end', ...(guarantee ? reportsOfPrivateBatch(found, salt()) : found) };
  } catch (error) {
    if (error instanceof MeasureCancelled) throw cancelledError();
    throw error;
  }
}

serveThread<MeasureInput>(measure);

import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../../platform/functions/define.ts';
import {
  type CalibrateDatasetBody,
  type Calibration,
  calibrateDatasetAnswer,
  calibrateDatasetBody,
} from '../../../shared/contracts/calibration.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_CALIBRATION_ROWS } from '../../../shared/limits.ts';
import { completedRun } from '../../data/completed-run.ts';
import { recentRun } from '../../data/recent-run.ts';
import type { Product } from '../../product.ts';

const ANSWER_TIMEOUT_MS = 10_000;

const HIDDEN =
  'Figures that noise hides are not among them; their settings keep the values of the preset.';

const MIX_HIDDEN = "It hides the kinds of bookings: their mix is the preset's.";

const hasMix = ({ figures }: Calibration): boolean =>
  figures.some(({ name }) => name === 'share of purchase');

const metOf = ({ figures, missed }: Calibration): string =>
  missed.length === 0
    ? `All ${figures.length} figures of a simulated bank are within 5% of the file.`
    : `${figures.length - missed.length} of ${figures.length} figures of a simulated bank are within 5% of the file.`;

const messageOf = (calibration: Calibration): string =>
  [
    metOf(calibration),
    ...(calibration.epsilon === null ? [] : [HIDDEN]),
    ...(hasMix(calibration) ? [] : [MIX_HIDDEN]),
  ].join(' ');

/** Calibrates the simulator to a dataset of account movements, in the queue; repeated to read the result. */
export const calibrateDatasetFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'calibrate-dataset',
    summary:
      'Fits a configuration of the bank simulator to aggregates of a dataset, with differential privacy on request.',
    audience: 'session',
    body: calibrateDatasetBody,
    answer: calibrateDatasetAnswer,
    handle: async (call) => {
      const body: CalibrateDatasetBody = call.body;
      const { rows } = await product.platform.database.asCaller(call.caller, (tx) =>
        tx.query<{ filename: string; record_count: string }>(
          'select filename, record_count from public.ingestion_manifests where id = $1',
          [body.manifest_id],
        ),
      );
      if (!rows[0]) throw new AppError('not_found', 'Dataset not found');
      if (Number(rows[0].record_count) > MAX_CALIBRATION_ROWS)
        throw new AppError(
          'bad_request',
          `A calibration takes at most ${MAX_CALIBRATION_ROWS.toLocaleString('en')} rows. Upload the movements of fewer accounts, or run sandbox calibrate.`,
        );
      const subject = { ...body, filename: rows[0].filename };
      const runId = await recentRun(product, accountOf(call), {
        kind: 'calibrate',
        source: body.manifest_id,
        subject,
      });
      const run = await completedRun(product, {
        runId,
        timeoutMs: ANSWER_TIMEOUT_MS,
        failed: 'The calibration failed.',
      });
      if (run === null)
        return {
          status: 'queued' as const,
          runId,
          message: 'Still calibrating. Repeat the request for the result.',
        };
      const calibration = run.result as Calibration;
      return { status: 'completed' as const, runId, message: messageOf(calibration), calibration };
    },
  });

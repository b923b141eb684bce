import { engineVersion } from '../../../engines/simulate/index.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { withLocalCopy } from '../../../platform/files/with-local-copy.ts';
import type { RunContext, RunHandler } from '../../../platform/jobs/run-context.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { consumeMessages } from '../../../platform/threads/thread-end.ts';
import type { CalibrateDatasetBody } from '../../../shared/contracts/calibration.ts';
import { AppError } from '../../../shared/errors.ts';
import { lockDataset } from '../../data/lock-dataset.ts';
import { type Dataset, readDataset } from '../../data/read-dataset.ts';
import { hasSpent, sketchKey, spendPrivacy } from '../from-upload/private/privacy-ledger.ts';
import type { CalibrateInput, CalibrateMessage } from './calibrate-thread.ts';

const MODULE = new URL('./calibrate-thread.ts', import.meta.url);

type Parts = { database: Database; files: FileStore };

/** Debits the cost of private aggregates before noise is drawn: it is spent whatever happens to the run. */
const pay = (
  { database }: Parts,
  { run }: RunContext,
  {
    dataset,
    epsilon,
    cost: { rho, delta, unit, sketch },
  }: { dataset: Dataset; epsilon: number; cost: Extract<CalibrateMessage, { kind: 'cost' }> },
) =>
  spendPrivacy(database, {
    tenantId: run.tenant_id,
    runId: run.id,
    filename: dataset.filename,
    unit,
    sketch,
    epsilon,
    cost: { rho, delta },
    operation: 'fit',
    mechanism: 'discrete Laplace',
    engine: `simulate/${engineVersion}`,
  });

/** Fits a configuration of the simulator to a dataset; the run's result has it. */
export function calibrateHandler(parts: Parts): RunHandler {
  return async (context) => {
    const { run } = context;
    const { manifest_id: id, ...settings } = run.subject as CalibrateDatasetBody;
    const dataset = await readDataset(parts.database, run.tenant_id, id);
    if (await hasSpent(parts.database, run)) {
      throw new AppError(
        'conflict',
        'The worker stopped after the privacy budget was debited. The budget is not refunded. Calibrate again at the same cost.',
      );
    }
    const key = await sketchKey(parts.database);
    const { calibration } = await withLocalCopy(parts.files, fileKey(dataset.version), (path) => {
      const { names: columns, layouts, mapping, filename } = dataset;
      const rows = Number(dataset.record_count);
      const file = { parquetPath: path, columns, rows, layouts, mapping, filename };
      const input: CalibrateInput = { ...settings, ...file, sketchKey: key };
      return consumeMessages<CalibrateMessage>(context, { module: MODULE, input }, async (cost) => {
        if (cost.kind === 'cost')
          await pay(parts, context, { dataset, epsilon: settings.epsilon!, cost });
      });
    });
    return parts.database.asTenant(run.tenant_id, async (tx) => {
      await lockDataset(tx, id);
      await context.fence(tx);
      return context.complete(tx, calibration);
    });
  };
}

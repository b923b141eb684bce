import { createHash } from 'node:crypto';
import {
  type CellOutput,
  csvHeader,
  encodeCsv,
  plan,
  simulateCells,
} from '../../../engines/simulate/index.ts';
import type { BankTable } from '../../../shared/bank-tables.ts';
import { requestOf, type SimulationSettings } from '../from-scratch/simulation-settings.ts';

/** Batch of a simulated bank, whose ground truth its seed makes again. */
export type SimulatedBank = {
  settings: SimulationSettings;
  counts: Record<BankTable, number>;
  /** Hash of the batch's file, which the regenerated rows must have. */
  sha256: string;
};

/**
 * Makes the cells of a simulated bank again, with their ground truth.
 *
 * @throws RangeError after the last cell if the transactions differ from those of the batch
 */
export function* regenerate({ settings, counts, sha256 }: SimulatedBank): Generator<CellOutput> {
  const hash = createHash('sha256');
  let isFirst = true;
  for (const cell of simulateCells(plan({ ...counts, ...requestOf(settings) }))) {
    if (cell.transactions.rows > 0) {
      if (isFirst) hash.update(csvHeader(cell.transactions));
      isFirst = false;
      hash.update(encodeCsv(cell.transactions));
    }
    yield cell;
  }
  if (hash.digest('hex') !== sha256)
    throw new RangeError(
      'This batch was made by an earlier engine, so its ground truth and other tables can’t be made again. Generate it again.',
    );
}

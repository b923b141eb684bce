import type { Model } from '../model/model.ts';
import { fixHistories } from '../sequence/given-histories.ts';
import { fixColumns } from './given-values.ts';
import type { Conditions } from './tables-request.ts';
import { NO_SHARES, targetShares } from './target-shares.ts';

/**
 * Rejects conditions that the model of a table does not support.
 *
 * @throws RangeError
 */
export function checkModelConditions(model: Model, { given = {}, rebalance }: Conditions): void {
  const { core } = model;
  if (core.kind === 'sequence') fixHistories(model, core, given);
  else fixColumns(model, given);
  if (rebalance === undefined) return;
  if (core.kind === 'sequence') throw new RangeError(NO_SHARES);
  targetShares(model, rebalance);
}

import { MODEL_BINS } from '../../measure/models/model-bins.ts';
import { NO_GROUP, rankColumn } from '../arrays/ranked-column.ts';
import type { Values } from '../arrays/values.ts';

/**
 * Bins a column for boosted trees by -ln of the share of rows at least as high, so that rare high
 * values keep bins of their own: 0 is the lowest, missing values are 0 too.
 *
 * @param lowers true to number the bins from the highest value
 */
export function tailBins(values: Values, lowers = false): Uint8Array {
  const { groupOf, upTo, present } = rankColumn(values);
  const top = MODEL_BINS - 1;
  const perBin = Math.log(Math.max(2, present)) / top;
  const binOf = Uint8Array.from(upTo, (_, group) => {
    const below = group === 0 ? 0 : upTo[group - 1];
    return Math.min(top, Math.floor(-Math.log((present - below) / present) / perBin));
  });
  const bins = Uint8Array.from(groupOf, (group) => (group === NO_GROUP ? 0 : binOf[group]));
  return lowers ? bins.map((bin) => top - bin) : bins;
}

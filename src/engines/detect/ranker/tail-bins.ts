import { MODEL_BINS } from '../../measure/models/model-bins.ts';
import { NO_GROUP, rankColumn } from '../arrays/ranked-column.ts';
import type { Values } from '../arrays/values.ts';

/** Rarest share with a bin of its own: one row in 1,000,000. */
const PER_BIN = Math.log(1_000_000) / (MODEL_BINS - 1);

/**
 * Bins a column for boosted trees by -ln of the share of rows at least as high, so that rare high
 * values keep bins of their own, and bins of any two files compare. 0 is the lowest and missing.
 */
export function tailBins(values: Values): Uint8Array {
  const { groupOf, upTo, present } = rankColumn(values);
  const binOf = Uint8Array.from(upTo, (_, group) => {
    const below = group === 0 ? 0 : upTo[group - 1];
    return Math.min(MODEL_BINS - 1, Math.floor(-Math.log((present - below) / present) / PER_BIN));
  });
  return Uint8Array.from(groupOf, (group) => (group === NO_GROUP ? 0 : binOf[group]));
}

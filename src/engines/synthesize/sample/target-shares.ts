import type { CategoryCodec } from '../codec/category-codec.ts';
import type { Model } from '../model/model.ts';
import type { Rebalance } from './sample-request.ts';

export const NO_SHARES = 'Shares apply only to tables without sequences.';

export type TargetShares = {
  codec: CategoryCodec;
  field: number;
  /** Training rows of each modeled value. */
  own: number[];
  /** Requested share of each; values not named keep their proportions. */
  target: number[];
};

/**
 * Returns the requested share of each modeled value of a column.
 *
 * @throws RangeError if the column is not a modeled category column, or the shares are invalid
 */
export function targetShares(
  model: Pick<Model, 'columns' | 'columnFields' | 'fields'>,
  { column, shares }: Rebalance,
): TargetShares {
  const place = model.columns.findIndex((plan) => plan.layout.name === column);
  const field = model.columnFields[place]?.[0] ?? -1;
  const codec = model.fields[field]?.codec;
  if (codec?.kind !== 'category')
    throw new RangeError(`Column ${column} has no modeled categories to rebalance.`);
  const totalShare = Object.values(shares).reduce((sum, share) => sum + share, 0);
  if (totalShare > 1 + 1e-9 || Object.values(shares).some((share) => !(share >= 0)))
    throw new RangeError('Shares must not be negative, and their sum must not exceed 1.');
  const unknown = Object.keys(shares).find((value) => !codec.values.includes(value));
  if (unknown !== undefined)
    throw new RangeError(`"${unknown}" is not among the modeled values of column ${column}.`);
  const own = codec.values.map((_, i) => codec.rows[i] - (i > 0 ? codec.rows[i - 1] : 0));
  const isNamed = (value: string) => Object.hasOwn(shares, value);
  const others = codec.values.reduce((sum, value, i) => sum + (isNamed(value) ? 0 : own[i]), 0);
  if (others === 0 && totalShare < 1 - 1e-9)
    throw new RangeError(
      `No other value of ${column} is modeled, so the shares must be 1 in total: ${(1 - totalShare).toFixed(2)} is left.`,
    );
  const target = codec.values.map((value, i) => {
    if (isNamed(value)) return shares[value];
    return others > 0 ? ((1 - totalShare) * own[i]) / others : 0;
  });
  if (!target.some((share) => share > 0)) throw new RangeError('The shares leave no rows.');
  return { codec, field, own, target };
}

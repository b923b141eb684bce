import { streamFor } from '../../random/stream.ts';
import type { CategoryCodec } from '../codec/category-codec.ts';
import type { Model } from '../model/model.ts';
import type { PrivateCore } from '../model/private-core.ts';
import { sampleNetwork } from '../private/graphical/sample-network.ts';
import { PURPOSES } from '../random-purposes.ts';
import type { Rebalance } from './sample-request.ts';

export const NO_SHARES = 'Shares apply only to tables without sequences.';

export type TargetShares = {
  codec: CategoryCodec;
  field: number;
  /** Rows of each modeled value, in training or as a private network draws them. */
  own: number[];
  /** Requested share of each; values not named keep their proportions. */
  target: number[];
};

/** Rows from which the shares of a private network are counted; rounding keeps them near exact. */
const COUNTED_ROWS = 8192;

/** Returns the rows of each code of a field as the network draws them: the file's are secret. */
function drawnRows({ model, merged }: PrivateCore, field: number): Float64Array {
  const stream = streamFor(0n, 0, PURPOSES.codes);
  const rows = new Float64Array(model.sizes[field]);
  for (const code of sampleNetwork(model, { rows: COUNTED_ROWS, stream })[field]) rows[code]++;
  const members = new Float64Array(rows.length);
  for (const code of merged[field]) members[code]++;
  return Float64Array.from(merged[field], (code) => rows[code] / members[code]);
}

/**
 * Returns the requested share of each modeled value of a column.
 *
 * @throws RangeError if the column is not a modeled category column, or the shares are invalid
 */
export function targetShares(
  model: Pick<Model, 'columns' | 'columnFields' | 'fields'> & { core?: Model['core'] },
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
  const drawn = model.core?.kind === 'private' ? drawnRows(model.core, field) : null;
  const own = codec.values.map((_, i) =>
    drawn === null ? codec.rows[i] - (i > 0 ? codec.rows[i - 1] : 0) : drawn[i],
  );
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

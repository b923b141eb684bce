import { type Seed, streamFor } from '../../random/stream.ts';
import { decodeNumber } from '../codec/decode-number.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import { countsOf } from '../columns/allocate-entities.ts';
import { numberingOf } from '../columns/numbering.ts';
import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import { PURPOSES } from '../random-purposes.ts';
import { HELD_ENTITIES } from './hold-mean.ts';

/**
 * Returns the rows of each person of a block: those of the file by rank, so that each 128 persons
 * have its mean and its spread; who has many follows from the drawn number of rows.
 *
 * @param parent codes of the entities' fields
 * @param meanRows rows per person of the file
 * @returns null for entities that are no persons
 */
export function targetRows(
  { columns }: Pick<Model, 'columns'>,
  {
    core,
    parent,
    count,
    block,
    seed,
    meanRows,
  }: {
    core: SequenceCore;
    parent: readonly Uint8Array[];
    count: number;
    block: number;
    seed: Seed;
    meanRows: number;
  },
): Int32Array | null {
  const { rows: place } = core.places;
  const popularity = numberingOf(columns[core.entityColumn]!)?.popularity;
  if (place === undefined || popularity === undefined) return null;
  const codec = core.parentFields[place]!.codec as NumberCodec;
  const stream = streamFor(seed, block, PURPOSES.targetRows);
  const drawn = Float64Array.from(
    { length: count },
    (_, e) => decodeNumber(codec, parent[place]![e]!, stream) + stream.float(),
  );
  const targets = new Int32Array(count);
  for (let from = 0; from < count; from += HELD_ENTITIES) {
    const size = Math.min(HELD_ENTITIES, count - from);
    const counts = countsOf(popularity, size, Math.round(meanRows * size)).sort();
    const ranks = Array.from({ length: size }, (_, k) => from + k).sort(
      (a, b) => drawn[a]! - drawn[b]!,
    );
    ranks.forEach((e, rank) => {
      targets[e] = counts[rank]!;
    });
  }
  return targets;
}

import type { Role } from '../../meaning/events/column-roles.ts';
import type { Values } from '../arrays/values.ts';
import { scaleOf } from '../detectors/sampled-neighbors.ts';
import { type Codes, countCodes } from '../features/codes.ts';
import type { Ledger } from '../features/ledger.ts';

/** Points for k-means: one Float32 coordinate array per dimension. */
export type Encoded = { dimensions: Float32Array[]; words: { role: Role; codes: Codes }[] };

const WORDS: readonly Role[] = [
  'category',
  'channel',
  'country',
  'direction',
  'accountType',
  'device',
];
const MAX_WORDS = 12;

/**
 * Encodes rows as in factor analysis of mixed data: numbers standardized, categories as indicators
 * divided by the root of their share and centered, so that neither kind of column dominates.
 */
export function encodeRows(ledger: Ledger, pool: Uint32Array, plain: readonly Values[]): Encoded {
  const { rows, sizes } = ledger;
  const dimensions: Float32Array[] = [];
  const add = (values: ArrayLike<number>) => {
    const column = Float32Array.from(values);
    const present = pool.filter((row) => !Number.isNaN(column[row]));
    const { mean, deviation } = scaleOf(column, present);
    if (!(deviation > 0)) return;
    for (let i = 0; i < rows; i++) {
      const z = (column[i] - mean) / deviation;
      column[i] = Number.isNaN(z) ? 0 : Math.max(-4, Math.min(4, z));
    }
    dimensions.push(column);
  };
  if (sizes !== null) add(sizes);
  for (const values of plain) add(values);
  const categories = WORDS.flatMap((role) => {
    const codes = ledger.codes(role);
    return codes !== undefined && codes.count > 1 && codes.count <= 400 ? [{ role, codes }] : [];
  });
  for (const { codes } of categories) {
    const counts = countCodes(codes);
    const common = Array.from(counts.keys())
      .sort((a, b) => counts[b] - counts[a] || (codes.text(a) < codes.text(b) ? -1 : 1))
      .slice(0, MAX_WORDS);
    for (const code of common) {
      const share = counts[code] / rows;
      if (share <= 0 || share >= 1) continue;
      const scale = 1 / Math.sqrt(share * common.length);
      dimensions.push(
        Float32Array.from(codes.codes, (own) => ((own === code ? 1 : 0) - share) * scale),
      );
    }
  }
  return { dimensions, words: categories };
}

import type { Role } from '../../meaning/events/column-roles.ts';
import type { Values } from '../arrays/values.ts';
import { scaleOf } from '../detectors/sampled-neighbors.ts';
import { type Codes, countCodes } from '../features/codes.ts';
import type { Ledger } from '../features/ledger.ts';

/** Coordinate of points for k-means, computed from a column when points are gathered. */
export type Dimension =
  | { kind: 'number'; values: Values; mean: number; deviation: number }
  | { kind: 'indicator'; codes: Int32Array; code: number; inside: number; outside: number };

export type Encoded = { dimensions: Dimension[]; words: { role: Role; codes: Codes }[] };

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
  const dimensions: Dimension[] = [];
  const add = (values: Values) => {
    const present = pool.filter((row) => !Number.isNaN(values[row]));
    const { mean, deviation } = scaleOf(values, present);
    if (deviation > 0) dimensions.push({ kind: 'number', values, mean, deviation });
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
      const [inside, outside] = [(1 - share) * scale, -share * scale];
      dimensions.push({ kind: 'indicator', codes: codes.codes, code, inside, outside });
    }
  }
  return { dimensions, words: categories };
}

/** Points in row-major order. */
export type Points = { width: number; count: number; at: Float32Array };

const MAX_DEVIATIONS = 4;

/** Returns the points of some rows; missing values are at the center, numbers within 4 deviations. */
export function gather(dimensions: readonly Dimension[], rows: Uint32Array): Points {
  const width = dimensions.length;
  const at = new Float32Array(rows.length * width);
  for (const [d, dimension] of dimensions.entries()) {
    if (dimension.kind === 'indicator') {
      const { codes, code, inside, outside } = dimension;
      for (let i = 0; i < rows.length; i++)
        at[i * width + d] = codes[rows[i]] === code ? inside : outside;
      continue;
    }
    const { values, mean, deviation } = dimension;
    for (let i = 0; i < rows.length; i++) {
      const z = (values[rows[i]] - mean) / deviation;
      at[i * width + d] = Number.isNaN(z)
        ? 0
        : Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, z));
    }
  }
  return { width, count: rows.length, at };
}

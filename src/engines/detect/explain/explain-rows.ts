import type { Feature } from '../features/feature.ts';

export type Reason = {
  feature: string;
  /** Subject of the reason; absent if it is the feature's own. */
  fact?: string;
  /** Share of all rows that are at least as extreme in this feature. */
  share: number;
  sentence: string;
};

const TELLING = 0.1;

/**
 * Explains rows by the features in whose tail they are most extreme, ranked by -ln(share of rows as
 * extreme) times the feature's weight, one feature per fact. One pass over each column.
 */
export function explainRows(
  features: readonly Feature[],
  rows: Uint32Array,
  most = 3,
): { reasons: Reason[]; tags: string[] }[] {
  const partsOfRow = Array.from(
    rows,
    () => [] as { fact: string; share: number; part: number; reason: () => Reason }[],
  );
  const tags = Array.from(rows, () => [] as string[]);
  for (const feature of features) {
    const shares = tailShares(feature, rows);
    rows.forEach((row, i) => {
      if (feature.tag !== undefined && feature.values[row] > 0) tags[i].push(feature.tag);
      const share = shares[i];
      if (!(share < 1)) return;
      const part = -Math.log(share) * feature.weight;
      const reason = () => ({
        feature: feature.name,
        ...(feature.fact !== undefined && { fact: feature.fact }),
        share,
        sentence: feature.sentence(row, share),
      });
      partsOfRow[i].push({ fact: feature.fact ?? feature.name, share, part, reason });
    });
  }
  return partsOfRow.map((parts, i) => ({
    reasons: parts
      .sort((a, b) => b.part - a.part)
      .filter((part, at, all) => all.findIndex(({ fact }) => fact === part.fact) === at)
      .filter(({ share }, at) => at === 0 || share <= TELLING)
      .slice(0, most)
      .map(({ reason }) => reason()),
    tags: tags[i],
  }));
}

/** Returns per requested row the share of rows at least as high (or as extreme at either end). */
function tailShares(feature: Feature, rows: Uint32Array): Float64Array {
  const { values, tail } = feature;
  const sample = Float64Array.from(rows, (row) => values[row]).filter(
    (value) => !Number.isNaN(value),
  );
  const bounds = Float64Array.from(new Set(sample.sort()));
  const atPlace = new Uint32Array(2 * bounds.length + 1);
  let present = 0;
  let last = Number.NaN;
  let place = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) continue;
    present++;
    if (value === last) {
      atPlace[place]++;
      continue;
    }
    let low = 0;
    let high = bounds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bounds[middle] < value) low = middle + 1;
      else high = middle;
    }
    // even places are between bounds, odd ones on them
    place = low < bounds.length && bounds[low] === value ? 2 * low + 1 : 2 * low;
    last = value;
    atPlace[place]++;
  }
  const below = new Float64Array(bounds.length);
  let sum = 0;
  bounds.forEach((_, b) => {
    sum += atPlace[2 * b];
    below[b] = sum;
    sum += atPlace[2 * b + 1];
  });
  return Float64Array.from(rows, (row) => {
    const b = bounds.indexOf(values[row]);
    if (b < 0) return 1;
    const above = (present - below[b]) / present;
    return tail === 'high' ? above : Math.min(above, (below[b] + atPlace[2 * b + 1]) / present);
  });
}

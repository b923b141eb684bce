import type { RandomStream } from '../../random/stream.ts';
import type { TreeModel } from './tree-model.ts';

/** Whole counts near `rows` times the shares: floors, and the rest by their fractions, no cell twice. */
function roundedCounts(shares: Float64Array, rows: number, stream: RandomStream): Int32Array {
  const counts = new Int32Array(shares.length);
  const fractions = new Float64Array(shares.length);
  let left = rows;
  let total = 0;
  for (let i = 0; i < shares.length; i++) {
    const expected = shares[i]! * rows;
    counts[i] = Math.floor(expected);
    fractions[i] = expected - counts[i]!;
    left -= counts[i]!;
    total += fractions[i]!;
  }
  for (; left > 0; left--) {
    let draw = stream.float() * total;
    let pick = -1;
    for (let i = 0; i < fractions.length; i++) {
      if (fractions[i] === 0) continue;
      pick = i;
      draw -= fractions[i]!;
      if (draw < 0) break;
    }
    if (pick < 0) pick = stream.below(counts.length);
    counts[pick]!++;
    total -= fractions[pick]!;
    fractions[pick] = 0;
  }
  return counts;
}

function deal(counts: Int32Array, rows: Uint32Array, out: Uint8Array, stream: RandomStream): void {
  for (let i = rows.length - 1; i > 0; i--) {
    const j = stream.below(i + 1);
    const row = rows[i]!;
    rows[i] = rows[j]!;
    rows[j] = row;
  }
  let at = 0;
  counts.forEach((count, code) => {
    for (let i = 0; i < count; i++) out[rows[at++]!] = code;
  });
}

/** Draws rows of merged codes, parents before children, with counts as near to the model's as whole rows allow. */
export function sampleTreeModel(
  model: TreeModel,
  rows: number,
  stream: RandomStream,
): Uint8Array[] {
  const out = Array.from(model.sizes, () => new Uint8Array(rows));
  for (const column of model.order) {
    const above = model.parent[column]!;
    const shares = model.conditional[column]!;
    const size = model.sizes[column]!;
    if (above < 0) {
      const all = Uint32Array.from({ length: rows }, (_, row) => row);
      deal(roundedCounts(shares, rows, stream), all, out[column]!, stream);
      continue;
    }
    const groups: number[][] = Array.from({ length: model.sizes[above]! }, () => []);
    for (let row = 0; row < rows; row++) groups[out[above]![row]!]!.push(row);
    groups.forEach((group, code) => {
      if (group.length === 0) return;
      const own = shares.subarray(code * size, (code + 1) * size);
      deal(roundedCounts(own, group.length, stream), Uint32Array.from(group), out[column]!, stream);
    });
  }
  return out;
}

/** Codes of the domain for merged codes: one of those merged, each as likely as the others. */
export function unmerge(codes: Uint8Array, map: Uint8Array, stream: RandomStream): Uint8Array {
  const members: number[][] = [];
  map.forEach((merged, code) => {
    const list = members[merged] ?? [];
    list.push(code);
    members[merged] = list;
  });
  return codes.map((code) => {
    const list = members[code]!;
    return list.length === 1 ? list[0]! : list[stream.below(list.length)]!;
  });
}

import { shuffle } from '../../../random/shuffle.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { entryOf } from '../../../table/entry-of.ts';
import type { NetworkModel } from '../../model/private-core.ts';

/**
 * Rounds `rows` times the shares to integers: floors, and the remainder by systematic sampling (one
 * draw that steps through the fractions), so that each cell's expected count is exact and no count
 * is off by one or more.
 */
function roundedCounts(shares: Float64Array, rows: number, stream: RandomStream): Int32Array {
  const counts = new Int32Array(shares.length);
  let left = rows;
  for (let i = 0; i < shares.length; i++) {
    counts[i] = Math.floor(shares[i] * rows);
    left -= counts[i];
  }
  let next = stream.float();
  let upTo = 0;
  let last = 0;
  for (let i = 0; i < shares.length; i++) {
    const fraction = shares[i] * rows - Math.floor(shares[i] * rows);
    if (fraction > 0) last = i;
    upTo += fraction;
    for (; upTo > next && left > 0; next++, left--) counts[i]++;
  }
  // Rounding of the shares' sum may leave one row.
  counts[last] += left;
  return counts;
}

function assignCodes(
  counts: Int32Array,
  { rows, out, stream }: { rows: Uint32Array; out: Uint8Array; stream: RandomStream },
): void {
  shuffle(rows, stream);
  let at = 0;
  counts.forEach((count, code) => {
    for (let i = 0; i < count; i++) out[rows[at++]] = code;
  });
}

function groupRows(
  model: NetworkModel,
  { parents, codes, rows }: { parents: Int32Array; codes: readonly Uint8Array[]; rows: number },
): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (let row = 0; row < rows; row++) {
    let cell = 0;
    for (const parent of parents) cell = cell * model.sizes[parent] + codes[parent][row];
    const group = groups.get(cell);
    if (group === undefined) groups.set(cell, [row]);
    else group.push(row);
  }
  return groups;
}

/** Draws merged codes, parents first, with counts as near to the model's as whole rows allow. */
export function sampleNetwork(
  model: NetworkModel,
  {
    rows,
    stream,
    pause = () => {},
  }: { rows: number; stream: RandomStream; pause?: (() => void) | undefined },
): Uint8Array[] {
  const out = Array.from(model.sizes, () => new Uint8Array(rows));
  for (const column of model.order) {
    const shares = model.conditional[column];
    const size = model.sizes[column];
    const groups = groupRows(model, { parents: model.parents[column], codes: out, rows });
    // In cell order, so that a stream gives the same rows whatever their order.
    for (const cell of [...groups.keys()].sort((a, b) => a - b)) {
      pause();
      const group = entryOf(groups, cell);
      const own = shares.subarray(cell * size, (cell + 1) * size);
      assignCodes(roundedCounts(own, group.length, stream), {
        rows: Uint32Array.from(group),
        out: out[column],
        stream,
      });
    }
  }
  return out;
}

/** Draws domain codes for merged codes, uniformly among those merged. */
export function unmerge(codes: Uint8Array, map: Uint8Array, stream: RandomStream): Uint8Array {
  const members: number[][] = [];
  map.forEach((merged, code) => {
    const list = members[merged] ?? [];
    list.push(code);
    members[merged] = list;
  });
  return codes.map((code) => {
    const list = members[code];
    return list.length === 1 ? list[0] : list[stream.below(list.length)];
  });
}

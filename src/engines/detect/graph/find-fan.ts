import { busiestWindow } from './busiest-window.ts';
import type { ChanceModel, SizeRange } from './chance-model.ts';
import type { FoundPattern } from './pattern.ts';
import { logBinomialTail } from './tail.ts';
import type { TransferGraph } from './transfer-graph.ts';

/** Ranges of amounts looked at by themselves run from a size to its double, one beginning at each half doubling. */
const DOUBLING = Math.log10(2);
const STEP = DOUBLING / 2;
/** Ranges over three decades, counted among the looks. */
const RANGES = Math.ceil(3 / STEP);

export type Fan = Omit<FoundPattern, 'kind'>;

/** The rows of an account, then those of each range of amounts. */
function* byAmount(
  rows: Uint32Array,
  sizes: Float64Array | null,
): Generator<{ rows: Uint32Array; range?: SizeRange }> {
  yield { rows };
  if (sizes === null) return;
  const ranges = new Map<number, number[]>();
  for (const row of rows) {
    if (Number.isNaN(sizes[row])) continue;
    const step = Math.floor(sizes[row] / STEP);
    for (const begin of [step - 1, step]) {
      const list = ranges.get(begin);
      if (list === undefined) ranges.set(begin, [row]);
      else list.push(row);
    }
  }
  for (const [begin, list] of ranges) {
    // A size that all of its amounts have is the account's habit.
    if (list.length === rows.length) continue;
    const low = begin * STEP;
    yield { rows: Uint32Array.from(list), range: { low, high: low + DOUBLING } };
  }
}

/**
 * The gathering of an account's partners that chance explains least: within one window of time, over all amounts
 * or over amounts of about one size (a range of a doubling).
 *
 * Null model: see `ChanceModel`. Of each partner, the chance that as many of its transfers with the account as were
 * found fall into the window and the range; over the partners the product, times the ways to choose them; times the
 * accounts, windows and ranges looked at (Bonferroni). A gathering of fewer than twice the partners that chance lets
 * expect is none.
 *
 * @param rows rows of one account in the order of time
 * @param partner by row: the other account
 * @param window milliseconds
 * @param partners the fewest different partners
 */
export function findFan(
  graph: TransferGraph,
  {
    rows,
    partner,
    window,
    partners,
    chance,
  }: {
    rows: Uint32Array;
    partner: Int32Array;
    window: number;
    partners: number;
    chance: ChanceModel;
  },
): Fan | null {
  if (rows.length < partners) return null;
  const dealings = countBy(rows, partner);
  if (dealings.size < partners) return null;
  const looks = Math.log10(chance.accounts * Math.max(1, chance.span / window) * RANGES);
  let best: Fan | null = null;
  for (const { rows: alike, range } of byAmount(rows, graph.sizes)) {
    if (alike.length < partners) continue;
    const found = busiestWindow(graph, { rows: alike, partner, window });
    const taken = countBy(found, partner);
    if (taken.size < partners) continue;
    const first = graph.time[found[0]];
    const share = chance.shareOf({ first, last: first + window, range }, rows);
    const logChance = gatheringChance(dealings, taken, share);
    if (logChance === null) continue;
    const surprise = -logChance - looks;
    if (best === null || surprise > best.surprise) best = { rows: found, surprise };
  }
  return best;
}

function countBy(rows: Iterable<number>, partner: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(partner[row], (counts.get(partner[row]) ?? 0) + 1);
  return counts;
}

/** log10 of the chance; null where there are fewer than twice the partners to expect. */
function gatheringChance(
  dealings: ReadonlyMap<number, number>,
  taken: ReadonlyMap<number, number>,
  share: number,
): number | null {
  let expected = 0;
  for (const count of dealings.values()) expected += 1 - (1 - share) ** count;
  if (taken.size < 2 * expected) return null;
  let log = 0;
  let left = dealings.size;
  let place = 0;
  for (const [code, count] of taken) {
    log += logBinomialTail(count, dealings.get(code) ?? count, share);
    // The ways to choose the partners: one factor of the binomial coefficient each.
    log += Math.log10(left-- / ++place);
  }
  return Math.min(0, log);
}

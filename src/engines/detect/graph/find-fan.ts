import { busiestWindow } from './busiest-window.ts';
import type { ChanceModel, SizeRange } from './chance-model.ts';
import type { FoundPattern } from './pattern.ts';
import { logBinomialTail } from './tail.ts';
import type { TransferGraph } from './transfer-graph.ts';

/** Width of an amount range: from a size to its double. A range starts at each half doubling. */
const DOUBLING = Math.log10(2);
const STEP = DOUBLING / 2;
/** Number of ranges over three decades, for the Bonferroni correction. */
const RANGES = Math.ceil(3 / STEP);

export type Fan = Omit<FoundPattern, 'kind'>;

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
    // A size shared by all of the account's amounts is its habit.
    if (list.length === rows.length) continue;
    const low = begin * STEP;
    yield { rows: Uint32Array.from(list), range: { low, high: low + DOUBLING } };
  }
}

/**
 * Finds the least probable gathering of an account's partners within one time window, over all
 * amounts or one amount range (a doubling).
 *
 * Null model: see `ChanceModel`. For each partner, the probability that as many of its transfers
 * with the account as observed fall into window and range; the product over partners, times the
 * number of ways to choose them, times the accounts, windows and ranges tested (Bonferroni).
 * Requires at least twice the expected number of partners.
 *
 * @param rows rows of one account in time order
 * @param partner by row: the other account
 * @param window milliseconds
 * @param partners minimum number of distinct partners
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
  for (const { rows: similarRows, range } of byAmount(rows, graph.sizes)) {
    if (similarRows.length < partners) continue;
    const fanRows = busiestWindow(graph, { rows: similarRows, partner, window });
    const rowsByPartner = countBy(fanRows, partner);
    if (rowsByPartner.size < partners) continue;
    const first = graph.time[fanRows[0]];
    const share = chance.shareOf({ first, last: first + window, range }, rows);
    const logChance = gatheringChance(dealings, rowsByPartner, share);
    if (logChance === null) continue;
    const surprise = -logChance - looks;
    if (best === null || surprise > best.surprise) best = { rows: fanRows, surprise };
  }
  return best;
}

function countBy(rows: Iterable<number>, partner: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(partner[row], (counts.get(partner[row]) ?? 0) + 1);
  return counts;
}

/** Returns log10 of the probability; null below twice the expected number of partners. */
function gatheringChance(
  dealings: ReadonlyMap<number, number>,
  rowsByPartner: ReadonlyMap<number, number>,
  share: number,
): number | null {
  let expected = 0;
  for (const count of dealings.values()) expected += 1 - (1 - share) ** count;
  if (rowsByPartner.size < 2 * expected) return null;
  let log = 0;
  let left = dealings.size;
  let place = 0;
  for (const [code, count] of rowsByPartner) {
    log += logBinomialTail(count, dealings.get(code) ?? count, share);
    // Ways to choose the partners: one factor of the binomial coefficient per step.
    log += Math.log10(left-- / ++place);
  }
  return Math.min(0, log);
}

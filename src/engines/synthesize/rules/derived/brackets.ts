import type { NumberColumn } from '../../../table/table.ts';
import type { Proposal } from './amount-proposals.ts';
import { keeperOf } from './derived-column.ts';
import { hasDistinct, type Looked, orderOf, roundest } from './thresholds.ts';
import { type Group, groupWithin } from './word-groups.ts';

const MAX_COLUMNS = 6;
const MIN_DISTINCT = 50;
/** Share of the rows at either end in which formulas are looked for, and minimum number. */
const END = 0.3;
const MIN_ROWS = 100;
const MAX_FORMULAS = 2;
const MIN_KEPT = 0.995;
const MAX_KEPT = 0.9;

type Proposals = ReadonlyMap<number, readonly Proposal[]>;
export type Bracket = { column: number; by: number; group: Group; proposals: Proposals };

/** Returns the first and last number of rows to leave to the first formula, so that most keep theirs. */
function cutOf(first: Uint8Array, second: Uint8Array) {
  let kept = second.reduce((sum, own) => sum + own, 0);
  const best = { from: 0, to: 0, kept };
  first.forEach((own, i) => {
    kept += own - second[i]!;
    if (kept > best.kept) Object.assign(best, { from: i + 1, to: i + 1, kept });
    else if (kept === best.kept && best.to === i) best.to = i + 1;
  });
  return best;
}

const shareOf = (kept: Uint8Array) => kept.reduce((sum, own) => sum + own, 0) / kept.length;

/**
 * Returns groups below and above a bound of a number column, in which another column follows by
 * different formulas: a fee of 1 % up to 5,000, and of 25 and 0.5 % above.
 *
 * @param proposalsIn formulas in the rows of a group
 */
export function bracketsOf(
  looked: Looked & { decimals: ReadonlyMap<number, number>; all: Group },
  targets: readonly number[],
  proposalsIn: (group: Group) => Proposals,
): Bracket[] {
  const { table, decimals, threshold, all } = looked;
  const columns = looked.allowed.filter((place) => {
    const own = table.columns[place]!;
    return own.kind === 'number' && hasDistinct(own.values, MIN_DISTINCT);
  });
  return columns.slice(0, MAX_COLUMNS).flatMap((by) => {
    const own = table.columns[by] as NumberColumn;
    const order = orderOf(looked, by, all.rows);
    const size = Math.floor(END * order.length);
    if (size < MIN_ROWS) return [];
    const endOf = (rows: Uint32Array): Group => ({
      where: [{ column: by }],
      rows: rows.toSorted(),
    });
    const low = proposalsIn(endOf(order.subarray(0, size)));
    const high = proposalsIn(endOf(order.subarray(-size)));
    return targets.flatMap((column): Bracket[] => {
      if (!low.has(column) || !high.has(column)) return [];
      const keptBy = ({ rule }: Proposal) => {
        const keeps = keeperOf(rule, { table, column, decimals: decimals.get(column) ?? 0 });
        const kept = new Uint8Array(order.length);
        for (let i = 0; i < kept.length; i++) kept[i] = Number(keeps(order[i]!));
        return kept;
      };
      const formulas = (of: Proposals) =>
        of
          .get(column)!
          .slice(0, MAX_FORMULAS)
          .map((proposal) => ({ proposal, kept: keptBy(proposal) }))
          .filter(({ kept }) => shareOf(kept) <= MAX_KEPT);
      const [lower, upper] = [formulas(low), formulas(high)];
      for (const below of lower)
        for (const above of upper) {
          const { from, to, kept } = cutOf(below.kept, above.kept);
          // As many rows as the threshold hold or exceed the bound.
          const [least, most] = [order[from - threshold], order[to + threshold - 1]];
          if (kept < MIN_KEPT * order.length || least === undefined || most === undefined) continue;
          const bound = roundest(own.values[least]!, own.values[most]!, 10 ** -own.decimals);
          return [
            { where: { column: by, upTo: bound }, proposal: below.proposal },
            { where: { column: by, above: bound }, proposal: above.proposal },
          ].map(({ where, proposal }) => ({
            column,
            by,
            group: groupWithin(all, where, { table }),
            proposals: new Map([[column, [proposal]]]),
          }));
        }
      return [];
    });
  });
}

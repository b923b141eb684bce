import type { RandomStream } from '../../../random/stream.ts';
import { type FixedColumn, fixColumns, type Given } from '../../sample/given-values.ts';
import type { Rebalance } from '../../sample/sample-request.ts';
import { targetShares } from '../../sample/target-shares.ts';
import { drawNested } from '../../trees/flat-trees.ts';
import { chanceOfWay, type Nested, wayTo } from '../../trees/nested.ts';
import { leafOfRow, type Tree } from '../../trees/tree.ts';
import type { SiblingRows } from '../tables-model.ts';

/** Codes that fields may take, 1 for each allowed one, by the field's place in the drawing order. */
type Masks = ReadonlyMap<number, Uint8Array>;

/** Rows with some values of the rebalanced column; `lead` is the logarithm of their preference. */
type Group = { masks: Masks; share: number; lead: number };

export type SiblingConditions = { fixed: FixedColumn[]; groups: Group[]; tries: number };

/** Rows drawn per row to choose one from, by the probability of their conditions. */
const TRIES = 16;
/** Change of a group's preference per missing row; more would make rows alternate. */
const RATE = 0.3;
const MIN_CHANCE = 1e-12;

const NONE = 'No row could be drawn for these conditions.';

/** Limits a field to codes; a field that follows from another limits that one. */
function limit(
  siblings: SiblingRows,
  masks: Map<number, Uint8Array>,
  [field, isAllowed]: [field: number, isAllowed: (code: number) => boolean],
): void {
  const lookup = siblings.lookups.find((candidate) => candidate.field === field);
  if (lookup !== undefined) {
    const { codec } = siblings.fields[lookup.parent];
    const rare = codec.kind === 'category' ? codec.rareCode : -1;
    limit(siblings, masks, [lookup.parent, (code) => code !== rare && isAllowed(lookup.map[code])]);
    return;
  }
  const place = siblings.order.indexOf(field);
  const before = masks.get(place);
  const mask = Uint8Array.from({ length: siblings.fields[field].codec.size }, (_, code) =>
    isAllowed(code) && before?.[code] !== 0 ? 1 : 0,
  );
  if (!mask.includes(1)) throw new RangeError(NONE);
  masks.set(place, mask);
}

/** Divides rows into those with each named value of the rebalanced column, and the others. */
function groupsOf(siblings: SiblingRows, fixed: Masks, rebalance: Rebalance): Group[] {
  const { codec, field, own, target } = targetShares(siblings, rebalance);
  const named = codec.values.flatMap((value, code) =>
    Object.hasOwn(rebalance.shares, value) ? [[code]] : [],
  );
  const others = codec.values.flatMap((value, code) =>
    Object.hasOwn(rebalance.shares, value) ? [] : [code],
  );
  const sumOf = (list: readonly number[], codes: readonly number[]) =>
    codes.reduce((sum, code) => sum + list[code], 0);
  const total = sumOf(target, [...target.keys()]);
  const rows = sumOf(own, [...own.keys()]);
  return [...named, others].flatMap((codes): Group[] => {
    const share = sumOf(target, codes) / total;
    if (!(share > 0)) return [];
    const masks = new Map(fixed);
    limit(siblings, masks, [field, (code) => codes.includes(code)]);
    return [{ masks, share, lead: Math.log((share * rows) / sumOf(own, codes)) }];
  });
}

/**
 * Parses given values and target shares of a child table.
 *
 * @returns null if there are none
 * @throws RangeError for columns that are not modeled or follow from the parent, and values that do
 * not occur
 */
export function siblingConditions(
  siblings: SiblingRows,
  { given = {}, rebalance }: { given?: Given | undefined; rebalance?: Rebalance | undefined },
): SiblingConditions | null {
  const fixed = fixColumns(siblings, given);
  if (fixed.length === 0 && rebalance === undefined) return null;
  const masks = new Map<number, Uint8Array>();
  for (const { column, fields, codes } of fixed) {
    const { name } = siblings.columns[column].layout;
    if (column === siblings.sorted)
      throw new RangeError(`Column ${name} orders the rows, so it can't be a condition.`);
    if (siblings.since[column] >= 0)
      throw new RangeError(
        `Column ${name} follows a date of the parent row, so it can't be a condition.`,
      );
    fields.forEach((f, k) => {
      limit(siblings, masks, [f, (code) => code === codes[k]]);
    });
  }
  const groups =
    rebalance === undefined ? [{ masks, share: 1, lead: 0 }] : groupsOf(siblings, masks, rebalance);
  const places = groups.flatMap((group) => [...group.masks.keys()]);
  // All draws are equally probable if the limited fields are drawn first.
  const isFirst = Math.max(...places) < new Set(places).size;
  return { fixed, groups, tries: isFirst ? 1 : TRIES };
}

type Slots = { features: Uint8Array; ordered: Uint8Array; stream: RandomStream };

/** Draws one of the allowed codes; returns it with the probability of all of them. */
function drawAllowed(nested: Nested, mask: Uint8Array, { features, ordered, stream }: Slots) {
  const leafIn = (tree: Tree) => leafOfRow(tree, features, ordered);
  let code = -1;
  let chance = 0;
  mask.forEach((allowed, candidate) => {
    if (allowed === 0) return;
    const way = wayTo(nested, candidate);
    const own = Math.max(MIN_CHANCE, way === null ? 0 : chanceOfWay(way, leafIn));
    chance += own;
    if (stream.float() * chance < own) code = candidate;
  });
  return { code, chance };
}

/**
 * Draws one row's codes under conditions, by sampling importance resampling: several rows are drawn
 * with the limited fields held, and one is chosen by the probability of its held codes. Between
 * groups, the choice is weighted so that their shares approach the targets, at the least deviation
 * from the probabilities given the parent.
 *
 * @param first place of the first own field among the features, which receive the codes
 * @param dates code of the field drawn before all others; null if there is none
 */
export function drawUnderConditions(
  { groups, tries }: SiblingConditions,
  {
    trees,
    first,
    date,
    ...slots
  }: Slots & { trees: readonly Nested[]; first: number; date: number | null },
): void {
  const { features, ordered, stream } = slots;
  const own = features.subarray(first, first + trees.length);
  const drawnRows = groups.map(({ masks, lead }) => {
    const codes = new Uint8Array(trees.length);
    let total = 0;
    for (let i = 0; i < tries; i++) {
      let weight = 1;
      trees.forEach((nested, k) => {
        const mask = masks.get(k);
        if (k === 0 && date !== null) own[k] = date;
        else if (mask === undefined) own[k] = drawNested(nested, { features, ordered, stream });
        else {
          const { code, chance } = drawAllowed(nested, mask, slots);
          own[k] = code;
          weight *= chance;
        }
      });
      total += weight;
      if (stream.float() * total < weight) codes.set(own);
    }
    return { codes, preference: total * Math.exp(lead) };
  });
  const sum = drawnRows.reduce((total, { preference }) => total + preference, 0);
  let draw = stream.float() * sum;
  let chosen = drawnRows.findIndex(({ preference }) => {
    draw -= preference;
    return draw < 0;
  });
  if (chosen < 0) chosen = drawnRows.length - 1;
  own.set(drawnRows[chosen].codes);
  groups.forEach((group, g) => {
    group.lead += RATE * (group.share - (g === chosen ? 1 : 0));
  });
}

import type { Spread, Task } from '../../spread.ts';
import { type Copies, codesWithCopies, findCopies } from './copies.ts';
import { isPredicted } from './drawing-order.ts';
import { fitNested, type NestedTarget } from './fit-nested.ts';
import { spreadRows, takeCodes } from './learning-rows.ts';
import type { Nested } from './nested.ts';
import { findSum, type Sum, type Sums, sumTarget } from './sums.ts';
import type { Target, TreeOptions } from './tree.ts';

/**
 * Fields drawn one after another, each by trees on the earlier ones (sequential CART; Reiter 2005,
 * as in the R package synthpop). Splits must pay for their description, and leaves shrink towards
 * the node above.
 */
export type Chain = {
  order: Int32Array;
  trees: Nested[];
  /** For each of `trees`, the fields of its features. */
  features: Int32Array[];
  copies: Copies[];
  /** Sums over earlier fields, each its tree's last feature; only without sequences. */
  sums?: Sums | undefined;
};

export type ChainInput = {
  targets: readonly Target[];
  learned: readonly Target[];
  rows: Uint32Array;
  values: readonly (Float64Array | null)[];
  information: Float64Array;
  options: TreeOptions;
  /** Scores and covariances for sums; null if trees may not split by sums. */
  sums: { scores: Sums['scores']; covariance: Float64Array } | null;
};

type Link = { nested: Nested; features: Int32Array; copies: Copies | null; sum: Sum | null };

/** Tree to grow, without the data that all trees share. */
type Plan = {
  field: number;
  features: number[];
  copies: Copies | null;
  sum: Sum | null;
  /** Codes of a field that repeats earlier ones; by default the field's own. */
  aim: NestedTarget | null;
  options: TreeOptions;
};

type Shared = { learned: readonly Target[]; scores: Sums['scores']; rows: number };

const MAX_FEATURES = 40;
const PREDICTED_WEIGHT = 0.1;

/** Returns the earlier fields that are most informative about a field. */
function informativeFields(
  field: number,
  { earlier, information, n }: { earlier: Int32Array; information: Float64Array; n: number },
): number[] {
  const candidates = Array.from(earlier);
  if (candidates.length <= MAX_FEATURES) return candidates;
  candidates.sort((a, b) => information[field * n + b] - information[field * n + a]);
  return candidates.slice(0, MAX_FEATURES);
}

function planTree(
  field: number,
  earlier: Int32Array,
  { targets, rows, values, information, options, sums }: ChainInput,
): Plan {
  const n = targets.length;
  const plain = targets[field];
  const features = informativeFields(field, { earlier, information, n });
  const copies = findCopies(field, features, values);
  const aim = copies && {
    codes: takeCodes(
      codesWithCopies(copies, { codes: plain.codes, size: plain.size, values }),
      rows,
    ),
    size: plain.size + copies.parents.length,
    ordered: true,
    apart: plain.size,
  };
  return {
    ...{ field, features, copies, aim },
    sum: sums === null ? null : findSum(field, features, sums),
    options: isPredicted(plain, { field, information, n })
      ? { ...options, descriptionWeight: Math.min(options.descriptionWeight, PREDICTED_WEIGHT) }
      : options,
  };
}

export const growPlanned: Task<Shared, Plan, Nested> = {
  name: 'grow the trees of a field',
  run: ({ learned, scores, rows }, { field, features, sum, aim, options }, pause) => {
    const codes = learned.map((target) => target.codes);
    const featureTargets = features.map((f) => learned[f]);
    if (sum !== null) featureTargets.push(sumTarget(sum, { codes, scores, rows }));
    return fitNested(aim ?? learned[field], {
      features: featureTargets,
      rows: spreadRows(rows),
      options,
      pause,
    });
  },
};

/** Returns true if two orders draw the field at a position from the same earlier fields. */
function isShared(order: Int32Array, position: number, other: Int32Array): boolean {
  if (other[position] !== order[position]) return false;
  const before = new Set(other.subarray(0, position));
  return order.subarray(0, position).every((field) => before.has(field));
}

/**
 * Grows the trees of each field in one order or several. Trees that a later order shares with the
 * first are grown once.
 *
 * @param step called between the nodes of trees, with finished trees and their number; may throw to
 * stop
 */
export function fitChains(
  orders: readonly Int32Array[],
  input: ChainInput,
  { spread, step }: { spread: Spread; step: (done: number, total: number) => void },
): Chain[] {
  const { learned, rows, sums } = input;
  const [first] = orders;
  const planned = orders.map((order, o) =>
    Array.from(order, (field, position) => {
      step(0, 1);
      if (o > 0 && isShared(order, position, first)) return null;
      return planTree(field, order.subarray(0, position), input);
    }),
  );
  const plans = planned.flat().filter((plan) => plan !== null);
  // Trees of many features take longest.
  const inputs = plans.slice().sort((a, b) => b.features.length - a.features.length);
  const nested = spread.map(growPlanned, {
    shared: { learned, scores: sums?.scores ?? [], rows: rows.length },
    inputs,
    pause: (done) => step(done, inputs.length),
  });
  const linkOf = (plan: Plan): Link => ({
    nested: nested[inputs.indexOf(plan)],
    features: Int32Array.from(plan.features),
    copies: plan.copies,
    sum: plan.sum,
  });
  const links = planned.map((own) =>
    own.map((plan, position) => linkOf(plan ?? planned[0][position]!)),
  );
  return orders.map((order, o) => chainOf(order, links[o], sums?.scores));
}

function chainOf(
  order: Int32Array,
  links: readonly Link[],
  scores: Sums['scores'] | undefined,
): Chain {
  const chain = {
    order,
    trees: links.map(({ nested }) => nested),
    features: links.map(({ features }) => features),
    copies: links.flatMap(({ copies }) => copies ?? []),
  };
  if (scores === undefined) return chain;
  return { ...chain, sums: { scores, of: links.map(({ sum }) => sum) } };
}

import { type Copies, codesWithCopies, findCopies } from './copies.ts';
import { isPredicted } from './drawing-order.ts';
import { fitNested, type NestedTarget } from './fit-nested.ts';
import { takeCodes } from './learning-rows.ts';
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

function fitLink(
  field: number,
  { targets, learned, rows, values, information, options, sums }: ChainInput,
  { earlier, pause }: { earlier: Int32Array; pause: () => void },
): Link {
  const n = targets.length;
  const plain = targets[field];
  const features = informativeFields(field, { earlier, information, n });
  const copies = findCopies(field, features, values);
  const sum = sums === null ? null : findSum(field, features, sums);
  const aim: NestedTarget =
    copies === null
      ? learned[field]
      : {
          codes: takeCodes(
            codesWithCopies(copies, { codes: plain.codes, size: plain.size, values }),
            rows,
          ),
          size: plain.size + copies.parents.length,
          ordered: true,
          apart: plain.size,
        };
  const codes = learned.map((target) => target.codes);
  const featureTargets = features.map((f) => learned[f]);
  if (sum !== null && sums !== null)
    featureTargets.push(sumTarget(sum, { codes, scores: sums.scores, rows: rows.length }));
  const nested = fitNested(aim, {
    features: featureTargets,
    rows: Uint32Array.from(rows.keys()),
    options: isPredicted(plain, { field, information, n })
      ? { ...options, descriptionWeight: Math.min(options.descriptionWeight, PREDICTED_WEIGHT) }
      : options,
    pause,
  });
  return { nested, features: Int32Array.from(features), copies, sum };
}

/** Returns the link of `other` that draws the same field from the same earlier fields. */
function sharedLink(order: Int32Array, position: number, other: Chain | null): Link | null {
  if (other === null || other.order[position] !== order[position]) return null;
  const before = new Set(other.order.subarray(0, position));
  if (!order.subarray(0, position).every((field) => before.has(field))) return null;
  return {
    nested: other.trees[position],
    features: other.features[position],
    copies: other.copies.find(({ field }) => field === order[position]) ?? null,
    sum: other.sums?.of[position] ?? null,
  };
}

/**
 * Grows the trees of each field in an order.
 *
 * @param other a chain whose trees are reused for fields with the same features
 * @param step called before each tree and each of its nodes; may throw to stop
 */
export function fitChain(
  order: Int32Array,
  input: ChainInput,
  { other = null, step }: { other?: Chain | null; step: (done: number) => void },
): Chain {
  const links = Array.from(order, (field, position) => {
    const pause = () => step(position);
    pause();
    const shared = sharedLink(order, position, other);
    return shared ?? fitLink(field, input, { earlier: order.subarray(0, position), pause });
  });
  const chain = {
    order,
    trees: links.map(({ nested }) => nested),
    features: links.map(({ features }) => features),
    copies: links.flatMap(({ copies }) => copies ?? []),
  };
  if (input.sums === null) return chain;
  return { ...chain, sums: { scores: input.sums.scores, of: links.map(({ sum }) => sum) } };
}

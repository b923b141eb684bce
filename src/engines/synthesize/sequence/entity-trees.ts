import { type Seed, streamFor } from '../../random/stream.ts';
import { fitNested } from '../trees/fit-nested.ts';
import { drawNestedRows, holdNestedRows } from '../trees/nested.ts';
import type { Target, TreeOptions } from '../trees/tree.ts';
import type { TreesCore } from '../trees/trees.ts';

/**
 * Fits trees for fields of which some are given: the given ones are last among the fields and first
 * in drawing order, and every other field may depend on them. Their own trees are single leaves.
 *
 * @param own fields that are drawn, few codes first
 * @param conditions fields that are known before sampling
 */
export function fitTreesAfter(
  own: readonly Target[],
  {
    conditions,
    options,
    step,
  }: {
    conditions: readonly Target[];
    options: TreeOptions;
    step: (done: number, total: number) => void;
  },
): TreesCore {
  const targets = [...own, ...conditions];
  const rows = targets[0].codes.length;
  const every = () => Uint32Array.from({ length: rows }, (_, row) => row);
  const places = own.map((_, f) => f).sort((a, b) => own[a].size - own[b].size || a - b);
  const order = [...conditions.map((_, f) => own.length + f), ...places];
  const predictors: number[] = [];
  const features: Int32Array[] = [];
  const trees = order.map((field, position) => {
    step(position, order.length);
    const featureFields = field >= own.length ? [] : predictors;
    features.push(Int32Array.from(featureFields));
    const nested = fitNested(targets[field], {
      features: featureFields.map((f) => targets[f]),
      rows: every(),
      options,
      pause: () => step(position, order.length),
    });
    predictors.push(field);
    return nested;
  });
  return {
    kind: 'trees',
    order: Int32Array.from(order),
    trees,
    features,
    ordered: Uint8Array.from(targets, ({ ordered }) => (ordered ? 1 : 0)),
    sizes: Int32Array.from(targets, ({ size }) => size),
    copies: [],
  };
}

/**
 * Draws the fields that are not conditions; returns the codes of all, in field order, with the
 * probability of the held codes in each row.
 *
 * @param fixedCodes codes to which fields are held
 */
export function drawTreesAfter(
  core: TreesCore,
  {
    conditions,
    rows,
    seed,
    block,
    purpose,
    isEven,
    fixedCodes,
  }: {
    conditions: readonly Uint8Array[];
    rows: number;
    seed: Seed;
    block: number;
    purpose: number;
    isEven?: boolean | undefined;
    fixedCodes: ReadonlyMap<number, number>;
  },
): { codes: Uint8Array[]; weights: Float64Array } {
  const own = core.trees.length - conditions.length;
  const codes = core.trees.map((_, f) => (f < own ? new Uint8Array(rows) : conditions[f - own]));
  const weights = new Float64Array(rows).fill(1);
  core.order.forEach((field, position) => {
    if (field >= own) return;
    const features = Array.from(core.features[position], (f) => codes[f]);
    const ordered = Uint8Array.from(core.features[position], (f) => core.ordered[f]);
    const stream = streamFor(seed, block, purpose + field);
    const held = { features, ordered, out: codes[field], weights };
    const fixed = fixedCodes.get(field);
    if (fixed === undefined) drawNestedRows(core.trees[position], { ...held, stream, isEven });
    else holdNestedRows(core.trees[position], fixed, held);
  });
  return { codes, weights };
}

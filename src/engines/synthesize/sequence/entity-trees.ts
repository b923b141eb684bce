import { type Seed, streamFor } from '../../random/stream.ts';
import { fitNested } from '../trees/fit-nested.ts';
import { drawNestedRows } from '../trees/nested.ts';
import type { Target, TreeOptions } from '../trees/tree.ts';
import type { TreesCore } from '../trees/trees.ts';

/**
 * Trees for fields of which some are given: those stand last among the fields and first in the order of drawing,
 * and every other field may depend on them. The given ones' own trees are single leaves.
 *
 * @param own fields that are drawn, few codes first
 * @param given fields that are known whenever rows are drawn
 */
export function fitTreesAfter(
  own: readonly Target[],
  {
    given,
    options,
    step,
  }: {
    given: readonly Target[];
    options: TreeOptions;
    step: (done: number, total: number) => void;
  },
): TreesCore {
  const targets = [...own, ...given];
  const rows = targets[0].codes.length;
  const every = () => Uint32Array.from({ length: rows }, (_, row) => row);
  const places = own.map((_, f) => f).sort((a, b) => own[a].size - own[b].size || a - b);
  const order = [...given.map((_, f) => own.length + f), ...places];
  const known: number[] = [];
  const features: Int32Array[] = [];
  const trees = order.map((field, position) => {
    step(position, order.length);
    const telling = field >= own.length ? [] : known;
    features.push(Int32Array.from(telling));
    const nested = fitNested(targets[field], {
      features: telling.map((f) => targets[f]),
      rows: every(),
      options,
      pause: () => step(position, order.length),
    });
    known.push(field);
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

/** Draws the fields that are not given; answers the codes of all, in the order of fields. */
export function drawTreesAfter(
  core: TreesCore,
  {
    given,
    rows,
    seed,
    block,
    purpose,
  }: { given: readonly Uint8Array[]; rows: number; seed: Seed; block: number; purpose: number },
): Uint8Array[] {
  const own = core.trees.length - given.length;
  const codes = core.trees.map((_, f) => (f < own ? new Uint8Array(rows) : given[f - own]));
  core.order.forEach((field, position) => {
    if (field >= own) return;
    const features = Array.from(core.features[position], (f) => codes[f]);
    const ordered = Uint8Array.from(core.features[position], (f) => core.ordered[f]);
    const stream = streamFor(seed, block, purpose + field);
    drawNestedRows(core.trees[position], { features, ordered, stream, out: codes[field] });
  });
  return codes;
}

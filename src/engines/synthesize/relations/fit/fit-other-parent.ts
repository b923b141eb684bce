import { fitTree } from '../../trees/fit-tree.ts';
import { learningRows } from '../../trees/learning-rows.ts';
import { chanceOf, leafOf, type Target, type Tree } from '../../trees/tree.ts';
import {
  type ContextTable,
  codesOf,
  contextTargets,
  fitContextColumns,
} from '../context-columns.ts';
import { countChildren } from '../relation.ts';
import type { OtherParent } from '../tables-model.ts';
import type { ChildInput } from './child-input.ts';
import { fitCount } from './fit-count.ts';

const MAX_SEGMENTS = 12;
/** Minimum information gain of a segment, in nats per row. */
const MIN_GAIN = 0.02;
const JUDGED_ROWS = 5000;

function gainOf(tree: Tree, target: Target, features: readonly Target[]): number {
  const codes = features.map((feature) => feature.codes);
  const ordered = Uint8Array.from(features, (feature) => (feature.ordered ? 1 : 0));
  const shares = new Float64Array(target.size);
  for (const code of target.codes) shares[code] += 1 / target.codes.length;
  const used = Math.min(target.codes.length, JUDGED_ROWS);
  let sum = 0;
  for (let i = 0; i < used; i++) {
    const row = Math.floor((i * target.codes.length) / used);
    const code = target.codes[row];
    const chance = chanceOf(tree, leafOf(tree, { features: codes, ordered, row }), code);
    sum += Math.log(Math.max(chance, 1e-6) / shares[code]);
  }
  return sum / used;
}

/**
 * Fits the choice of a row in a further table: first by the field of that table that the row
 * predicts best, then by how often rows are named.
 *
 * @param of the parent row of each row, -1 for none
 * @param rowTable context columns of the naming rows
 * @param contextTable context columns of the parent's rows
 */
export function fitOtherParent(
  options: Pick<ChildInput, 'codecs' | 'trees' | 'step'>,
  {
    relation,
    of,
    rowTable,
    contextTable,
  }: { relation: number; of: Int32Array; rowTable: ContextTable; contextTable: ContextTable },
): OtherParent {
  const { codecs, trees, step } = options;
  const parent = fitContextColumns(contextTable, codecs, false);
  const row = fitContextColumns(rowTable, codecs, false);
  const parentCodes = codesOf(parent, contextTable);
  const features = contextTargets(
    row,
    codesOf(row, rowTable).map((codes) => codes.subarray(0, rowTable.rows)),
  );
  const grow = (place: number) => {
    const size = place < 0 ? 1 : parent.fields[place].codec.size;
    const codes = Uint8Array.from(of, (above) =>
      above < 0 ? size : place < 0 ? 0 : parentCodes[place][above],
    );
    const target = { codes, size: size + 1, ordered: false };
    step();
    const tree = fitTree(target, {
      features,
      rows: learningRows(of.length),
      options: trees,
      pause: step,
    });
    return { place, tree, target };
  };
  let best = grow(-1);
  let most = MIN_GAIN;
  parent.fields.slice(0, MAX_SEGMENTS).forEach((field, place) => {
    if (field.codec.size < 2) return;
    const grown = grow(place);
    const gain = gainOf(grown.tree, grown.target, features);
    if (gain > most) {
      most = gain;
      best = grown;
    }
  });
  const contextColumns = contextTargets(parent, parentCodes);
  const { count, countTree } = fitCount(
    countChildren(of, contextTable.rows),
    contextColumns,
    options,
  );
  const popular = count.size > 1 ? 'popularity' : 'uniform';
  return {
    relation,
    how: best.place >= 0 ? 'segment' : popular,
    unique: count.high <= 1,
    parent,
    row,
    segment: best.place,
    choose: best.tree,
    count,
    countTree,
  };
}

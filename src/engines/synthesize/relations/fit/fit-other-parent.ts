import { fitTree } from '../../trees/fit-tree.ts';
import { learningRows } from '../../trees/learning-rows.ts';
import { chanceOf, leafOf, type Target, type Tree } from '../../trees/tree.ts';
import {
  type ContextTable,
  codesOf,
  contextTargets,
  fitContextColumns,
} from '../context-columns.ts';
import type { Meeting } from '../meeting.ts';
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
 * Fits the choice of a row in a further table: first by an ancestor that both parents have in
 * common, then by the field of that table that the row predicts best, then by how often rows are
 * named.
 *
 * @param of the parent row of each row, -1 for none
 * @param rowTable context columns of the naming rows
 * @param contextTable context columns of the parent's rows
 * @param meeting ancestor in common, with 1 for rows that have it in common
 */
export function fitOtherParent(
  options: Pick<ChildInput, 'codecs' | 'trees' | 'step'>,
  {
    relation,
    of,
    rowTable,
    contextTable,
    meeting,
  }: {
    relation: number;
    of: Int32Array;
    rowTable: ContextTable;
    contextTable: ContextTable;
    meeting: { ways: Meeting; agrees: Uint8Array } | null;
  },
): OtherParent {
  const { codecs, trees, step } = options;
  const parent = fitContextColumns(contextTable, codecs, false);
  const row = fitContextColumns(rowTable, codecs, false);
  const parentCodes = codesOf(parent, contextTable);
  const features = contextTargets(
    row,
    codesOf(row, rowTable).map((codes) => codes.subarray(0, rowTable.rows)),
  );
  const grown = (target: Target) => {
    step();
    const rows = learningRows(of.length);
    return { target, tree: fitTree(target, { features, rows, options: trees, pause: step }) };
  };
  const grow = (place: number) => {
    const size = place < 0 ? 1 : parent.fields[place].codec.size;
    const codes = Uint8Array.from(of, (above) =>
      above < 0 ? size : place < 0 ? 0 : parentCodes[place][above],
    );
    return { place, ...grown({ codes, size: size + 1, ordered: false }) };
  };
  let best = grow(-1);
  let most = MIN_GAIN;
  parent.fields.slice(0, MAX_SEGMENTS).forEach((field, place) => {
    const name = parent.columns[parent.of[place]];
    if (field.codec.size < 2 || (meeting !== null && contextTable.owners.has(name))) return;
    const own = grow(place);
    const gain = gainOf(own.tree, own.target, features);
    if (gain > most) {
      most = gain;
      best = own;
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
    ...(meeting !== null && {
      meets: {
        ...meeting.ways,
        agrees: grown({ codes: meeting.agrees, size: 2, ordered: false }).tree,
      },
    }),
    how: meeting !== null ? 'ancestor' : best.place >= 0 ? 'segment' : popular,
    unique: count.high <= 1,
    parent,
    row,
    segment: best.place,
    choose: best.tree,
    count,
    countTree,
  };
}

import type { NetworkModel } from '../../model/private-core.ts';
import { type CliqueTree, cliqueWith, marginalOf } from './clique-tree.ts';

/** What was learned, and what it cost. */
export type Learned = {
  model: NetworkModel;
  /** For each column the merged code of each of its codes. */
  merged: Uint8Array[];
  /** zCDP spent, as the noise drawn implies; never above what was granted. */
  rho: number;
};

/** What a calibrated junction tree says of each column, given those it depends on. */
export function networkModel(
  tree: CliqueTree,
  marginals: readonly Float64Array[],
  total: number,
): NetworkModel {
  const { sizes, order, families } = tree;
  const parents: Int32Array[] = new Array(sizes.length);
  const conditional: Float64Array[] = new Array(sizes.length);
  order.forEach((column, i) => {
    const family = families[i];
    const size = sizes[column];
    const columns = [...family, column].sort((a, b) => a - b);
    const clique = cliqueWith(tree, columns);
    const joint = marginalOf(tree, { clique, cells: marginals[clique], columns });
    const own = marginalOf(tree, { clique, cells: marginals[clique], columns: [column] });
    // Cells of the columns behind this one: its code changes once in so many cells.
    const behind = columns.filter((c) => c > column).reduce((cells, c) => cells * sizes[c], 1);
    const shares = new Float64Array(joint.length);
    for (let row = 0; row < joint.length / size; row++) {
      const first = Math.floor(row / behind) * behind * size + (row % behind);
      let sum = 0;
      for (let code = 0; code < size; code++) sum += joint[first + code * behind];
      for (let code = 0; code < size; code++) {
        shares[row * size + code] =
          sum > 0 ? joint[first + code * behind] / sum : own[code] / total;
      }
    }
    parents[column] = Int32Array.from(family);
    conditional[column] = shares;
  });
  return {
    sizes: Int32Array.from(sizes),
    total,
    order: Int32Array.from(order),
    parents,
    conditional,
  };
}

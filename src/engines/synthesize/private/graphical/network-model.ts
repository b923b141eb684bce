import type { NetworkModel } from '../../model/private-core.ts';
import { type CliqueTree, cliqueWith, marginalOf } from './clique-tree.ts';

export type Learned = {
  model: NetworkModel;
  /** Merged code of each code, by column. */
  merged: Uint8Array[];
  /** zCDP spent, as implied by the noise drawn; never above the budget. */
  rho: number;
};

/** Converts a calibrated junction tree to each column's conditional shares given its parents. */
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
    // Number of cells of later columns: this column's code changes once per that many cells.
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

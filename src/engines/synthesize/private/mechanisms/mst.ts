import { estimate } from '../graphical/estimate.ts';
import { type Learned, networkModel } from '../graphical/network-model.ts';
import type { PrivateTable } from '../private-table.ts';
import type { RandomIntegers } from '../random-integers.ts';
import { measureColumns, type Released } from './measure-columns.ts';
import { measureTree } from './measure-tree.ts';

const EFFORT = { most: 2500, least: 2500, work: 0 };
const COLUMNS_SHARE = 0.3;

/**
 * Measures a table with MST (McKenna, Miklau and Sheldon, "Winning the NIST contest", 2021): all
 * columns with one part of the budget, the tree of pairs by the exponential mechanism with another,
 * those pairs with the rest. Noise is discrete Gaussian on integer counts. Everything after the
 * noise is post-processing.
 *
 * @param rho zCDP to spend on persons of at most `scale` units
 * @param random integers from a cryptographic source
 */
export function measureMst(
  original: PrivateTable,
  rho: number,
  random: RandomIntegers,
  pause: () => void = () => {},
): Released {
  const d = original.sizes.length;
  const columns = measureColumns(original, d > 1 ? COLUMNS_SHARE * rho : rho, random);
  const { table, ...released } = columns;
  if (d === 1) return { ...released, sizes: table.sizes };
  const tree = measureTree(columns, { rho: (1 - COLUMNS_SHARE) * rho, random, pause });
  return {
    ...released,
    sizes: table.sizes,
    measurements: [...columns.measurements, ...tree.measurements],
    rho: columns.rho + tree.rho,
  };
}

/** Measures a table and fits the tree distribution to the noisy counts. */
export function fitMst(
  table: PrivateTable,
  rho: number,
  random: RandomIntegers,
  pause: () => void = () => {},
): Learned {
  const { sizes, measurements, total, merged, rho: spent } = measureMst(table, rho, random, pause);
  const { tree, marginals } = estimate(sizes, { measurements, total, effort: EFFORT, pause });
  const model = networkModel(tree, marginals, total);
  return { model: { ...model, total: total / table.scale }, merged, rho: spent };
}

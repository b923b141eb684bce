import { inTurn, type Spread } from '../../spread.ts';
import { type Chain, type ChainInput, fitChains } from './chain.ts';
import { drawingOrder, secondOrder } from './drawing-order.ts';
import { informationTable } from './information.ts';
import { learningRows, takeCodes } from './learning-rows.ts';
import { codeScores, scoreCovariance } from './sums.ts';
import type { Target, TreeOptions } from './tree.ts';

/** Fields drawn in one order, or half of the rows in a second order. */
export type TreesCore = Chain & {
  kind: 'trees';
  /** 1 for ordered fields. */
  ordered: Uint8Array;
  sizes: Int32Array;
  second?: Chain | undefined;
};

/**
 * Grows the trees of each field.
 *
 * @param values the numbers behind each field's codes, null for categories
 * @param withSums true if trees may also split by sums over fields
 * @param step called before each tree and each of its nodes; may throw to stop
 */
export function fitTreesCore(
  targets: readonly Target[],
  {
    values,
    options,
    withSums = false,
    spread = inTurn,
    step,
  }: {
    values: readonly (Float64Array | null)[];
    options: TreeOptions;
    withSums?: boolean;
    spread?: Spread | undefined;
    step: (done: number, total: number) => void;
  },
): TreesCore {
  const n = targets.length;
  const pause = () => step(0, n);
  const information = informationTable(targets, pause);
  const rows = learningRows(targets[0]?.codes.length ?? 0);
  const learned = targets.map((target) => ({ ...target, codes: takeCodes(target.codes, rows) }));
  const sums = withSums ? sumsInput(targets, pause) : null;
  const input: ChainInput = { targets, learned, rows, values, information, options, sums };
  const order = drawingOrder(targets, information);
  const other = options.twoOrders ? secondOrder(targets, { information, first: order }) : null;
  const orders = other === null ? [order] : [order, other];
  const [first, second] = fitChains(orders, input, { spread, step });
  return {
    kind: 'trees' as const,
    ...first,
    ordered: Uint8Array.from(targets, (target) => (target.ordered ? 1 : 0)),
    sizes: Int32Array.from(targets, (target) => target.size),
    ...(second !== undefined && { second }),
  };
}

/** Computes fields' scores and their covariances over all rows. */
function sumsInput(targets: readonly Target[], pause: () => void): ChainInput['sums'] {
  const scores = targets.map((target) => (target.ordered ? codeScores(target) : null));
  return { scores, covariance: scoreCovariance(targets, scores, pause) };
}

import type { RandomStream } from '../../../random/stream.ts';
import type { NetworkModel } from '../../model/private-core.ts';

/** Merged codes of some columns, one list per column, one code per row. */
export type Evidence = ReadonlyMap<number, Uint8Array>;

/** Chances of the known columns below a column, for each of its codes. */
type Messages = readonly Float64Array[];

/** Returns the only parent of each column of a tree, -1 for none. */
function parentsOf(model: NetworkModel): Int32Array {
  return Int32Array.from(model.parents, (parents) => {
    if (parents.length > 1) throw new RangeError('Expected a network with one parent per column.');
    return parents[0] ?? -1;
  });
}

/**
 * Passes the known codes of a row upwards (Pearl, "Probabilistic Reasoning in Intelligent Systems",
 * 1988, chapter 4): the product of the messages at a column, for each of its codes.
 *
 * @param known code of each column, -1 if it is to be drawn
 */
function messagesOf(model: NetworkModel, parents: Int32Array, known: Int16Array): Messages {
  const messages = Array.from(model.sizes, (size) => new Float64Array(size).fill(1));
  for (let k = model.order.length - 1; k >= 0; k--) {
    const column = model.order[k];
    const own = messages[column];
    if (known[column] >= 0)
      own.forEach((_, code) => {
        if (code !== known[column]) own[code] = 0;
      });
    const above = parents[column];
    if (above < 0) continue;
    const shares = model.conditional[column];
    const size = model.sizes[column];
    const target = messages[above];
    for (let code = 0; code < target.length; code++) {
      let sum = 0;
      for (let c = 0; c < size; c++) sum += shares[code * size + c] * own[c];
      target[code] *= sum;
    }
  }
  return messages;
}

function drawCode(weights: Float64Array, stream: RandomStream): number {
  let total = 0;
  for (const weight of weights) total += weight;
  let left = stream.float() * total;
  for (let code = 0; code < weights.length; code++) {
    left -= weights[code];
    if (left < 0) return code;
  }
  return weights.lastIndexOf(Math.max(...weights));
}

/**
 * Draws rows of a tree network whose other columns are known, exactly from the conditional
 * distribution. Known codes that the network rules out together are followed where they can be.
 *
 * @returns merged codes of all columns, the known ones as given
 * @throws RangeError if a column has several parents
 */
export function sampleGiven(
  model: NetworkModel,
  {
    rows,
    evidence,
    stream,
    pause = () => {},
  }: { rows: number; evidence: Evidence; stream: RandomStream; pause?: () => void },
): Uint8Array[] {
  const parents = parentsOf(model);
  const out = Array.from(model.sizes, () => new Uint8Array(rows));
  const known = new Int16Array(model.sizes.length);
  const cache = new Map<string, Messages>();
  for (let row = 0; row < rows; row++) {
    if (row % 1024 === 0) pause();
    known.fill(-1);
    for (const [column, codes] of evidence) known[column] = codes[row];
    const key = known.join();
    let messages = cache.get(key);
    if (messages === undefined) {
      messages = messagesOf(model, parents, known);
      if (cache.size > 10_000) cache.clear();
      cache.set(key, messages);
    }
    for (const column of model.order) {
      if (known[column] >= 0) {
        out[column][row] = known[column];
        continue;
      }
      const size = model.sizes[column];
      const above = parents[column];
      const from = above < 0 ? 0 : out[above][row] * size;
      const shares = model.conditional[column].subarray(from, from + size);
      const weights = shares.map((share, code) => share * messages[column][code]);
      const isPossible = weights.some((weight) => weight > 0);
      out[column][row] = drawCode(isPossible ? weights : shares, stream);
    }
  }
  return out;
}

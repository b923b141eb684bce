import type { SplitSpace } from './split-space.ts';
import type { Target } from './tree.ts';

const MAX_TABLE = 4096;
const MAX_INSERTED = 64;

/**
 * Orders a categorical feature's codes present in a node so that one cut separates them best: by
 * mean code for an ordered target, by rate for two classes, else by the first principal component
 * of their class profiles (Coppersmith, Hong and Hosking, 1999).
 */
export function orderCodes(
  space: SplitSpace,
  { present, size, target }: { present: number; size: number; target: Target },
): void {
  const { order, score, perCode, table, at, classes, classCount } = space;
  const width = target.size;
  if (target.ordered) {
    for (let k = 0; k < present; k++) {
      const code = order[k];
      score[code] = space.classSum[code] / perCode[code];
    }
  } else if (classCount === 2 || size * width > MAX_TABLE) {
    let most = classes[0];
    for (let c = 1; c < classCount; c++) {
      if (space.total[classes[c]] > space.total[most]) most = classes[c];
    }
    for (let k = 0; k < present; k++) {
      const code = order[k];
      score[code] = table[at + code * width + most] / perCode[code];
    }
  } else firstComponent(space, present, width);
  sortByScore(order.subarray(0, present), score);
}

/** Sorts ascending codes by score; equal scores stay in order. Few are inserted: no copy. */
function sortByScore(codes: Uint8Array, score: Float64Array): void {
  if (codes.length > MAX_INSERTED) {
    codes.sort((a, b) => score[a] - score[b] || a - b);
    return;
  }
  for (let k = 1; k < codes.length; k++) {
    const code = codes[k];
    const own = score[code];
    let to = k;
    for (; to > 0 && score[codes[to - 1]] > own; to--) codes[to] = codes[to - 1];
    codes[to] = code;
  }
}

/** Scores codes on the first principal component of their class profiles (power iterations). */
function firstComponent(space: SplitSpace, present: number, width: number): void {
  const { order, score, perCode, table, at, classes, classCount } = space;
  let rows = 0;
  const mean = new Float64Array(classCount);
  for (let k = 0; k < present; k++) {
    const code = order[k];
    rows += perCode[code];
    for (let c = 0; c < classCount; c++) mean[c] += table[at + code * width + classes[c]];
  }
  for (let c = 0; c < classCount; c++) mean[c] /= rows;
  const axis = new Float64Array(classCount);
  let widest = 0;
  for (let c = 1; c < classCount; c++) if (mean[c] > mean[widest]) widest = c;
  for (let c = 0; c < classCount; c++) axis[c] = c === widest ? 1 : -1 / classCount - c * 1e-3;
  const next = new Float64Array(classCount);
  for (let iteration = 0; iteration < 4; iteration++) {
    next.fill(0);
    for (let k = 0; k < present; k++) {
      const code = order[k];
      const n = perCode[code];
      let dot = 0;
      for (let c = 0; c < classCount; c++) {
        dot += (table[at + code * width + classes[c]] / n - mean[c]) * axis[c];
      }
      score[code] = dot;
      for (let c = 0; c < classCount; c++) {
        next[c] += n * dot * (table[at + code * width + classes[c]] / n - mean[c]);
      }
    }
    let length = 0;
    for (const value of next) length += value * value;
    if (length === 0) return;
    const scale = 1 / Math.sqrt(length);
    for (let c = 0; c < classCount; c++) axis[c] = next[c] * scale;
  }
}

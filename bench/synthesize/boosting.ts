import { streamFor } from '../../src/engines/random/stream.ts';
import type { Table } from '../../src/engines/table/table.ts';

/** Tables side by side as bins 0 … 63: quantiles of all rows for numbers, rank by frequency for words. */
export function binTables(tables: readonly Table[]): Uint8Array[][] {
  const first = tables[0]!;
  const out: Uint8Array[][] = tables.map(() => []);
  first.columns.forEach((column, c) => {
    if (column.kind === 'category') {
      const counts = new Map<string, number>();
      for (const table of tables) {
        const part = table.columns[c]!;
        if (part.kind !== 'category') throw new TypeError(column.name);
        for (const code of part.codes) {
          const word = code < 0 ? '' : part.dictionary[code]!;
          counts.set(word, (counts.get(word) ?? 0) + 1);
        }
      }
      const ranked = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
      const rank = new Map(ranked.map((word, i) => [word, Math.min(i, 63)]));
      tables.forEach((table, t) => {
        const part = table.columns[c]!;
        if (part.kind !== 'category') return;
        out[t]!.push(
          Uint8Array.from(part.codes, (code) => rank.get(code < 0 ? '' : part.dictionary[code]!)!),
        );
      });
      return;
    }
    const all: number[] = [];
    for (const table of tables) {
      const part = table.columns[c]!;
      if (part.kind !== 'category') for (const v of part.values) if (!Number.isNaN(v)) all.push(v);
    }
    const sorted = Float64Array.from(all).sort();
    const edges = [
      ...new Set(
        Array.from({ length: 62 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / 63)]!),
      ),
    ];
    tables.forEach((table, t) => {
      const part = table.columns[c]!;
      if (part.kind === 'category') return;
      out[t]!.push(
        Uint8Array.from(part.values, (v) => {
          if (Number.isNaN(v)) return 63;
          let from = 0;
          let to = edges.length;
          while (from < to) {
            const middle = (from + to) >> 1;
            if (edges[middle]! <= v) from = middle + 1;
            else to = middle;
          }
          return from;
        }),
      );
    });
  });
  return out;
}

type Node = { feature: number; cut: number; left: number; right: number; value: number };

/** Gradient-boosted trees for two classes on bins: depth 5, 60 rounds, step 0.1, Newton leaves. */
export function boost(features: Uint8Array[], label: Uint8Array, rows: Uint32Array): Node[][] {
  const score = new Float64Array(label.length);
  const trees: Node[][] = [];
  const gradient = new Float64Array(label.length);
  const hessian = new Float64Array(label.length);
  for (let round = 0; round < 60; round++) {
    for (const row of rows) {
      const p = 1 / (1 + Math.exp(-score[row]!));
      gradient[row] = label[row]! - p;
      hessian[row] = p * (1 - p);
    }
    const nodes: Node[] = [];
    grow(features, gradient, hessian, rows, 5, nodes);
    trees.push(nodes);
    for (const row of rows) score[row]! += 0.1 * walk(nodes, features, row);
  }
  return trees;
}

function walk(nodes: Node[], features: Uint8Array[], row: number): number {
  let node = nodes[0]!;
  while (node.feature >= 0)
    node = nodes[features[node.feature]![row]! <= node.cut ? node.left : node.right]!;
  return node.value;
}

function grow(
  features: Uint8Array[],
  g: Float64Array,
  h: Float64Array,
  rows: Uint32Array,
  depth: number,
  nodes: Node[],
): number {
  let sumG = 0;
  let sumH = 0;
  for (const row of rows) {
    sumG += g[row]!;
    sumH += h[row]!;
  }
  const at = nodes.push({ feature: -1, cut: 0, left: 0, right: 0, value: sumG / (sumH + 1) }) - 1;
  if (depth === 0 || rows.length < 40) return at;
  let best = 1e-6;
  let bestFeature = -1;
  let bestCut = 0;
  const hg = new Float64Array(64);
  const hh = new Float64Array(64);
  const hn = new Float64Array(64);
  features.forEach((bins, f) => {
    hg.fill(0);
    hh.fill(0);
    hn.fill(0);
    for (const row of rows) {
      const bin = bins[row]!;
      hg[bin]! += g[row]!;
      hh[bin]! += h[row]!;
      hn[bin]!++;
    }
    let lg = 0;
    let lh = 0;
    let ln = 0;
    for (let bin = 0; bin < 63; bin++) {
      lg += hg[bin]!;
      lh += hh[bin]!;
      ln += hn[bin]!;
      if (ln < 20 || hn[bin] === 0) continue;
      if (rows.length - ln < 20) break;
      const gain =
        (lg * lg) / (lh + 1) + (sumG - lg) ** 2 / (sumH - lh + 1) - (sumG * sumG) / (sumH + 1);
      if (gain > best) {
        best = gain;
        bestFeature = f;
        bestCut = bin;
      }
    }
  });
  if (bestFeature < 0) return at;
  const bins = features[bestFeature]!;
  const node = nodes[at]!;
  node.feature = bestFeature;
  node.cut = bestCut;
  node.left = grow(
    features,
    g,
    h,
    rows.filter((row) => bins[row]! <= bestCut),
    depth - 1,
    nodes,
  );
  node.right = grow(
    features,
    g,
    h,
    rows.filter((row) => bins[row]! > bestCut),
    depth - 1,
    nodes,
  );
  return at;
}

/** Scores of rows by boosted trees. */
export function predict(trees: Node[][], features: Uint8Array[], rows: Uint32Array): Float64Array {
  return Float64Array.from(rows, (row) =>
    trees.reduce((sum, nodes) => sum + walk(nodes, features, row), 0),
  );
}

/** Area under the ROC curve; ties count half. */
export function auc(scores: Float64Array, label: (i: number) => number): number {
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[a]! - scores[b]!);
  let positives = 0;
  let sum = 0;
  for (let i = 0; i < order.length; ) {
    let j = i;
    while (j < order.length && scores[order[j]!] === scores[order[i]!]) j++;
    for (let k = i; k < j; k++) {
      if (label(order[k]!) === 1) {
        positives++;
        sum += (i + j + 1) / 2;
      }
    }
    i = j;
  }
  const negatives = order.length - positives;
  return (sum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

export function shuffled(n: number, seed: bigint): Uint32Array {
  const stream = streamFor(seed, 0, 77);
  const rows = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = stream.below(i + 1);
    [rows[i], rows[j]] = [rows[j]!, rows[i]!];
  }
  return rows;
}

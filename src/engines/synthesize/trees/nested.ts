import { type DrawnRows, drawRows, drawSpace } from './draw-rows.ts';
import { partRows } from './part-rows.ts';
import { chanceOf, leafOf, type Tree } from './tree.ts';

/**
 * Target with many codes, found in steps (nested dichotomies with a few ways: Frank and Kramer
 * 2004). Tree 0 chooses a group of codes, a further tree a part of that group, and so on. Each tree
 * has few classes, so that splits are significant even with few rows.
 */
export type Nested = {
  trees: Tree[];
  /** First class of each tree in `next`. */
  start: Int32Array;
  /** For each class: its code, or -1 - t if tree t decides further. */
  next: Int32Array;
};

/** Draws a code for each of rows 0 to `out.length`: by the first tree, then those it leads to. */
export function drawNestedRows(nested: Nested, { out, ...draw }: DrawnRows): void {
  const every = new Uint32Array(out.length);
  for (let row = 0; row < every.length; row++) every[row] = row;
  const waiting: Uint32Array[] = [every];
  const space = drawSpace(out.length);
  nested.trees.forEach((tree, t) => {
    const rows = waiting[t];
    if (rows === undefined) return;
    const next = nested.next.subarray(nested.start[t], nested.start[t + 1]);
    drawRows(tree, { ...draw, rows, out, space });
    const parts = next.every((to) => to >= 0) ? null : partRows(rows, out, next.length);
    next.forEach((to, k) => {
      if (to < 0) waiting[-1 - to] = parts![k];
    });
    relabel(rows, next, out);
    delete waiting[t];
  });
}

/** Gives all rows a code, and multiplies their weights by its probability. */
export function holdNestedRows(
  nested: Nested,
  code: number,
  {
    features,
    ordered,
    out,
    weights,
  }: {
    features: readonly Uint8Array[];
    ordered: Uint8Array;
    out: Uint8Array;
    weights: Float64Array;
  },
): void {
  out.fill(code);
  const way = wayTo(nested, code);
  let row = 0;
  const leafIn = (tree: Tree) => leafOf(tree, { features, ordered, row });
  for (; row < out.length; row++) weights[row] *= way === null ? 0 : chanceOfWay(way, leafIn);
}

function relabel(rows: Uint32Array, codeOf: Int32Array, out: Uint8Array): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    out[row] = codeOf[out[row]];
  }
}

type Step = { tree: Tree; chosen: number };

/** Returns the trees on the way to a code, with the class taken in each; null if none. */
export function wayTo(nested: Nested, code: number, t = 0): Step[] | null {
  const tree = nested.trees[t];
  const from = nested.start[t];
  const to = nested.start[t + 1];
  for (let at = from; at < to; at++) {
    const next = nested.next[at];
    const chosen = at - from;
    if (next === code) return [{ tree, chosen }];
    const rest = next < 0 ? wayTo(nested, code, -1 - next) : null;
    if (rest !== null) return [{ tree, chosen }, ...rest];
  }
  return null;
}

/** Returns the probability that a row's draw takes the way. */
export const chanceOfWay = (way: readonly Step[], leafIn: (tree: Tree) => number): number =>
  way.reduce((chance, { tree, chosen }) => chance * chanceOf(tree, leafIn(tree), chosen), 1);

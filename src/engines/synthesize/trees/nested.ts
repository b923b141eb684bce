import type { RandomStream } from '../../random/stream.ts';
import { partRows } from './part-rows.ts';
import { chanceOf, drawFrom, drawRows, leafOfRow, type Tree } from './tree.ts';

/**
 * A target with many codes, found step by step (nested dichotomies with a few ways: Frank and Kramer 2004): a
 * first tree says which group of codes, one for each group says which part of it, and so on. Tree 0 is the
 * first. Each tree has few classes, so that a split shows its worth in few rows.
 */
export type Nested = {
  trees: Tree[];
  /** Where the classes of each tree begin in `next`. */
  start: Int32Array;
  /** For each class: the code it is, or -1 - t where tree t says which. */
  next: Int32Array;
};

/**
 * Draws codes for rows 0 to `out.length`, each from its own features: all rows by the first tree, then those that
 * need it by the next.
 */
export function drawNestedRows(
  nested: Nested,
  {
    features,
    ordered,
    stream,
    out,
  }: {
    features: readonly Uint8Array[];
    ordered: Uint8Array;
    stream: RandomStream;
    out: Uint8Array;
  },
): void {
  const every = new Uint32Array(out.length);
  for (let row = 0; row < every.length; row++) every[row] = row;
  const waiting: Uint32Array[] = [every];
  nested.trees.forEach((tree, t) => {
    const rows = waiting[t];
    if (rows === undefined) return;
    const next = nested.next.subarray(nested.start[t], nested.start[t + 1]);
    drawRows(tree, { rows, features, ordered, stream, out });
    const parts = next.every((to) => to >= 0) ? null : partRows(rows, out, next.length);
    next.forEach((to, k) => {
      if (to < 0) waiting[-1 - to] = parts![k];
    });
    relabel(rows, next, out);
    delete waiting[t];
  });
}

/** A class becomes the code that it stands for. */
function relabel(rows: Uint32Array, codeOf: Int32Array, out: Uint8Array): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    out[row] = codeOf[out[row]];
  }
}

/** Draws a code for one row, whose features stand in one array. */
export function drawNested(
  nested: Nested,
  {
    features,
    ordered,
    stream,
  }: { features: Uint8Array; ordered: Uint8Array; stream: RandomStream },
): number {
  let t = 0;
  for (;;) {
    const tree = nested.trees[t];
    const drawn = drawFrom(tree, leafOfRow(tree, features, ordered), stream);
    const next = nested.next[nested.start[t] + drawn];
    if (next >= 0) return next;
    t = -1 - next;
  }
}

type Step = { tree: Tree; chosen: number };

/** The trees passed on the way to a code, with the class taken in each; null where none gives it. */
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

/** The probability with which a row's draw goes the way. */
export const chanceOfWay = (way: readonly Step[], leafIn: (tree: Tree) => number): number =>
  way.reduce((chance, { tree, chosen }) => chance * chanceOf(tree, leafIn(tree), chosen), 1);

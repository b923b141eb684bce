import type { RandomStream } from '../../random/stream.ts';
import { chanceOf, drawFrom, leafOf, leafOfRow, type Tree } from './tree.ts';

/**
 * A target with many codes, told step by step (nested dichotomies with a few ways: Frank and Kramer 2004): a
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

/** Draws a code, with `leafIn` leading to the leaf of each tree on the way. */
function descend(nested: Nested, leafIn: (tree: Tree) => number, stream: RandomStream): number {
  let t = 0;
  for (;;) {
    const tree = nested.trees[t]!;
    const next = nested.next[nested.start[t]! + drawFrom(tree, leafIn(tree), stream)]!;
    if (next >= 0) return next;
    t = -1 - next;
  }
}

/** Draws codes for rows 0 to `out.length`, each from its own features. */
export function drawNestedRows(
  nested: Nested,
  features: readonly Uint8Array[],
  ordered: Uint8Array,
  stream: RandomStream,
  out: Uint8Array,
): void {
  let row = 0;
  const leafIn = (tree: Tree) => leafOf(tree, features, ordered, row);
  for (; row < out.length; row++) out[row] = descend(nested, leafIn, stream);
}

/** Draws a code for one row, whose features stand in one array. */
export const drawNested = (
  nested: Nested,
  features: Uint8Array,
  ordered: Uint8Array,
  stream: RandomStream,
): number => descend(nested, (tree) => leafOfRow(tree, features, ordered), stream);

type Step = { tree: Tree; chosen: number };

/** The trees asked on the way to a code, with the class taken in each; null where none gives it. */
export function wayTo(nested: Nested, code: number, t = 0): Step[] | null {
  const tree = nested.trees[t]!;
  const from = nested.start[t]!;
  const to = nested.start[t + 1]!;
  for (let at = from; at < to; at++) {
    const next = nested.next[at]!;
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

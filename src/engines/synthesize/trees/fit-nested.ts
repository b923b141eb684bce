import { fitTree } from './fit-tree.ts';
import type { Nested } from './nested.ts';
import { partRows } from './part-rows.ts';
import type { Target, Tree, TreeInput } from './tree.ts';

/** Groups a tree tells apart. */
const WAYS = 4;
/** Codes up to which one tree tells all of them apart. */
const MAX_CODES = 6;
/** The same for words, whose groups mean less. */
const MAX_WORDS = 16;

/** A target for `fitNested`. */
export type NestedTarget = Target & {
  /** Codes from here on are signs of their own, in no order with the others. */
  apart?: number;
};

/**
 * Cuts codes, in the order given, into about `WAYS` groups of about equal rows; heavy codes and those apart
 * stand alone.
 */
function groupCodes(codes: readonly number[], rowsOf: Float64Array, apart: number): number[][] {
  const fair = codes.reduce((sum, code) => sum + rowsOf[code], 0) / WAYS;
  const groups: number[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const code of codes) {
    const own = rowsOf[code];
    if (code >= apart || rows + own / 2 > fair) {
      groups.push([]);
      rows = 0;
    }
    groups.at(-1)!.push(code);
    rows = code >= apart ? Number.POSITIVE_INFINITY : rows + own;
  }
  if (groups.length > 1) return groups;
  const half = codes.length >> 1;
  return [codes.slice(0, half), codes.slice(half)];
}

/**
 * Grows the trees of one target: codes in their order are cut into groups of equal rows, words by what they belong to,
 * where that is known, and how frequent they are.
 */
export function fitNested(
  target: NestedTarget,
  { features, rows, options, pause = () => {} }: TreeInput,
): Nested {
  const { size, ordered, kin, apart = size } = target;
  const rowsOf = new Float64Array(size);
  for (const row of rows) rowsOf[target.codes[row]]++;
  const met = Array.from(rowsOf.keys()).filter((code) => rowsOf[code] > 0);
  const kinOf = (code: number) => kin?.[code] ?? 0;
  if (!ordered) met.sort((a, b) => kinOf(a) - kinOf(b) || rowsOf[b] - rowsOf[a] || a - b);
  const most = ordered ? MAX_CODES : MAX_WORDS;
  const classOf = new Uint8Array(target.codes.length);
  /** The tree of some classes of codes; `own` are the rows that have one of them. */
  const growTree = (groups: readonly (readonly number[])[], own: Uint32Array, plain = false) => {
    const classOfCode = new Uint8Array(size);
    groups.forEach((group, k) => {
      for (const code of group) classOfCode[code] = k;
    });
    for (const row of own) classOf[row] = classOfCode[target.codes[row]];
    const aim = { codes: classOf, size: groups.length, ordered };
    const parts = partRows(own, classOf, groups.length);
    return {
      tree: fitTree(aim, { features: plain ? [] : features, rows: own, options, pause }),
      parts,
    };
  };
  const grow = (codes: readonly number[], own: Uint32Array): Stage => {
    const alone = codes.map((code) => [code]);
    const groups = codes.length <= most ? alone : groupCodes(codes, rowsOf, apart);
    const { tree, parts } = growTree(groups, own);
    const next = groups.map((group, k) => (group.length === 1 ? group[0] : grow(group, parts[k])));
    // Where no tree found anything to ask, all codes are drawn at once.
    if (groups !== alone && [{ tree, next }, ...next].every(asksNothing))
      return { tree: growTree(alone, own, true).tree, next: codes.slice() };
    return { tree, next };
  };
  return flatten(grow(met, rows));
}

/** A tree, and for each of its classes the code it is, or the tree that says which. */
type Stage = { tree: Tree; next: (number | Stage)[] };

const asksNothing = (stage: number | Stage): boolean =>
  typeof stage === 'number' || stage.tree.feature.length === 1;

function flatten(first: Stage): Nested {
  const trees: Tree[] = [];
  const start = [0];
  const next: number[] = [];
  const stages = [first];
  for (const stage of stages) {
    trees.push(stage.tree);
    for (const to of stage.next) {
      next.push(typeof to === 'number' ? to : -stages.length - 1);
      if (typeof to !== 'number') stages.push(to);
    }
    start.push(next.length);
  }
  return { trees, start: Int32Array.from(start), next: Int32Array.from(next) };
}

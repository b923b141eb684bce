import { fitTree } from './fit-tree.ts';
import type { Nested } from './nested.ts';
import { partRows } from './part-rows.ts';
import type { Target, Tree, TreeInput } from './tree.ts';

const WAYS = 4;
const MAX_CODES = 6;
/** Maximum number of categories for a single tree; their groups are less meaningful. */
const MAX_WORDS = 16;

export type NestedTarget = Target & {
  /** First code of a special sign; such codes have no order. */
  apart?: number;
};

/**
 * Cuts codes, in the given order, into about `WAYS` groups of similar rows. Heavy codes and codes
 * from `apart` on form groups of one.
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

function countRows({ codes, size }: Target, rows: Uint32Array): Float64Array {
  const counts = new Float64Array(size);
  for (let i = 0; i < rows.length; i++) counts[codes[rows[i]]]++;
  return counts;
}

function classify(
  classOf: Uint8Array,
  { rows, codes, classOfCode }: { rows: Uint32Array; codes: Uint8Array; classOfCode: Uint8Array },
): void {
  for (let i = 0; i < rows.length; i++) classOf[rows[i]] = classOfCode[codes[rows[i]]];
}

/**
 * Grows the trees of one target. Ordered codes are cut into groups of equal rows; categories are
 * sorted by parent category, if known, and by frequency before the cut.
 */
export function fitNested(
  target: NestedTarget,
  { features, rows, options, pause = () => {} }: TreeInput,
): Nested {
  const { size, ordered, kin, apart = size } = target;
  const rowsOf = countRows(target, rows);
  const met = Array.from(rowsOf.keys()).filter((code) => rowsOf[code] > 0);
  const groupOf = (code: number) => kin?.[code] ?? 0;
  if (!ordered) met.sort((a, b) => groupOf(a) - groupOf(b) || rowsOf[b] - rowsOf[a] || a - b);
  const most = ordered ? MAX_CODES : MAX_WORDS;
  const classOf = new Uint8Array(target.codes.length);
  /** Grows the tree of some groups of codes on the rows that have them. */
  const growTree = (groups: readonly (readonly number[])[], own: Uint32Array, plain = false) => {
    const classOfCode = new Uint8Array(size);
    groups.forEach((group, k) => {
      for (const code of group) classOfCode[code] = k;
    });
    classify(classOf, { rows: own, codes: target.codes, classOfCode });
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
    // Without a split in any tree, all codes are drawn at once.
    if (groups !== alone && [{ tree, next }, ...next].every(hasNoSplit))
      return { tree: growTree(alone, own, true).tree, next: codes.slice() };
    return { tree, next };
  };
  return flatten(grow(met, rows));
}

/** Tree, and for each of its classes a code or the next tree. */
type Stage = { tree: Tree; next: (number | Stage)[] };

const hasNoSplit = (stage: number | Stage): boolean =>
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

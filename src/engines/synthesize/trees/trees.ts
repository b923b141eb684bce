import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { type Copies, codesWithCopies, findCopies } from './copies.ts';
import { fitNested } from './fit-nested.ts';
import { learningRows, takeCodes } from './learning-rows.ts';
import { chanceOfWay, drawNestedRows, type Nested, wayTo } from './nested.ts';
import { codeScores, findSum, rangesOf, type Sums, scoreCovariance, sumTarget } from './sums.ts';
import { leafOf, type Target, type Tree, type TreeOptions } from './tree.ts';

/**
 * Fields drawn one after another, each from trees on those before it (sequential CART; Reiter 2005,
 * as in the R package synthpop), with splits that must pay for themselves and leaves that shrink
 * towards the node above.
 */
export type TreesCore = {
  kind: 'trees';
  /** Fields in the order of drawing. */
  order: Int32Array;
  trees: Nested[];
  /** For each of `trees`, the fields its features stand for. */
  features: Int32Array[];
  /** 1 for fields whose codes have an order. */
  ordered: Uint8Array;
  /** Number of codes of each field. */
  sizes: Int32Array;
  copies: Copies[];
  /** One more feature of each tree, its last: a sum over the others. Of tables whose rows are drawn one by one. */
  sums?: Sums | undefined;
};

const MAX_FEATURES = 40;
const INFORMATION_ROWS = 20_000;

/** Mutual information of two arrays of codes, in nats, less its expected value without dependence. */
function mutualInformation(
  a: Uint8Array,
  { sizeA, b, sizeB }: { sizeA: number; b: Uint8Array; sizeB: number },
): number {
  const joint = new Float64Array(sizeA * sizeB);
  const left = new Float64Array(sizeA);
  const right = new Float64Array(sizeB);
  const n = a.length;
  for (let i = 0; i < n; i++) {
    joint[a[i] * sizeB + b[i]]++;
    left[a[i]]++;
    right[b[i]]++;
  }
  let sum = 0;
  for (let i = 0; i < sizeA; i++) {
    for (let j = 0; j < sizeB; j++) {
      const cell = joint[i * sizeB + j];
      if (cell > 0) sum += cell * Math.log((cell * n) / (left[i] * right[j]));
    }
  }
  const used = (counts: Float64Array) => counts.reduce((k, count) => k + (count > 0 ? 1 : 0), 0);
  return Math.max(0, sum / n - ((used(left) - 1) * (used(right) - 1)) / (2 * n));
}

/** Codes in order are put together for it, so that the order of drawing does not hang on how many there are. */
const COARSE = 64;

const coarseSize = ({ size, ordered }: Target) => (ordered ? Math.min(size, COARSE) : size);

/** Mutual information of all pairs, on some rows spread over the table. */
function informationTable(targets: readonly Target[], pause: () => void): Float64Array {
  const n = targets.length;
  const rows = targets[0]?.codes.length ?? 0;
  const budget = Math.max(1000, Math.floor(400_000_000 / Math.max(1, n * n)));
  const used = Math.min(rows, INFORMATION_ROWS, budget);
  const sizes = targets.map(coarseSize);
  const sample = targets.map(({ codes, size }, t) => {
    const coarse = Uint8Array.from({ length: size }, (_, code) => (code * sizes[t]) / size);
    return Uint8Array.from(
      { length: used },
      (_, i) => coarse[codes[Math.floor((i * rows) / used)]],
    );
  });
  const table = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    pause();
    for (let j = 0; j < i; j++) {
      const shared = mutualInformation(sample[i], {
        sizeA: sizes[i],
        b: sample[j],
        sizeB: sizes[j],
      });
      table[i * n + j] = shared;
      table[j * n + i] = shared;
    }
  }
  return table;
}

/** Fields that share less than this with an average other field, in nats, stand alone. */
const ALONE = 0.05;
const TARGET_CODES = 10;
const PREDICTED_WEIGHT = 0.1;

/** What a field shares with another on average, in nats. */
function meanInformation(information: Float64Array, field: number, n: number): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += information[field * n + j];
  return sum / Math.max(1, n - 1);
}

/** True for the table's last field where it has few codes: files keep there what is to be predicted. */
function isPredicted(
  target: Target,
  { field, information, n }: { field: number; information: Float64Array; n: number },
): boolean {
  return (
    field === n - 1 && target.size <= TARGET_CODES && meanInformation(information, field, n) < ALONE
  );
}

/**
 * Fields that stand alone come first: drawn last, from small leaves, they would help to make up training
 * rows again. Then few codes and much to tell; wide fields last, and after them the table's last field if it
 * has few codes: that is where files keep what is to be predicted.
 */
function drawingOrder(targets: readonly Target[], information: Float64Array): Int32Array {
  const n = targets.length;
  const key = targets.map((target, i) => {
    const mean = meanInformation(information, i, n);
    if (isPredicted(target, { field: i, information, n })) return 1000;
    if (mean < ALONE) return mean - 1000;
    return Math.log(coarseSize(target) + 1) - mean;
  });
  return Int32Array.from(targets.keys()).sort((a, b) => key[a] - key[b] || a - b);
}

/**
 * Grows the trees of each field.
 *
 * @param values the numbers behind each field's codes, null for words
 * @param withSums whether trees may ask for sums over fields as well
 * @param step called before each tree and each of its nodes; may throw to stop
 */
export function fitTreesCore(
  targets: readonly Target[],
  {
    values,
    options,
    withSums = false,
    step,
  }: {
    values: readonly (Float64Array | null)[];
    options: TreeOptions;
    withSums?: boolean;
    step: (done: number, total: number) => void;
  },
): TreesCore {
  const n = targets.length;
  const information = informationTable(targets, () => step(0, n));
  const order = drawingOrder(targets, information);
  const copies: Copies[] = [];
  const rows = learningRows(targets[0]?.codes.length ?? 0);
  const learned = targets.map((target) => ({ ...target, codes: takeCodes(target.codes, rows) }));
  const every = Uint32Array.from(rows.keys());
  const trees: Nested[] = [];
  const features: Int32Array[] = [];
  const sums = withSums ? sumFinder(targets, learned, () => step(0, n)) : null;
  order.forEach((target, position) => {
    step(position, n);
    const telling = Array.from(order.subarray(0, position));
    if (telling.length > MAX_FEATURES) {
      telling.sort((a, b) => information[target * n + b] - information[target * n + a]);
      telling.length = MAX_FEATURES;
    }
    features.push(Int32Array.from(telling));
    const plain = targets[target];
    const found = findCopies(target, telling, values);
    if (found !== null) copies.push(found);
    const aim =
      found === null
        ? learned[target]
        : {
            codes: takeCodes(
              codesWithCopies(found, { codes: plain.codes, size: plain.size, values }),
              rows,
            ),
            size: plain.size + found.parents.length,
            ordered: true,
            apart: plain.size,
          };
    trees.push(
      fitNested(aim, {
        features: [...telling.map((f) => learned[f]), ...(sums?.findFor(target, telling) ?? [])],
        rows: every.slice(),
        options: isPredicted(plain, { field: target, information, n })
          ? { ...options, descriptionWeight: Math.min(options.descriptionWeight, PREDICTED_WEIGHT) }
          : options,
        pause: () => step(position, n),
      }),
    );
  });
  const ordered = Uint8Array.from(targets, (target) => (target.ordered ? 1 : 0));
  const sizes = Int32Array.from(targets, (target) => target.size);
  const core = { kind: 'trees' as const, order, trees, features, ordered, sizes, copies };
  return sums === null ? core : { ...core, sums: sums.found };
}

/** Finds one sum after another by all rows, and what trees are grown from by it: its ranges in those to learn from. */
function sumFinder(targets: readonly Target[], learned: readonly Target[], pause: () => void) {
  const scores = targets.map((target) => (target.ordered ? codeScores(target) : null));
  const covariance = scoreCovariance(targets, scores, pause);
  const codes = learned.map((target) => target.codes);
  const found: Sums = { scores, of: [] };
  return {
    found,
    findFor: (target: number, earlier: readonly number[]): Target[] => {
      const sum = findSum(target, earlier, { scores, covariance });
      found.of.push(sum);
      return sum === null ? [] : [sumTarget(sum, { codes, scores, rows: codes[0].length })];
    },
  };
}

/** Draws a value for a code of a field. */
export type DrawValue = (field: number, code: number, stream: RandomStream) => number;
export type EncodeValue = (field: number, value: number) => number;

export type Drawn = {
  /** Codes of each field. */
  codes: Uint8Array[];
  /** Values already drawn, of fields that others repeat or that repeat others. */
  values: (Float64Array | null)[];
};

/**
 * Draws rows; each field has a stream of its own.
 *
 * @param held codes that fields are held to; `weights` tells how likely each row's were
 */
export function sampleTreesCore(
  core: TreesCore,
  {
    rows,
    seed,
    block,
    purpose,
    drawValue,
    encodeValue,
    held = new Map(),
    pause = () => {},
  }: {
    rows: number;
    seed: Seed;
    block: number;
    purpose: number;
    drawValue: DrawValue;
    encodeValue: EncodeValue;
    held?: ReadonlyMap<number, number> | undefined;
    pause?: (() => void) | undefined;
  },
): Drawn & { weights: Float64Array } {
  const weights = new Float64Array(rows).fill(1);
  const codes: Uint8Array[] = core.trees.map(() => new Uint8Array(rows));
  const values: (Float64Array | null)[] = core.trees.map(() => null);
  const repeats = new Map(core.copies.map((copies) => [copies.field, copies.parents]));
  const valued = new Set(core.copies.flatMap(({ field, parents }) => [field, ...parents]));
  core.order.forEach((field, position) => {
    pause();
    const nested = core.trees[position];
    const own = core.features[position];
    const features = Array.from(own, (f) => codes[f]);
    const ordered = Uint8Array.from([...Array.from(own, (f) => core.ordered[f]), 1]);
    const sum = core.sums?.of[position] ?? null;
    if (sum !== null) features.push(rangesOf(sum, { codes, scores: core.sums!.scores, rows }));
    const stream = streamFor(seed, block, purpose + field);
    const out = codes[field];
    const fixed = held.get(field);
    if (fixed === undefined) drawNestedRows(nested, { features, ordered, stream, out });
    else {
      out.fill(fixed);
      const way = wayTo(nested, fixed);
      let row = 0;
      const leafIn = (tree: Tree) => leafOf(tree, { features, ordered, row });
      for (; row < rows; row++) weights[row] *= way === null ? 0 : chanceOfWay(way, leafIn);
    }
    if (!valued.has(field)) return;
    const size = core.sizes[field];
    const drawn = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      const code = out[row];
      if (code < size) drawn[row] = drawValue(field, code, stream);
      else {
        const value = values[repeats.get(field)![code - size]]![row]!;
        out[row] = encodeValue(field, value);
        drawn[row] = value;
      }
    }
    values[field] = drawn;
  });
  return { codes, values, weights };
}

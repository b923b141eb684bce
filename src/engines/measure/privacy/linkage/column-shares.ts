/** Maximum number of classes of a column: most frequent values, or number ranges of equal size. */
const CLASSES = 16;
const MAX_ROWS = 10_000;

function entropyOf(codes: Int32Array): number {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) {
    entropy -= (count / codes.length) * Math.log(count / codes.length);
  }
  return entropy;
}

/** Merges codes into few classes of neighbors. A value that fills a class or more has its own. */
function classesOf(all: Int32Array): Int32Array {
  const codes = all.subarray(0, MAX_ROWS);
  const sorted = codes.slice().sort();
  const cuts = Array.from(
    new Set(
      Array.from(
        { length: CLASSES - 1 },
        (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / CLASSES)],
      ),
    ),
  );
  return codes.map((code) => {
    let at = 0;
    while (at < cuts.length && code > cuts[at]) at++;
    return 2 * at + (code === cuts[at] ? 1 : 0);
  });
}

const WIDTH = 2 * CLASSES + 2;

/** Returns mutual information in nats, bias-corrected (Miller and Madow), at least 0. */
function sharedBy(a: Classed, b: Classed): number {
  const joint = a.codes.map((code, row) => code * WIDTH + b.codes[row]);
  const bias = ((a.used - 1) * (b.used - 1)) / (2 * a.codes.length);
  return Math.max(0, a.entropy + b.entropy - entropyOf(joint) - bias);
}

type Classed = { codes: Int32Array; used: number; entropy: number };

/**
 * Returns the part of each column not determined by its nearest column: 1 - I / H along the tree of
 * maximum mutual information (Chow and Liu 1968), rooted in the column of highest entropy. Avoids
 * counting agreement twice for redundant columns, such as a code and its name.
 *
 * @param columns codes of each column, of rows in random order; adjacent for neighboring numbers
 * @returns share per column, 0 to 1
 */
export function columnShares(columns: readonly Int32Array[]): number[] {
  const classed = columns.map((all): Classed => {
    const codes = classesOf(all);
    return { codes, used: new Set(codes).size, entropy: entropyOf(codes) };
  });
  const shares = classed.map(() => 1);
  const shared = classed.map(() => -1);
  const left = new Set(classed.keys());
  let next = classed.reduce(
    (most, { entropy }, at) => (entropy > classed[most].entropy ? at : most),
    0,
  );
  while (left.size > 0) {
    const { entropy } = classed[next];
    if (shared[next] > 0 && entropy > 0) shares[next] = Math.max(0, 1 - shared[next] / entropy);
    left.delete(next);
    const joined = classed[next];
    for (const at of left) shared[at] = Math.max(shared[at], sharedBy(joined, classed[at]));
    next = Array.from(left).reduce(
      (most, at) => (shared[at] > shared[most] ? at : most),
      left.values().next().value ?? 0,
    );
  }
  return shares;
}

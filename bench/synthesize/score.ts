import { formatCell } from '../../src/engines/table/format-table.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';
import { takeRows } from '../../src/engines/table/take-rows.ts';
import { auc, binTables, boost, predict, shuffled } from './boosting.ts';

export type Scores = {
  shapes: number;
  pairs: number;
  quality: number;
  c2st: number;
  tstr: number;
  dcr: number;
  hitsTrain: number;
  hitsHoldout: number;
  p: number;
};

const isNumber = (column: Column) => column.kind !== 'category';
const valuesOf = (column: Column) =>
  column.kind === 'category' ? new Float64Array(0) : column.values;

export function ks(a: Float64Array, b: Float64Array): number {
  const x = a.filter((v) => !Number.isNaN(v)).sort();
  const y = b.filter((v) => !Number.isNaN(v)).sort();
  let i = 0;
  let j = 0;
  let most = 0;
  while (i < x.length && j < y.length) {
    const v = Math.min(x[i]!, y[j]!);
    while (i < x.length && x[i] === v) i++;
    while (j < y.length && y[j] === v) j++;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  return 1 - most;
}

/** SDMetrics' discretisation: ten bins between the table's own extremes; the maximum and NaN get 11. */
function tenths(values: Float64Array): string[] {
  let low = Infinity;
  let high = -Infinity;
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  const width = (high - low) / 10;
  return Array.from(values, (v) =>
    Number.isNaN(v) || v >= high ? '11' : String(1 + Math.floor((v - low) / width)),
  );
}

const words = (column: Column): string[] =>
  column.kind === 'category'
    ? Array.from(column.codes, (c) => (c < 0 ? '' : column.dictionary[c]!))
    : tenths(column.values);

function shares(list: readonly string[]): Map<string, number> {
  const map = new Map<string, number>();
  for (const word of list) map.set(word, (map.get(word) ?? 0) + 1 / list.length);
  return map;
}

function variation(a: Map<string, number>, b: Map<string, number>): number {
  let sum = 0;
  for (const [key, share] of a) sum += Math.abs(share - (b.get(key) ?? 0));
  for (const [key, share] of b) if (!a.has(key)) sum += share;
  return 1 - sum / 2;
}

function correlation(a: Float64Array, b: Float64Array): number {
  let n = 0,
    sa = 0,
    sb = 0;
  for (let i = 0; i < a.length; i++)
    if (!Number.isNaN(a[i]!) && !Number.isNaN(b[i]!)) {
      n++;
      sa += a[i]!;
      sb += b[i]!;
    }
  const ma = sa / n,
    mb = sb / n;
  let ab = 0,
    aa = 0,
    bb = 0;
  for (let i = 0; i < a.length; i++)
    if (!Number.isNaN(a[i]!) && !Number.isNaN(b[i]!)) {
      ab += (a[i]! - ma) * (b[i]! - mb);
      aa += (a[i]! - ma) ** 2;
      bb += (b[i]! - mb) ** 2;
    }
  return ab / Math.sqrt(aa * bb);
}

function cramer(
  joint: Map<string, number>,
  a: Map<string, number>,
  b: Map<string, number>,
): number {
  let chi = 0;
  for (const [key, share] of joint) {
    const [x, y] = key.split('\u0001');
    chi += share ** 2 / (a.get(x!)! * b.get(y!)!);
  }
  return Math.sqrt((chi - 1) / Math.min(a.size - 1, b.size - 1));
}

/** SDMetrics 0.29's QualityReport of one table, thresholds 0.5 and 0.3. */
export function quality(
  real: Table,
  synthetic: Table,
): { shapes: number; pairs: number; quality: number } {
  const n = real.columns.length;
  const rw = real.columns.map(words);
  const sw = synthetic.columns.map(words);
  const ra = rw.map(shares);
  const shapes = real.columns.map((column, i) =>
    isNumber(column)
      ? ks(valuesOf(column), valuesOf(synthetic.columns[i]!))
      : variation(ra[i]!, shares(sw[i]!)),
  );
  const pairs: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (isNumber(real.columns[i]!) && isNumber(real.columns[j]!)) {
        const r = correlation(valuesOf(real.columns[i]!), valuesOf(real.columns[j]!));
        if (Math.abs(r) <= 0.5) continue;
        const s = correlation(valuesOf(synthetic.columns[i]!), valuesOf(synthetic.columns[j]!));
        pairs.push(1 - Math.abs(r - s) / 2);
        continue;
      }
      const joint = shares(rw[i]!.map((w, k) => `${w}\u0001${rw[j]![k]}`));
      if (!(cramer(joint, ra[i]!, ra[j]!) > 0.3)) continue;
      pairs.push(variation(joint, shares(sw[i]!.map((w, k) => `${w}\u0001${sw[j]![k]}`))));
    }
  }
  const mean = (list: number[]) => list.reduce((s, v) => s + v, 0) / list.length;
  return { shapes: mean(shapes), pairs: mean(pairs), quality: (mean(shapes) + mean(pairs)) / 2 };
}

/** AUC of boosted trees telling real rows from synthetic, mean of three folds, 10,000 rows a side at most. */
export function discriminate(real: Table, synthetic: Table, seed = 1n): number {
  const n = Math.min(real.rows, synthetic.rows, 10_000);
  const parts = binTables([
    takeRows(real, shuffled(real.rows, seed).subarray(0, n)),
    takeRows(synthetic, shuffled(synthetic.rows, seed).subarray(0, n)),
  ]);
  const features = parts[0]!.map((bins, c) => Uint8Array.from([...bins, ...parts[1]![c]!]));
  const label = Uint8Array.from({ length: 2 * n }, (_, i) => (i < n ? 0 : 1));
  const rows = shuffled(2 * n, seed + 1n);
  let sum = 0;
  for (let fold = 0; fold < 3; fold++) {
    const test = rows.filter((_, i) => i % 3 === fold);
    const trees = boost(
      features,
      label,
      rows.filter((_, i) => i % 3 !== fold),
    );
    sum += auc(predict(trees, features, test), (i) => label[test[i]!]!);
  }
  return sum / 3;
}

/** AUC on the holdout of boosted trees that learned the last column from `train`. */
export function transfer(train: Table, holdout: Table): number {
  const [a, b] = binTables([train, holdout]) as [Uint8Array[], Uint8Array[]];
  const target = train.columns.length - 1;
  const lowest = a[target]!.reduce((low, v) => Math.min(low, v), 255);
  const trees = boost(
    a.slice(0, target),
    a[target]!.map((v) => (v > lowest ? 1 : 0)),
    Uint32Array.from({ length: train.rows }, (_, i) => i),
  );
  const all = Uint32Array.from({ length: holdout.rows }, (_, i) => i);
  return auc(predict(trees, b.slice(0, target), all), (i) => (b[target]![i]! > lowest ? 1 : 0));
}

/** Share of synthetic rows nearer to training than to the holdout (Gower on ranks); ties count half. */
export function closerShare(train: Table, holdout: Table, synthetic: Table, most = 5000): number {
  const some = takeRows(synthetic, shuffled(synthetic.rows, 5n).subarray(0, most));
  const n = Math.min(train.rows, holdout.rows);
  const tables = [
    takeRows(
      train,
      Uint32Array.from({ length: n }, (_, i) => i),
    ),
    takeRows(
      holdout,
      Uint32Array.from({ length: n }, (_, i) => i),
    ),
    some,
  ];
  const ranks = tables.map(() => [] as Float32Array[]);
  train.columns.forEach((column, c) => {
    if (column.kind === 'category') {
      const known = new Map<string, number>();
      tables.forEach((table, t) => {
        ranks[t]!.push(
          Float32Array.from(words(table.columns[c]!), (word) => {
            if (!known.has(word)) known.set(word, known.size);
            return known.get(word)! * 2;
          }),
        );
      });
      return;
    }
    const sorted = Float64Array.from([
      ...valuesOf(tables[0]!.columns[c]!),
      ...valuesOf(tables[1]!.columns[c]!),
    ])
      .filter((v) => !Number.isNaN(v))
      .sort();
    const rank = (v: number) => {
      if (Number.isNaN(v)) return 3;
      let from = 0,
        to = sorted.length;
      while (from < to) {
        const m = (from + to) >> 1;
        if (sorted[m]! < v) from = m + 1;
        else to = m;
      }
      let from2 = from,
        to2 = sorted.length;
      while (from2 < to2) {
        const m = (from2 + to2) >> 1;
        if (sorted[m]! <= v) from2 = m + 1;
        else to2 = m;
      }
      return (from + from2) / 2 / sorted.length;
    };
    tables.forEach((table, t) => {
      ranks[t]!.push(Float32Array.from(valuesOf(table.columns[c]!), rank));
    });
  });
  const d = train.columns.length;
  const flat = ranks.map((columns, t) => {
    const rows = tables[t]!.rows;
    const out = new Float32Array(rows * d);
    columns.forEach((column, c) => {
      for (let r = 0; r < rows; r++) out[r * d + c] = column[r]!;
    });
    return out;
  });
  const nearest = (ref: Float32Array, row: number) => {
    const own = flat[2]!;
    let best = Infinity;
    for (let r = 0; r < n; r++) {
      let sum = 0;
      const base = r * d;
      for (let c = 0; c < d && sum < best; c++) {
        const diff = Math.abs(own[row * d + c]! - ref[base + c]!);
        sum += diff > 1 ? 1 : diff;
      }
      if (sum < best) best = sum;
    }
    return best;
  };
  let share = 0;
  for (let row = 0; row < some.rows; row++) {
    const a = nearest(flat[0]!, row),
      b = nearest(flat[1]!, row);
    share += a < b ? 1 : a === b ? 0.5 : 0;
  }
  return share / some.rows;
}

/** Training and holdout rows that occur word for word among the synthetic, and Fisher's one-sided p. */
export function exactHits(
  train: Table,
  holdout: Table,
  synthetic: Table,
): { train: number; holdout: number; p: number } {
  const keys = (table: Table) =>
    Array.from({ length: table.rows }, (_, row) =>
      table.columns.map((column) => formatCell(column, row)).join('\u0001'),
    );
  const made = new Set(keys(synthetic));
  const n = Math.min(train.rows, holdout.rows);
  const count = (table: Table) =>
    keys(table)
      .slice(0, n)
      .reduce((sum, key) => sum + (made.has(key) ? 1 : 0), 0);
  const a = count(train),
    b = count(holdout);
  return { train: a, holdout: b, p: fisher(a, b, n) };
}

function fisher(a: number, b: number, n: number): number {
  const k = a + b;
  const lf = new Float64Array(2 * n + 1);
  for (let i = 1; i <= 2 * n; i++) lf[i] = lf[i - 1]! + Math.log(i);
  const choose = (m: number, r: number) => lf[m]! - lf[r]! - lf[m - r]!;
  let p = 0;
  for (let x = a; x <= Math.min(k, n); x++)
    p += Math.exp(choose(n, x) + choose(n, k - x) - choose(2 * n, k));
  return Math.min(1, p);
}

export function score(train: Table, holdout: Table, synthetic: Table): Scores {
  const q = quality(train, synthetic);
  const hits = exactHits(train, holdout, synthetic);
  return {
    ...q,
    c2st: discriminate(train, synthetic),
    tstr: transfer(synthetic, holdout),
    dcr: closerShare(train, holdout, synthetic),
    hitsTrain: hits.train,
    hitsHoldout: hits.holdout,
    p: hits.p,
  };
}

import { randomBytes } from 'node:crypto';
import { fit, MECHANISMS, type Mechanism, sample } from '../../src/engines/synthesize/index.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { takeRows } from '../../src/engines/table/take-rows.ts';
import { halves, laterSet, packagedSet } from './packaged-sets.ts';
import { score } from './score.ts';

/** Fits a private model of a table; each row is one person's. */
export const privately = (
  train: Table,
  { epsilon, mechanism }: { epsilon: number; mechanism: Mechanism },
) =>
  fit(train, {
    mode: 'private',
    seed: 1n,
    differentialPrivacy: {
      epsilon,
      delta: 1e-6,
      unitColumn: null,
      mechanism,
      randomBytes: (length) => randomBytes(length),
    },
  });

const rangeOf = (values: Float64Array) => {
  const present = values.filter((value) => !Number.isNaN(value));
  return {
    low: present.reduce((a, b) => Math.min(a, b)),
    high: present.reduce((a, b) => Math.max(a, b)),
  };
};

/** Lists learned numeric columns with a value outside the real range by more than a tenth of it. */
function beyond(real: Table, made: Table, roles: readonly string[]): string[] {
  return real.columns.flatMap((column, i) => {
    const other = made.columns[i]!;
    if (column.kind !== 'number' || other.kind !== 'number' || roles[i] !== 'feature') return [];
    const [a, b] = [rangeOf(column.values), rangeOf(other.values)];
    const slack = 0.1 * (a.high - a.low);
    return b.low < a.low - slack || b.high > a.high + slack
      ? [`${column.name} ${b.low} to ${b.high}, real ${a.low} to ${a.high}`]
      : [];
  });
}

/** Files not used for tuning, each with columns of many zeros, amounts, counts or rates. */
const UNSEEN = [
  'Ecdat/DoctorContacts',
  'Ecdat/HI',
  'ggplot2/diamonds',
  'COUNT/rwm5yr',
  'Ecdat/BudgetFood',
];

export function benchPrivateRanges(fits: number): void {
  let outside = 0;
  let done = 0;
  for (const set of UNSEEN) {
    const table = packagedSet(set);
    for (let run = 0; run < fits / UNSEEN.length; run++) {
      const epsilon = [1, 3][run % 2]!;
      const mechanism = MECHANISMS[run % 10 === 0 ? 1 : 0];
      const model = privately(table, { epsilon, mechanism });
      const synthetic = sample(model, { rows: table.rows, seed: BigInt(run) });
      const roles = model.columns.map(({ role }) => role);
      const columnsBeyond = beyond(table, synthetic, roles);
      done++;
      if (columnsBeyond.length > 0) outside++;
      for (const what of columnsBeyond)
        console.log(`${set}, epsilon ${epsilon}, ${mechanism}: ${what}`);
    }
  }
  console.log(
    `private ranges: ${outside} of ${done} fits with a value beyond the real range by more than 10 %`,
  );
}

/** Measures the loss of classifiers trained on private rows, with mostly zero predictors. */
export function benchPrivateUse(stored: Record<string, { train: Table; holdout: Table }>): void {
  const sets = {
    ...stored,
    ...Object.fromEntries(
      ['Ecdat/DoctorContacts', 'Ecdat/HI', 'COUNT/rwm5yr'].map((set) => [
        set,
        halves(packagedSet(set)),
      ]),
    ),
  };
  for (const [name, { train, holdout }] of Object.entries(sets)) {
    for (const epsilon of [1, 3]) {
      for (const mechanism of MECHANISMS) {
        const scores = [1n, 2n].map((seed) => {
          const model = privately(train, { epsilon, mechanism });
          return score(train, holdout, sample(model, { rows: train.rows, seed }), {
            most: 500,
          });
        });
        const mean = (of: (one: (typeof scores)[number]) => number) =>
          (scores.reduce((sum, one) => sum + of(one), 0) / scores.length).toFixed(3);
        console.log(
          `${name}, ${train.rows} rows, epsilon ${epsilon}, ${mechanism}: quality ${mean((s) => s.quality)}, discriminator ${mean((s) => s.c2st)}, train on synthetic ${mean((s) => s.tstr)} (real ${mean((s) => s.real)})`,
        );
      }
    }
  }
}

/** Files that chose no setting of the mechanisms, with the column to predict. */
const UNUSED = [
  ['modeldata/wa_churn', 'churn'],
  ['modeldata/lending_club', 'Class'],
] as const;

const spread = (values: readonly number[]): string => {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const sum = values.reduce((a, b) => a + (b - mean) ** 2, 0);
  return `${mean.toFixed(3)} +- ${Math.sqrt(sum / Math.max(1, values.length - 1)).toFixed(3)}`;
};

/** Compares the mechanisms on unused files; each fit and sample of a seed is one value. */
export function benchPrivateMechanisms(seeds: number): void {
  for (const [set, target] of UNUSED) {
    const { train, holdout } = halves(laterSet(set));
    for (const mechanism of MECHANISMS) {
      const scores = Array.from({ length: seeds }, (_, seed) => {
        const model = privately(train, { epsilon: 3, mechanism });
        const synthetic = sample(model, { rows: train.rows, seed: BigInt(seed) });
        return score(train, holdout, synthetic, { target, most: 500 });
      });
      const of = (value: (one: (typeof scores)[number]) => number) => spread(scores.map(value));
      console.log(
        `${set}, ${train.rows} rows, ${train.columns.length} columns, epsilon 3, ${mechanism}, ${seeds} fits: quality ${of((s) => s.quality)}, discriminator on held-out rows ${of((s) => s.c2stHeldOut)}, train on synthetic ${of((s) => s.tstr)} (real ${scores[0]!.real.toFixed(3)})`,
      );
    }
  }
}

export const firstRows = (table: Table, rows: number): Table =>
  takeRows(
    table,
    Uint32Array.from({ length: Math.min(rows, table.rows) }, (_, i) => i),
  );

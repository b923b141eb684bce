import { entityIndex, findSequence } from '../table/sequence-shape.ts';
import type { Table } from '../table/table.ts';
import { encodeField, type Field, fieldValues, fitFields, targetOf } from './codec/field.ts';
import type { NumberCodecOptions } from './codec/number-codec.ts';
import { type ColumnPlan, planColumns } from './column-plan.ts';
import { MAX_LEARNED_ROWS } from './core/learning-rows.ts';
import type { TreeOptions } from './core/tree.ts';
import { fitTreesCore } from './core/trees.ts';
import { findLookups } from './find-lookups.ts';
import {
  engineVersion,
  FitCancelled,
  type FitOptions,
  FitRefused,
  type Model,
  type SynthesisMode,
} from './model.ts';
import { fitPrivate } from './private/fit-private.ts';
import { AIM_MEMORY } from './private/mechanisms/aim.ts';
import { fitSequence } from './sequence/fit-sequence.ts';

const MAX_COLUMNS = 2000;
const FIXED_MEMORY = 64 * 2 ** 20;

export const CODECS: Record<SynthesisMode, NumberCodecOptions> = {
  fidelity: { bins: 63, threshold: 5 },
  balanced: { bins: 63, threshold: 5 },
  cautious: { bins: 40, threshold: 10 },
  private: { bins: 32, threshold: 5 },
};

const trees = (
  leastLeaf: number,
  descriptionWeight: number,
  orderedWeight: number,
  shrink: number,
  orderedShrink = shrink,
): TreeOptions => ({
  leastLeaf,
  descriptionWeight,
  orderedWeight,
  classCap: 12,
  shrink,
  orderedShrink,
});

export const TREES: Record<SynthesisMode, TreeOptions> = {
  fidelity: trees(20, 0.35, 0.25, 40, 20),
  balanced: trees(40, 0.9, 0.5, 30),
  cautious: trees(100, 1.5, 1.5, 50),
  // Not used: the private mode has no trees.
  private: trees(100, 1.5, 1.5, 100),
};

/** Rows of histories are many more than entities, and drawn on from row to row: errors add up. */
export const HISTORIES: Record<SynthesisMode, TreeOptions> = {
  ...TREES,
  fidelity: trees(20, 0.25, 0.25, 30),
  balanced: trees(40, 0.25, 0.25, 30),
};

/**
 * Learns a table.
 *
 * @param table at least one row and one column; names must differ
 * @returns a model that holds no row of the table; write it with `modelToBytes`
 * @throws FitRefused where nothing can be learned, FitCancelled where the signal said stop
 */
export function fit(table: Table, options: FitOptions): Model {
  return fitWith(table, options, CODECS[options.mode], TREES[options.mode]);
}

/** `fit` with the dial's settings given one by one, for measuring them. */
export function fitWith(
  table: Table,
  options: FitOptions,
  codecOptions: NumberCodecOptions,
  treesOptions: TreeOptions,
): Model {
  check(table, options);
  const step = stepper(options);
  step('profile', 0, 1);
  if (options.mode === 'private') {
    const { differentialPrivacy } = options;
    if (differentialPrivacy === undefined)
      throw new FitRefused(
        'The private mode needs an epsilon, a delta and a source of random bytes.',
      );
    const fitted = fitPrivate(table, differentialPrivacy, options.roles ?? {}, step);
    // The number of rows is the file's secret too: what is kept is what the noisy counts say.
    const rows = Math.max(1, fitted.core.guarantee.noisyPersons);
    return { engine: engineVersion, mode: options.mode, rows, lookups: [], ...fitted };
  }
  const columns = planColumns(table, {
    roles: options.roles,
    threshold: codecOptions.threshold,
    pause: () => step('profile', 0, 1),
  });
  const found = findSequence(
    table,
    columns.map((plan) => plan.role),
  );
  const shape = options.isNamed === true && found?.balance == null ? null : found;
  step('profile', 1, 1);
  const head = { engine: engineVersion, mode: options.mode, rows: table.rows, columns };
  if (shape !== null) {
    const fitted = fitSequence(table, head, shape, {
      codecs: codecOptions,
      trees: HISTORIES[options.mode],
      seed: options.seed,
      step,
    });
    step('done', 1, 1);
    return { ...head, ...fitted, lookups: [] };
  }
  const entity = entityOf(table, columns);
  const fields: Field[] = [];
  const codes: Uint8Array[] = [];
  const values: (Float64Array | null)[] = [];
  const columnFields: number[][] = [];
  table.columns.forEach((column, i) => {
    step('codes', i, table.columns.length);
    const own: number[] = [];
    if (columns[i].made === null) {
      for (const field of fitFields(column, codecOptions, entity)) {
        own.push(fields.length);
        fields.push(field);
        codes.push(encodeField(field, column));
        values.push(fieldValues(field, column));
      }
    }
    columnFields.push(own);
  });
  const lookups = findLookups(codes, fields);
  const followed = new Set(lookups.map((lookup) => lookup.field));
  const learned = fields.map((_, f) => f).filter((f) => !followed.has(f));
  const targets = learned.map((f) => targetOf({ field: fields[f], codes: codes[f] }));
  const core = fitTreesCore(
    targets,
    learned.map((f) => values[f]),
    treesOptions,
    (done, total) => step('model', done, total),
  );
  step('done', 1, 1);
  return { ...head, columnFields, fields, lookups, core };
}

/** Whose each row is, by the reference column with the most entities; null where there is none. */
function entityOf(table: Table, plans: readonly ColumnPlan[]): Int32Array | null {
  let best: { of: Int32Array; count: number } | null = null;
  plans.forEach((plan, i) => {
    if (plan.role !== 'reference') return;
    const index = entityIndex(table.columns[i]);
    if (!index.of.includes(-1) && index.count > (best?.count ?? 0)) best = index;
  });
  return (best as { of: Int32Array } | null)?.of ?? null;
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/** Bytes that learning takes at most beside the table itself: codes and values, the trees' rows, one sorted column. */
export function fitMemory(rows: number, columns: number): number {
  const learned = Math.min(rows, MAX_LEARNED_ROWS);
  return FIXED_MEMORY + rows * (18 * columns + 80) + learned * 6 * columns;
}

function check(table: Table, { mostMemory, differentialPrivacy }: FitOptions): void {
  if (table.columns.length === 0) throw new FitRefused('The table has no columns.');
  if (table.rows === 0) throw new FitRefused('The table has no rows.');
  if (table.columns.length > MAX_COLUMNS)
    throw new FitRefused(`The table has ${table.columns.length} columns; at most ${MAX_COLUMNS}.`);
  const finer = differentialPrivacy?.mechanism === 'AIM' ? AIM_MEMORY : 0;
  const needed = fitMemory(table.rows, table.columns.length) + finer;
  if (mostMemory !== undefined && needed > mostMemory)
    throw new FitRefused(
      `Learning ${table.rows} rows of ${table.columns.length} columns takes about ${megabytes(needed)} MB, and ${megabytes(mostMemory)} MB may be used; fewer rows or columns would do.`,
    );
  const names = new Set(table.columns.map((column) => column.name));
  if (names.size < table.columns.length) throw new FitRefused('Two columns have the same name.');
}

/** Reports progress and stops where the caller said so. */
function stepper(options: FitOptions): (stage: string, done: number, total: number) => void {
  return (stage, done, total) => {
    if (options.signal?.aborted) throw new FitCancelled();
    options.progress?.(stage, done, total);
  };
}

import { DAY } from '../../table/date-format.ts';
import { rowsByEntity } from '../../table/sequence-shape.ts';
import type { DatetimeColumn, Table } from '../../table/table.ts';
import { encodeField, type Field, fitFields } from '../codec/field.ts';
import { encodeNumber, fitNumberCodec, type NumberCodecOptions } from '../codec/number-codec.ts';
import type { ColumnPlan } from '../column-plan.ts';
import { fitNested } from '../core/fit-nested.ts';
import { fitTree } from '../core/fit-tree.ts';
import type { Target, TreeOptions } from '../core/tree.ts';
import { findLookups } from '../find-lookups.ts';
import { daysOf, findSince } from './find-since.ts';
import { countChildren } from './relation.ts';
import type { SiblingRows } from './relations-model.ts';
import { positionCode, progressCode, siblingSlots } from './sibling-slots.ts';
import { codesOf, orderedOf, sizesOf, type Told } from './told.ts';

const MOST_ROWS = 250_000;
/** Parents from which values count by parents and not by rows; fewer are branches or regions, and no persons. */
const LEAST_ENTITIES = 50;
/** Rows of a parent, on average, up to which each row's date is drawn from the one before. */
const MOST_CHAINED = 8;

export type ChildInput = {
  table: Table;
  plans: ColumnPlan[];
  /** The parent's row of each row, -1 for none. */
  of: Int32Array;
  parents: number;
  /** Whether rows of further tables name these: they are things of their own. */
  isNamed: boolean;
  told: Told;
  /** What is told of the parent's rows. */
  telling: Table;
  codecs: NumberCodecOptions;
  trees: TreeOptions;
  step: () => void;
};

/** Features of a parent's rows, as targets. */
export function toldTargets(told: Told, codes: readonly Uint8Array[]): Target[] {
  const sizes = sizesOf(told);
  return orderedOf(told).map((ordered, f) => ({ codes: codes[f]!, size: sizes[f]!, ordered }));
}

/** Every k-th of the rows, or all. */
export const someRows = (rows: number): Uint32Array => {
  const used = Math.min(rows, MOST_ROWS);
  return Uint32Array.from({ length: used }, (_, i) => Math.floor((i * rows) / used));
};

/** A tree of few rows: how many children, or whether any. */
export const ofParents = (trees: TreeOptions): TreeOptions => ({
  ...trees,
  leastLeaf: Math.min(trees.leastLeaf, 20),
});

/** The first complete column of dates that never runs backwards within a parent's rows. */
function findSorted(table: Table, grouped: { order: Int32Array; start: Int32Array }): number {
  const { order, start } = grouped;
  return table.columns.findIndex((column) => {
    if (column.kind !== 'datetime' || column.values.some((value) => Number.isNaN(value)))
      return false;
    let pairs = 0;
    for (let parent = 0; parent + 1 < start.length; parent++) {
      for (let i = start[parent]! + 1; i < start[parent + 1]!; i++) {
        if (column.values[order[i]!]! < column.values[order[i - 1]!]!) return false;
        pairs++;
      }
    }
    return pairs > 0;
  });
}

function shifted(column: DatetimeColumn, of: Int32Array, above: DatetimeColumn): DatetimeColumn {
  const values = column.values.map(
    (value, row) => value - Math.floor(above.values[of[row]!]! / DAY) * DAY,
  );
  return { ...column, values };
}

/**
 * Learns rows that belong to rows of another table: how many each has, none included, and then one after another,
 * each from what is told of the parent and from the row before.
 */
export function fitSiblings(input: ChildInput): SiblingRows {
  const { table, plans, of, parents, told, telling, codecs, trees, step } = input;
  const context = codesOf(told, telling);
  const grouped = rowsByEntity(of, parents, Float64Array.from(of.keys()));
  const counts = countChildren(of, parents);
  const count = fitNumberCodec(counts, 0, codecs);
  const countCodes = Uint8Array.from(counts, (value) => encodeNumber(count, value));
  step();
  const countTree = fitTree(
    { codes: countCodes, size: count.size, ordered: true },
    toldTargets(told, context),
    someRows(parents),
    ofParents(trees),
    step,
  );
  const entity =
    input.isNamed || parents < LEAST_ENTITIES
      ? null
      : Int32Array.from(of, (row, i) => (row < 0 ? parents + i : row));
  const since = new Int32Array(table.columns.length).fill(-1);
  const counted = new Uint8Array(table.columns.length);
  const latest = new Float64Array(table.columns.length);
  const fields: Field[] = [];
  const codes: Uint8Array[] = [];
  const columnFields = table.columns.map((column, i) => {
    step();
    const own: number[] = [];
    if (plans[i]!.made !== null) return own;
    let learned = column;
    if (column.kind === 'datetime') {
      const days = daysOf(column.values);
      const found = findSince(days, of, telling, told);
      since[i] = found.place;
      counted[i] = found.counted ? 1 : 0;
      const above = telling.columns.find(({ name }) => name === told.columns[found.place]);
      if (found.counted && above?.kind === 'datetime') {
        latest[i] = fitNumberCodec(days, 0, codecs, entity).high;
        learned = shifted(column, of, above);
      }
    }
    for (const field of fitFields(learned, codecs, entity)) {
      own.push(fields.length);
      fields.push(field);
      codes.push(encodeField(field, learned));
    }
    return own;
  });
  const lookups = findLookups(codes, fields);
  const followed = new Set(lookups.map((lookup) => lookup.field));
  const sorted = findSorted(table, grouped);
  const having = counts.reduce((sum, rows) => sum + (rows > 0 ? 1 : 0), 0);
  const date = columnFields[sorted]?.[0] ?? -1;
  const datesFirst =
    date >= 0 && !followed.has(date) && grouped.order.length > MOST_CHAINED * having;
  const rank = (f: number) => (datesFirst && f === date ? 0 : fields[f]!.codec.size);
  const order = Int32Array.from(fields.keys())
    .filter((f) => !followed.has(f))
    .sort((a, b) => rank(a) - rank(b) || a - b);

  // Rows by parent, those without one at the end.
  const loose = Array.from(of.keys()).filter((row) => of[row]! < 0);
  const rows = Int32Array.from([...grouped.order, ...loose]);
  const slots = siblingSlots(told, count, fields, order);
  const learned = someRows(rows.length);
  const features: Target[] = slots.sizes.map((size, s) => ({
    codes: new Uint8Array(learned.length),
    size,
    ordered: slots.ordered[s] === 1,
  }));
  const single = encodeNumber(count, 1);
  let position = 0;
  let at = 0;
  rows.forEach((row, i) => {
    const parent = of[row]!;
    const first = i === 0 || parent < 0 || parent !== of[rows[i - 1]!];
    position = first ? 0 : position + 1;
    if (learned[at] !== i) return;
    context.forEach((list, f) => {
      features[f]!.codes[at] = list[parent < 0 ? parents : parent]!;
    });
    features[slots.count]!.codes[at] = parent < 0 ? single : countCodes[parent]!;
    features[slots.position]!.codes[at] = positionCode(position);
    features[slots.progress]!.codes[at] = progressCode(position, counts[parent] ?? 1);
    order.forEach((f, k) => {
      features[slots.own + k]!.codes[at] = codes[f]![row]!;
      features[slots.before + k]!.codes[at] = first ? 0 : codes[f]![rows[i - 1]!]! + 1;
    });
    at++;
  });
  const grown = Array.from(order.keys(), (k) =>
    fitNested(
      features[slots.own + k]!,
      features.slice(0, datesFirst && k === 0 ? slots.position : slots.own + k),
      Uint32Array.from(learned.keys()),
      trees,
      step,
    ),
  );
  return {
    kind: 'siblings',
    columns: plans,
    columnFields,
    fields,
    lookups,
    count,
    countTree,
    order,
    trees: grown,
    since,
    counted,
    latest,
    sorted,
    datesFirst,
    loose: loose.length / grouped.order.length,
  };
}

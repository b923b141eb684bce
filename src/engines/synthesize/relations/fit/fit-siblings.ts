import { isTimeOnly } from '../../../table/datetime-form.ts';
import { rowsByEntity } from '../../../table/sequence-shape.ts';
import type { Table } from '../../../table/table.ts';
import { encodeNumber } from '../../codec/number-codec.ts';
import { findLookups } from '../../columns/find-lookups.ts';
import { withSharedTexts } from '../../columns/shared-texts.ts';
import type { ColumnOrder } from '../../rules/column-orders.ts';
import { findRules } from '../../rules/find-rules.ts';
import { areLearned, rulesOf, withoutRules } from '../../rules/rules.ts';
import { fitNested } from '../../trees/fit-nested.ts';
import { learningRows } from '../../trees/learning-rows.ts';
import type { Target } from '../../trees/tree.ts';
import { codesOf, contextTargets, numbersAbove } from '../context-columns.ts';
import { countChildren } from '../relation.ts';
import { positionCode, progressCode, type SiblingSlots, siblingSlots } from '../sibling-slots.ts';
import type { SiblingRows } from '../tables-model.ts';
import type { ChildInput } from './child-input.ts';
import { type FittedCount, fitCount } from './fit-count.ts';
import { entitiesOf, fitSiblingColumns } from './sibling-columns.ts';

/** Maximum mean rows per parent for which each date is drawn from the previous one. */
const MAX_CHAINED = 8;

/** Minimum mean rows per parent for drawn numbers of rows to be scaled to it. */
const MIN_MEAN_HELD = 10;

type Grouped = { order: Int32Array; start: Int32Array };

/** Returns the first complete date column that never decreases within a parent's rows. */
function findSorted(table: Table, { order, start }: Grouped, derived: ReadonlySet<number>): number {
  return table.columns.findIndex((column, i) => {
    if (
      column.kind !== 'datetime' ||
      derived.has(i) ||
      isTimeOnly(column.form) ||
      column.values.some((value) => Number.isNaN(value))
    )
      return false;
    let pairs = 0;
    for (let parent = 0; parent + 1 < start.length; parent++) {
      for (let i = start[parent] + 1; i < start[parent + 1]; i++) {
        if (column.values[order[i]] < column.values[order[i - 1]]) return false;
        pairs++;
      }
    }
    return pairs > 0;
  });
}

/**
 * Fits rows of a parent table's rows: first their number, zero included, then one after another,
 * each from the context columns and the previous row.
 */
export function fitSiblings(whole: ChildInput): SiblingRows {
  const { threshold } = whole.codecs;
  const numbers = numbersAbove(whole.contextTable, whole.of);
  const own = whole.table.columns.length;
  const beside = { rows: whole.table.rows, columns: [...whole.table.columns, ...numbers] };
  const rules = findRules(beside, [...areLearned(whole.plans), ...numbers.map(() => true)], {
    above: numbers.map((_, i) => own + i),
    threshold,
    time: null,
    excluded: new Set(),
    inHistories: false,
    entity: entitiesOf(whole),
    choices: whole.choices,
  });
  const derived = new Set(
    [...rules.lags, ...rules.laws.map(({ law }) => law)].map((r) => r.column),
  );
  const left = withoutRules(beside, rules);
  const input = { ...whole, table: { ...left, columns: left.columns.slice(0, own) } };
  const { table, of, contextColumns, contextTable, trees, step } = input;
  const above = codesOf(contextColumns, contextTable);
  const counts = input.wholeCounts ?? countChildren(of, contextTable.rows);
  const meanRows = counts.reduce((sum, rows) => sum + rows, 0) / counts.length;
  const children = fitCount(counts, contextTargets(contextColumns, above), input);
  const { fields, columnFields, codes, since, counted, latest } = fitSiblingColumns(input, derived);
  const lookups = findLookups(codes, fields);
  const followed = new Set(lookups.map((lookup) => lookup.field));

  const grouped = rowsByEntity(of, contextTable.rows, Float64Array.from(of.keys()));
  const sorted = findSorted(table, grouped, derived);
  const parentsWithRows = children.counts.reduce((sum, rows) => sum + (rows > 0 ? 1 : 0), 0);
  const date = columnFields[sorted]?.[0] ?? -1;
  const datesFirst =
    date >= 0 && !followed.has(date) && grouped.order.length > MAX_CHAINED * parentsWithRows;
  const rank = (f: number) => (datesFirst && f === date ? 0 : fields[f].codec.size);
  const order = Int32Array.from(fields.keys())
    .filter((f) => !followed.has(f))
    .sort((a, b) => rank(a) - rank(b) || a - b);

  // Exchanged dates must not precede the parent's.
  const isAlikeSince = ({ low, high }: ColumnOrder) => since[low] === since[high];
  const loose = Array.from(of.keys()).filter((row) => of[row] < 0);
  const rows = Int32Array.from([...grouped.order, ...loose]);
  const slots = siblingSlots(contextColumns, { count: children.count, fields, order });
  const orderedCodes = Array.from(order, (f) => codes[f]);
  const features = replayFeatures({ of, rows, above, children, orderedCodes }, slots);
  const grown = Array.from(order.keys(), (k) =>
    fitNested(features[slots.own + k], {
      features: features.slice(0, datesFirst && k === 0 ? slots.position : slots.own + k),
      rows: Uint32Array.from(features[0].codes.keys()),
      options: trees,
      pause: step,
    }),
  );
  return {
    kind: 'siblings',
    columns: withSharedTexts(table, input.plans, {
      fields: [],
      codes: [],
      threshold,
      entity: entitiesOf(whole),
    }),
    columnFields,
    fields,
    lookups,
    ...rulesOf({ ...rules, orders: rules.orders.filter(isAlikeSince) }),
    ...(numbers.length > 0 && {
      above: numbers.map(({ name }, i) => ({ column: own + i, name })),
    }),
    count: children.count,
    countTree: children.countTree,
    ...(meanRows >= MIN_MEAN_HELD && { meanRows }),
    order,
    trees: grown,
    since,
    counted,
    latest,
    sorted,
    datesFirst,
    loose: loose.length < input.codecs.threshold ? 0 : loose.length / grouped.order.length,
  };
}

type Siblings = {
  of: Int32Array;
  /** Rows by parent; those without one come last. */
  rows: Int32Array;
  /** Codes of the context columns; the last entry is for rows without a parent. */
  above: readonly Uint8Array[];
  children: FittedCount;
  /** Codes of the fields in drawing order. */
  orderedCodes: readonly Uint8Array[];
};

/** Replays the training rows and records the features known when each field is drawn. */
function replayFeatures(
  { of, rows, above, children, orderedCodes }: Siblings,
  slots: SiblingSlots,
): Target[] {
  const { counts, codes: countCodes, count } = children;
  const learned = learningRows(rows.length);
  const features = slots.sizes.map((size, s) => ({
    codes: new Uint8Array(learned.length),
    size,
    ordered: slots.ordered[s] === 1,
  }));
  const single = encodeNumber(count, 1);
  let position = 0;
  let at = 0;
  rows.forEach((row, i) => {
    const parent = of[row];
    const before = rows[i - 1];
    const isFirst = before === undefined || parent < 0 || parent !== of[before];
    position = isFirst ? 0 : position + 1;
    if (learned[at] !== i) return;
    above.forEach((codes, f) => {
      features[f].codes[at] = codes[parent < 0 ? codes.length - 1 : parent];
    });
    features[slots.count].codes[at] = parent < 0 ? single : countCodes[parent];
    features[slots.position].codes[at] = positionCode(position);
    features[slots.progress].codes[at] = progressCode(position, counts[parent] ?? 1);
    orderedCodes.forEach((codes, k) => {
      features[slots.own + k].codes[at] = codes[row];
      features[slots.before + k].codes[at] = isFirst ? 0 : codes[before] + 1;
    });
    at++;
  });
  return features;
}

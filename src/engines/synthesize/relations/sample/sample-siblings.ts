import { type RandomStream, type Seed, streamFor } from '../../../random/stream.ts';
import { concatTables } from '../../../table/concat-tables.ts';
import { DAY } from '../../../table/datetime-form.ts';
import type { Column, Table } from '../../../table/table.ts';
import { takeColumn } from '../../../table/take-rows.ts';
import { decodeNumber } from '../../codec/decode-number.ts';
import { decodeColumn, replaceRare } from '../../codec/field.ts';
import type { NumberCodec } from '../../codec/number-codec.ts';
import { makeWords, writeEntities } from '../../columns/make-column.ts';
import { referenceMaker } from '../../columns/make-references.ts';
import { PURPOSES } from '../../random-purposes.ts';
import { byRules } from '../../rules/rules.ts';
import { withFixedValue } from '../../sample/given-values.ts';
import { drawNested } from '../../trees/flat-trees.ts';
import type { Nested } from '../../trees/nested.ts';
import { type ContextColumns, codesOf, namesAbove, numbersAbove } from '../context-columns.ts';
import { positionCode, progressCode, siblingSlots } from '../sibling-slots.ts';
import type { SiblingRows } from '../tables-model.ts';
import { BLOCK_PARENTS, evenNumbers } from './draw-count.ts';
import { drawUnderConditions, type SiblingConditions } from './sibling-conditions.ts';
import { siblingCounts } from './sibling-counts.ts';

/** Block number offset of rows without a parent. */
const LOOSE_BLOCKS = 2 ** 24;

/** Rows of a child table, with the parent row of each, -1 for none. */
export type ChildRows = { table: Table; of: Int32Array };

/** Draws the children of a parent table's rows; each block depends on its parents alone. */
export function sampleSiblings(
  siblings: SiblingRows,
  {
    contextColumns,
    contextTable,
    seed,
    conditions,
    isFree,
    pause,
  }: {
    contextColumns: ContextColumns;
    contextTable: Table;
    seed: Seed;
    conditions: SiblingConditions | null;
    /** True if no condition applies to any table. */
    isFree: boolean;
    pause: () => void;
  },
): ChildRows {
  const context = codesOf(contextColumns, contextTable);
  const parts: ChildRows[] = [];
  const add = (parents: Int32Array, block: number, stream: (i: number) => RandomStream) => {
    pause();
    parts.push(
      drawBlock(siblings, {
        contextColumns,
        context,
        contextTable,
        parents,
        block,
        streamOf: stream,
        seed,
        conditions,
        isFree,
      }),
    );
  };
  for (let from = 0; from < contextTable.rows; from += BLOCK_PARENTS) {
    const size = Math.min(BLOCK_PARENTS, contextTable.rows - from);
    const parents = Int32Array.from({ length: size }, (_, i) => from + i);
    add(parents, from / BLOCK_PARENTS, (i) => streamFor(seed, from + i, PURPOSES.siblings));
  }
  const rows = parts.reduce((sum, part) => sum + part.of.length, 0);
  const loose = Math.round(siblings.loose * rows);
  for (let from = 0; from < loose; from += BLOCK_PARENTS) {
    const none = new Int32Array(Math.min(BLOCK_PARENTS, loose - from)).fill(-1);
    const block = LOOSE_BLOCKS + from / BLOCK_PARENTS;
    add(none, block, (i) =>
      streamFor(seed, LOOSE_BLOCKS * BLOCK_PARENTS + from + i, PURPOSES.siblings),
    );
  }
  const of = new Int32Array(rows + loose);
  let at = 0;
  for (const part of parts) {
    of.set(part.of, at);
    at += part.of.length;
  }
  return { table: concatTables(parts.map((part) => part.table)), of };
}

/** Draws the codes of the rows of some parents, by field; parents of -1 have one row each. */
function drawCodes(
  siblings: SiblingRows,
  {
    contextColumns,
    context,
    parents,
    even,
    streamOf,
    conditions,
    isFree,
  }: {
    contextColumns: ContextColumns;
    context: readonly Uint8Array[];
    parents: Int32Array;
    even: Float64Array;
    streamOf: (i: number) => RandomStream;
    conditions: SiblingConditions | null;
    isFree: boolean;
  },
): { of: Int32Array; codes: Uint8Array[] } {
  const { count, fields, order, trees } = siblings;
  const slots = siblingSlots(contextColumns, { count, fields, order });
  const features = new Uint8Array(slots.sizes.length);
  const of: number[] = [];
  const sampled: number[][] = Array.from(order, () => []);
  const missing = (context[0]?.length ?? 1) - 1;
  const counts = siblingCounts(siblings, { slots, context, parents, even, streamOf, isFree });
  parents.forEach((parent, i) => {
    const { stream, rows, code } = counts[i];
    features.fill(0);
    context.forEach((list, f) => {
      features[f] = list[parent < 0 ? missing : parent];
    });
    features[slots.count] = code;
    const draw = (nested: Nested) =>
      drawNested(nested, { features, ordered: slots.ordered, stream });
    const dates = siblings.datesFirst
      ? Uint8Array.from({ length: rows }, () => draw(trees[0])).sort()
      : null;
    for (let row = 0; row < rows; row++) {
      features[slots.position] = positionCode(row);
      features[slots.progress] = progressCode(row, rows);
      const date = dates?.[row] ?? null;
      if (conditions === null)
        trees.forEach((tree, k) => {
          features[slots.own + k] = date !== null && k === 0 ? date : draw(tree);
        });
      else {
        const drawn = { trees, first: slots.own, date, features, ordered: slots.ordered, stream };
        drawUnderConditions(conditions, drawn);
      }
      for (let k = 0; k < trees.length; k++) {
        sampled[k].push(features[slots.own + k]);
        features[slots.before + k] = features[slots.own + k] + 1;
      }
      of.push(parent);
    }
  });
  const codes: Uint8Array[] = new Array(fields.length);
  order.forEach((f, k) => {
    codes[f] = Uint8Array.from(sampled[k]);
  });
  return { of: Int32Array.from(of), codes };
}

function drawBlock(
  siblings: SiblingRows,
  {
    contextColumns,
    context,
    contextTable,
    parents,
    block,
    streamOf,
    seed,
    conditions,
    isFree,
  }: {
    contextColumns: ContextColumns;
    context: readonly Uint8Array[];
    contextTable: Table;
    parents: Int32Array;
    block: number;
    streamOf: (i: number) => RandomStream;
    seed: Seed;
    conditions: SiblingConditions | null;
    isFree: boolean;
  },
): ChildRows {
  const { of, codes } = drawCodes(siblings, {
    contextColumns,
    context,
    parents,
    even: evenNumbers(parents.length, streamFor(seed, block, PURPOSES.siblingCount)),
    streamOf,
    conditions,
    isFree,
  });
  for (const { field, parent, map } of siblings.lookups) {
    const stream = streamFor(seed, block, PURPOSES.siblingRareValue + parent);
    replaceRare(siblings.fields[parent], codes[parent], stream);
    codes[field] = codes[parent].map((code) => map[code]);
  }
  const rows = of.length;
  const stream = (i: number) => streamFor(seed, block, PURPOSES.siblingColumn + i);
  const referenceOf = referenceMaker(siblings.columns, { rows, streamOf: stream });
  const fixedAt = (i: number) => conditions?.fixed.find(({ column }) => column === i);
  const columns = siblings.columns.map(({ layout, made: plan }, i): Column => {
    // Keys are numbered once all rows are known.
    if (plan?.kind === 'key')
      return layout.kind === 'category'
        ? { ...layout, codes: new Int32Array(rows), dictionary: [] }
        : { ...layout, values: new Float64Array(rows) };
    if (plan?.kind === 'reference') {
      const entities = referenceOf(i);
      return writeEntities(layout, plan, { entity: (row) => entities[row], rows });
    }
    if (plan !== null) {
      const own = stream(i);
      return makeWords(layout, { plan, rows, streamOf: () => own });
    }
    const fields = siblings.columnFields[i].map((f) => siblings.fields[f]);
    const own = siblings.columnFields[i].map((f) => codes[f]);
    const days = daysSince(siblings, {
      contextColumns,
      contextTable,
      column: i,
      of,
      codes: own[0],
      stream: stream(i),
    });
    const column = decodeColumn(layout, {
      fields,
      codes: own,
      sampled: [days, null],
      stream: stream(i),
    });
    const fixed = fixedAt(i);
    return fixed === undefined ? column : withFixedValue(column, fixed);
  });
  const numbers = numbersAbove(contextTable, of, namesAbove(siblings));
  const ruled = byRules(
    { rows, columns: [...columns, ...numbers] },
    siblings,
    (i) => fixedAt(i) !== undefined,
  );
  const table = { rows, columns: ruled.columns.slice(0, columns.length) };
  return inOrder({ table, of }, siblings.sorted);
}

/** Converts days relative to the parent's date to days since 1970; dates never precede it. */
function daysSince(
  siblings: SiblingRows,
  {
    contextColumns,
    contextTable,
    column,
    of,
    codes,
    stream,
  }: {
    contextColumns: ContextColumns;
    contextTable: Table;
    column: number;
    of: Int32Array;
    codes: Uint8Array;
    stream: RandomStream;
  },
): Float64Array | null {
  const name = contextColumns.columns[siblings.since[column]];
  const above = contextTable.columns.find((column) => column.name === name);
  if (above?.kind !== 'datetime') return null;
  const codec = siblings.fields[siblings.columnFields[column][0]].codec as NumberCodec;
  const isCounted = siblings.counted[column] === 1;
  return Float64Array.from(of, (parent, row) => {
    const from = Math.floor(above.values[parent] / DAY);
    const days = decodeNumber(codec, codes[row], stream);
    if (Number.isNaN(days)) return days;
    const day = isCounted ? Math.min(from + days, siblings.latest[column]) : days;
    return Math.max(from, day);
  });
}

/** Sorts the rows of each parent by date, as in the file. */
function inOrder({ table, of }: ChildRows, sorted: number): ChildRows {
  const column = table.columns[sorted];
  if (column === undefined || column.kind === 'category') return { table, of };
  const order = Int32Array.from(of.keys());
  order.sort((a, b) => of[a] - of[b] || column.values[a] - column.values[b] || a - b);
  return {
    table: { ...table, columns: table.columns.map((column) => takeColumn(column, order)) },
    of: Int32Array.from(order, (row) => of[row]),
  };
}

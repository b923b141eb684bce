import { DAY, isDateOnly } from '../../table/date-format.ts';
import {
  entityIndex,
  orderByBalance,
  rowsByEntity,
  type SequenceShape,
} from '../../table/sequence-shape.ts';
import type { Column, DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';
import { encodeField, type Field, fitFields } from '../codec/field.ts';
import {
  fitNumberCodec,
  type NumberCodec,
  type NumberCodecOptions,
} from '../codec/number-codec.ts';
import type { TreeOptions } from '../core/tree.ts';
import type { Model } from '../model.ts';
import { type EntityContext, fitEntityTrees, trialEntities } from './entity-context.ts';
import { findKinds } from './find-kinds.ts';
import { fitRowTrees } from './fit-row-trees.ts';
import { firstAmount, isSorted, overdraftChance, trackedKinds } from './history-facts.ts';
import { isStaticColumn, oneAnEntity, traitColumns } from './parent-table.ts';
import { RELATIVE_CODES, slotLayout } from './row-state.ts';
import type { SequenceCore } from './sequence-core.ts';
import { steerBalances } from './steer-balances.ts';

const MOST_ROWS = 250_000;
const TRAIT_BINS = 12;

export type SequenceFit = { fields: Field[]; columnFields: number[][]; core: SequenceCore };

/**
 * Learns a file of histories: the entities as one table, then each row from what the entity is and did.
 *
 * @param head what is known of the model; columns that are made have no fields
 * @param shape the columns that hold entity, time, amount and balance
 * @param context known of the entities whenever rows are drawn; its fields are the last of the entities'
 */
export function fitSequence(
  table: Table,
  head: Pick<Model, 'engine' | 'mode' | 'rows' | 'columns'>,
  shape: SequenceShape,
  codecs: NumberCodecOptions,
  trees: TreeOptions,
  seed: bigint,
  step: (stage: string, done: number, total: number) => void,
  context: EntityContext | null = null,
): SequenceFit {
  const plans = head.columns;
  const place = (name: string) => table.columns.findIndex((column) => column.name === name);
  const entityColumn = place(shape.entity);
  const timeColumn = place(shape.time);
  const time = table.columns[timeColumn] as DatetimeColumn;
  const index = entityIndex(table.columns[entityColumn]!);
  const grouped = rowsByEntity(index.of, index.count, time.values);
  const balanceColumn = shape.balance === null ? -1 : place(shape.balance.column);
  const amountColumn =
    shape.balance === null ? firstAmount(table, plans) : place(shape.balance.amount);
  const columnAt = (i: number) => (i < 0 ? null : (table.columns[i] as NumberColumn));
  const balances = columnAt(balanceColumn);
  const amounts = columnAt(amountColumn);
  if (balances !== null && amounts !== null) {
    orderByBalance(grouped, time.values, balances, amounts);
  }

  let count = index.count;
  while (count > 1 && grouped.start[count]! > MOST_ROWS) count--;
  const histories = { start: grouped.start.subarray(0, count + 1), count };
  const order = grouped.order.subarray(0, grouped.start[count]!);
  const entity = Int32Array.from(order, (row) => index.of[row]!);
  const days = Float64Array.from(order, (row) => Math.floor(time.values[row]! / DAY));
  let firstDay = Number.POSITIVE_INFINITY;
  let lastDay = Number.NEGATIVE_INFINITY;
  for (const day of days) {
    if (day < firstDay) firstDay = day;
    if (day > lastDay) lastDay = day;
  }

  step('codes', 0, 1);
  const isStatic = Uint8Array.from(table.columns, (column) =>
    isStaticColumn(column, order, histories) ? 1 : 0,
  );
  const fields: Field[] = [];
  const columnFields: number[][] = table.columns.map(() => []);
  const parentFields: Field[] = [];
  const parentCodes: Uint8Array[] = [];
  const statics: number[] = [];
  const rows: {
    f: number;
    field: Field;
    codes: Uint8Array;
    column: number;
    values: Float64Array | null;
  }[] = [];
  const addParent = (field: Field, column: Column) => {
    parentFields.push(field);
    parentCodes.push(encodeField(field, column));
  };
  table.columns.forEach((column, i) => {
    if (plans[i]!.made !== null || i === balanceColumn || i === entityColumn) return;
    if (i === timeColumn && isDateOnly(time.format)) return;
    if (isStatic[i] === 1 && i !== timeColumn && i !== amountColumn) {
      const own = oneAnEntity(column, order, histories);
      for (const field of fitFields(own, codecs)) {
        statics.push(fields.length);
        columnFields[i]!.push(fields.length);
        fields.push(field);
        addParent(field, own);
      }
      return;
    }
    const own = takeColumn(column, order);
    for (const field of fitFields(own, codecs, entity)) {
      if (i === timeColumn && field.part === 'day') continue;
      columnFields[i]!.push(fields.length);
      const values = own.kind === 'number' ? own.values : null;
      rows.push({ f: fields.length, field, codes: encodeField(field, own), column: i, values });
      fields.push(field);
    }
  });

  const kinds = findKinds(rows, entity);
  const joined = new Set(kinds.fields);
  const rest = rows.filter((_, r) => !joined.has(r));
  rest.sort((a, b) => Number(b.column === amountColumn) - Number(a.column === amountColumn));
  const tracked = trackedKinds(kinds.of, kinds.count);
  const rowAmounts = amounts === null ? null : Float64Array.from(order, (r) => amounts.values[r]!);
  const traits = traitColumns(histories, days, rowAmounts, kinds.of, tracked, lastDay);
  for (const trait of traits) {
    const options = { ...codecs, bins: TRAIT_BINS, extremes: false };
    addParent(
      { part: 'whole', codec: fitNumberCodec(trait.values, trait.decimals, options) },
      trait,
    );
  }
  const above = Int32Array.from({ length: count }, (_, e) =>
    context === null ? 0 : context.of[order[histories.start[e]!]!]!,
  );
  const firsts = Float64Array.from(
    above,
    (row, e) => days[histories.start[e]!]! - (context?.counted ? context.since![row]! : 0),
  );
  const places = {
    statics: Int32Array.from(statics),
    firstDay: parentFields.length,
    opening: -1,
    level: -1,
  };
  const addNumbers = (name: string, values: Float64Array, decimals: number) => {
    const column: NumberColumn = { kind: 'number', name, values, decimals };
    addParent(
      { part: 'whole', codec: fitNumberCodec(values, decimals, { ...codecs, extremes: false }) },
      column,
    );
  };
  addNumbers('first day', firsts, 0);
  let balance: NumberCodec | null = null;
  let levels = new Float64Array(0);
  let levelOf = new Float64Array(0);
  let rowBalances: Float64Array | null = null;
  if (balances !== null && rowAmounts !== null) {
    rowBalances = Float64Array.from(order, (row) => balances.values[row]!);
    const { start } = histories;
    levels = Float64Array.from({ length: count }, (_, e) => {
      const own = rowBalances!.subarray(start[e]!, start[e + 1]!);
      return own.reduce((sum, value) => sum + value, 0) / own.length;
    });
    levelOf = Float64Array.from({ length: order.length });
    for (let e = 0; e < count; e++) levelOf.fill(levels[e]!, start[e]!, start[e + 1]!);
    places.level = parentFields.length;
    addNumbers('level', levels, 2);
    places.opening = parentFields.length;
    const unit = 10 ** balances.decimals;
    const opening = (e: number) => {
      const i = histories.start[e]!;
      return Math.round((rowBalances![i]! - rowAmounts[i]!) * unit) / unit || 0;
    };
    addNumbers(
      'opening',
      Float64Array.from({ length: count }, (_, e) => opening(e)),
      balances.decimals,
    );
    balance = fitNumberCodec(rowBalances, balances.decimals, { ...codecs, extremes: false });
  }
  const gaps = days.map((day, i) =>
    i > 0 && entity[i] === entity[i - 1] ? day - days[i - 1]! : Number.NaN,
  );
  const gap = fitNumberCodec(
    gaps.filter((value) => !Number.isNaN(value)),
    0,
    { ...codecs, extremes: false },
  );

  context?.fields.forEach((field, f) => {
    parentFields.push(field);
    parentCodes.push(Uint8Array.from(above, (row) => context.codes[f]![row]!));
  });
  const parent = fitEntityTrees(
    parentFields,
    parentCodes,
    context?.fields.length ?? null,
    trees,
    (done, total) => step('entities', done, total),
  );
  const slots = slotLayout(
    kinds.count,
    gap.size,
    balance?.size ?? 1,
    rest.map((row) => row.field.codec.size),
    rest.map((row) => row.field.codec.kind === 'number'),
    tracked.length,
    parentFields.map((field) => field.codec.size),
    parentFields.map((field) => field.codec.kind === 'number'),
  );
  const grown = fitRowTrees(
    {
      histories,
      days,
      gaps,
      gap,
      kinds: kinds.of,
      kindCount: kinds.count,
      tracked,
      slots,
      lastDay,
      parentCodes,
      rowCodes: rest.map((row) => row.codes),
      rowTargets: rest.map((row) => ({
        size: row.field.codec.size,
        ordered: row.field.codec.kind === 'number',
      })),
      amounts: rest[0]?.column === amountColumn ? rowAmounts : null,
      balances: rowBalances,
      balance,
      levels,
    },
    trees,
    step,
  );
  const fitted: SequenceFit = {
    fields,
    columnFields,
    core: {
      kind: 'sequence',
      entityColumn,
      timeColumn,
      amountColumn: rest[0]?.column === amountColumn ? amountColumn : -1,
      balanceColumn,
      isStatic,
      sortedByTime: isSorted(time.values),
      entities: count,
      longest: histories.start.reduce(
        (most, at, e) => Math.max(most, e > 0 ? at - histories.start[e - 1]! : 0),
        0,
      ),
      firstDay,
      lastDay,
      parentFields,
      parent,
      places,
      kindFields: Int32Array.from(kinds.fields, (r) => rows[r]!.f),
      kinds: kinds.codes,
      kindCount: kinds.count,
      tracked,
      rowFields: Int32Array.from(rest, (row) => row.f),
      clock: rest.findIndex((row) => row.column === timeColumn),
      gap,
      balance,
      ...grown,
      slots,
      overdraft: overdraftChance(rowBalances, rowAmounts, entity),
      steering: new Float64Array(RELATIVE_CODES).fill(1),
      balanceSteering: new Float64Array(balance?.size ?? 0).fill(1),
      amountSteering: new Float64Array(rest[0]?.field.codec.size ?? 0).fill(1),
    },
  };
  if (rowBalances !== null && fitted.core.amountColumn >= 0) {
    step('balances', 0, 1);
    const model = { ...head, ...fitted, lookups: [] };
    steerBalances(
      model,
      fitted.core,
      { balances: rowBalances, levels: levelOf, amountCodes: rest[0]!.codes },
      seed,
      () => step('balances', 0, 1),
      trialEntities(fitted.core, context, above, seed),
    );
  }
  return fitted;
}

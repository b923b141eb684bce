import { checkCodec } from '../model/check/check-codec.ts';
import {
  checkColumns,
  checkLookups,
  checkReferences,
  checkTexts,
} from '../model/check/check-columns.ts';
import { checkModel } from '../model/check/check-model.ts';
import { checkRules } from '../model/check/check-rules.ts';
import { checkNested, checkTree } from '../model/check/check-tree.ts';
import { ensure } from '../model/model-unreadable.ts';
import { checkCount, type Kinds, shapeOf } from './check-context.ts';
import type { ContextColumns } from './context-columns.ts';
import { siblingSlots } from './sibling-slots.ts';
import type { HistoryRows, SiblingRows } from './tables-model.ts';

export function checkHistories(
  { model, any, since }: HistoryRows,
  contextColumns: ContextColumns,
  kinds: Kinds,
): void {
  checkModel(model);
  const { core } = model;
  ensure(core.kind === 'sequence', 'sequences');
  checkTree(any, shapeOf(contextColumns), 2);
  const contextCount = contextColumns.fields.length;
  const own = core.parentFields.length - contextCount;
  ensure(own > core.places.firstDay && own >= core.places.statics.length, 'entity fields');
  ensure(own > Math.max(core.places.opening, core.places.level), 'entity fields');
  ensure(core.parent.copies.length === 0, 'entity fields');
  contextColumns.fields.forEach((field, f) => {
    ensure(core.parent.order[f] === own + f, 'entity fields');
    ensure(core.parentFields[own + f].codec.size === field.codec.size, 'entity fields');
  });
  const name = contextColumns.columns[since.place];
  ensure(since.place < 0 || kinds.get(name ?? '') === 'datetime', 'reference dates');
}

export function checkSiblings(
  siblings: SiblingRows,
  contextColumns: ContextColumns,
  kinds: Kinds,
): void {
  for (const field of siblings.fields) checkCodec(field.codec);
  checkColumns(siblings);
  checkReferences(siblings);
  checkTexts(siblings);
  checkRules(siblings);
  const learned = checkLookups(siblings);
  const { order, trees, columns, since, sorted, count } = siblings;
  ensure(order.length === learned.length && learned.every((f) => order.includes(f)), 'field order');
  ensure(trees.length === order.length, 'number of trees');
  checkCount(count);
  checkTree(siblings.countTree, shapeOf(contextColumns), count.size);
  const slots = siblingSlots(contextColumns, { count, fields: siblings.fields, order });
  ensure(
    slots.sizes.every((size) => size <= 256),
    'codes of fields',
  );
  const first = siblings.columnFields[sorted]?.[0];
  ensure(!siblings.datesFirst || (first !== undefined && order[0] === first), 'dates drawn first');
  trees.forEach((nested, k) => {
    const available = siblings.datesFirst && k === 0 ? slots.position : slots.own + k;
    const shape = { sizes: slots.sizes.slice(0, available), ordered: slots.ordered };
    checkNested(nested, shape, siblings.fields[order[k]].codec.size);
  });
  const isDate = (i: number) => columns[i]?.layout.kind === 'datetime';
  ensure(sorted < 0 || isDate(sorted), 'column that orders rows');
  ensure(
    [since, siblings.counted, siblings.latest].every((list) => list.length === columns.length),
    'dates',
  );
  since.forEach((from, i) => {
    if (from < 0) return;
    ensure(isDate(i) && columns[i].made === null && siblings.loose === 0, 'reference dates');
    ensure(kinds.get(contextColumns.columns[from] ?? '') === 'datetime', 'reference dates');
  });
}

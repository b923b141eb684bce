import type { NumberCodec } from '../codec/number-codec.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { checkCodec } from '../model/check/check-codec.ts';
import { ensure } from '../model/model-unreadable.ts';
import { type ContextColumns, orderedOf, sizesOf } from './context-columns.ts';

export const MAX_CHILDREN = 10_000_000;

export type Kind = ColumnPlan['layout']['kind'];
/** Names and kinds of the context columns that a table's children see. */
export type Kinds = ReadonlyMap<string, Kind>;

export const shapeOf = (contextColumns: ContextColumns) => ({
  sizes: sizesOf(contextColumns),
  ordered: orderedOf(contextColumns),
});

export function checkContext(contextColumns: ContextColumns, kinds: Kinds): void {
  ensure(contextColumns.of.length === contextColumns.fields.length, 'context columns');
  ensure(new Set(contextColumns.columns).size === contextColumns.columns.length, 'context columns');
  contextColumns.fields.forEach((field, f) => {
    checkCodec(field.codec);
    const kind = kinds.get(contextColumns.columns[contextColumns.of[f]] ?? '');
    ensure(kind !== undefined, 'context columns');
    ensure((field.codec.kind === 'category') === (kind === 'category'), 'context columns');
    ensure((field.part === 'whole') === (kind !== 'datetime'), 'context columns');
  });
}

export function checkCount(count: NumberCodec): void {
  checkCodec(count);
  ensure(count.nullCode < 0 && count.low >= 0 && count.high <= MAX_CHILDREN, 'row counts');
  const { atomValue } = count;
  ensure(
    atomValue.every((value) => value >= 0 && value <= MAX_CHILDREN),
    'row counts',
  );
}

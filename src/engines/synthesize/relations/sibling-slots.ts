import { type Field, isOrdered } from '../codec/field.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import { type ContextColumns, orderedOf, sizesOf } from './context-columns.ts';

/** Maximum number of distinguished positions among siblings. */
const MAX_POSITIONS = 16;

/** Feature layout of sibling trees: parent, number of siblings, previous row, this row. */
export type SiblingSlots = {
  sizes: number[];
  ordered: Uint8Array;
  count: number;
  position: number;
  progress: number;
  before: number;
  own: number;
};

/** @param order the modeled fields in drawing order */
export function siblingSlots(
  contextColumns: ContextColumns,
  {
    count,
    fields,
    order,
  }: { count: NumberCodec; fields: readonly Field[]; order: ArrayLike<number> },
): SiblingSlots {
  const orderedFields = Array.from(order, (f) => fields[f]);
  const own = orderedFields.map(({ codec }) => codec.size);
  const ordered = orderedFields.map((field) => (isOrdered(field) ? 1 : 0));
  const context = sizesOf(contextColumns);
  return {
    sizes: [
      ...context,
      count.size,
      MAX_POSITIONS,
      MAX_POSITIONS,
      ...own.map((size) => size + 1),
      ...own,
    ],
    ordered: Uint8Array.from([...orderedOf(contextColumns), 1, 1, 1, ...ordered, ...ordered]),
    count: context.length,
    position: context.length + 1,
    progress: context.length + 2,
    before: context.length + 3,
    own: context.length + 3 + own.length,
  };
}

export const positionCode = (position: number): number => Math.min(position, MAX_POSITIONS - 1);

/** Returns a row's relative position among its siblings, in sixteenths. */
export const progressCode = (position: number, rows: number): number =>
  Math.floor((position / rows) * MAX_POSITIONS);

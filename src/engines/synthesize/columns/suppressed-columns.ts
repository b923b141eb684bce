import type { Model } from '../model/model.ts';

/** The learned columns that too few entities fill to be shown: they are given as missing in every row. */
export const suppressedColumns = ({
  columns,
  columnFields,
  fields,
}: Pick<Model, 'columns' | 'columnFields' | 'fields'>): string[] =>
  columns
    .filter((_, i) => {
      const own = columnFields[i] ?? [];
      return own.some((f) => fields[f]?.codec.size === 1 && fields[f]?.codec.nullCode === 0);
    })
    .map(({ layout }) => layout.name);

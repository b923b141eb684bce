import type { Model } from '../model/model.ts';

/** Returns the modeled columns without any shown value: all rows are missing or `other`. */
export const suppressedColumns = ({
  columns,
  columnFields,
  fields,
}: Pick<Model, 'columns' | 'columnFields' | 'fields'>): string[] =>
  columns
    .filter((_, i) => {
      const own = columnFields[i] ?? [];
      return own.some((f) => {
        const codec = fields[f]?.codec;
        if (codec?.kind === 'category') return codec.values.length + codec.restValues.length === 0;
        return codec?.size === 1 && codec.nullCode === 0;
      });
    })
    .map(({ layout }) => layout.name);

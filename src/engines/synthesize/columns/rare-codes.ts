import { isCode } from '../../../shared/layouts/choose-form.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import { valuesOfMany } from '../codec/entities-of-values.ts';

/**
 * Finds modeled code columns of which no value has `threshold` entities, such as a tax number per
 * account. No code could be shown, so they are generated in their form.
 *
 * @param learned for each column, true if it is modeled
 * @param entity the entity column
 */
export function findRareCodes(
  table: Table,
  learned: readonly boolean[],
  { entity, threshold }: { entity: string; threshold: number },
): string[] {
  const owner = table.columns.find(({ name }) => name === entity)!;
  const { of } = entityIndex(owner);
  return table.columns.flatMap((column, i) => {
    if (column.kind !== 'category' || learned[i] !== true) return [];
    const { dictionary } = column;
    if (dictionary.length < threshold || !dictionary.every(isCode)) return [];
    const shared = valuesOfMany(column.codes, of, threshold);
    shared.delete(-1);
    return shared.size === 0 ? [column.name] : [];
  });
}

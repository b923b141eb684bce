import type { PictureFigures } from '../../../../shared/report-sentences/picture-table.ts';
import { entityIndex } from '../../../table/sequence-shape.ts';
import type { Table } from '../../../table/table.ts';
import type { BinnedColumn } from '../accuracy/accuracy-bins.ts';
import type { SidedColumn, SidedNumbers } from '../align-columns.ts';
import { activity, months } from './activity.ts';
import { components } from './components.ts';
import type { Persons } from './count-cells.ts';
import { fan } from './fans.ts';
import { lengths } from './lengths.ts';
import { worstPair } from './worst-pair.ts';

function personsOf(table: Table | undefined, entity: string | undefined): Persons {
  const column = table?.columns.find(({ name }) => name === entity);
  return column === undefined ? null : entityIndex(column).of;
}

/**
 * Draws what a report may show as pictures. No figure of real rows has fewer than five people
 * behind it: accounts or customers of the entity column, otherwise rows.
 *
 * @param tables real, synthetic and, if there is one, held-out rows
 * @param columns aligned features of the same tables; `bins` of the same columns
 */
export function pictures(
  tables: readonly [real: Table, synthetic: Table, holdout?: Table],
  {
    columns,
    bins,
    trends,
    entity,
  }: {
    columns: readonly SidedColumn[];
    bins: readonly BinnedColumn[];
    trends: readonly { columns: readonly [string, string]; score: number | null }[];
    entity: string | undefined;
  },
): PictureFigures[] {
  const [real, synthetic, holdout] = tables;
  const persons = [real, synthetic, holdout].map((table) => personsOf(table, entity));
  const [own, other] = persons;
  const time = columns.find(
    (column): column is SidedNumbers => column.kind === 'number' && column.datetime,
  );
  const drawn = [
    time && activity(time, [own, other]),
    time && months(time, [own, other]),
    entity === undefined ? null : lengths(entity, persons),
    entity === undefined ? null : fan(real, synthetic, entity),
    components(columns, persons),
    worstPair(columns, bins, { trends, persons: [own, other] }),
  ];
  return drawn.filter((picture): picture is PictureFigures => !!picture);
}

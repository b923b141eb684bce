import { queryOptions } from '@tanstack/react-query';
import type { BankTable } from '../../../shared/bank-tables.ts';
import { EXPLORER_ROWS } from '../../../shared/limits.ts';
import { openClient } from '../../lib/client.ts';
import { unwrap } from '../../lib/service-error.ts';
import { ENTITIES, type EntityRow } from './entities.tsx';

/** The newest rows of a table. */
export const entityRowsQuery = (tab: BankTable) =>
  queryOptions({
    queryKey: ['explorer', tab],
    queryFn: async (): Promise<EntityRow[]> => {
      const client = await openClient();
      const { newest, select } = ENTITIES[tab];
      const rows = unwrap(
        await client
          .from(tab)
          .select(select)
          .order(newest, { ascending: false })
          .limit(EXPLORER_ROWS)
          .returns<EntityRow[]>(),
      );
      return rows ?? [];
    },
  });

/** Rows in which some shown value contains what was typed, in any case. */
export function searchRows<Row extends object>(
  rows: readonly Row[],
  typed: string,
): readonly Row[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    Object.entries(row).some(
      ([key, value]) =>
        key !== 'seq' &&
        String(value ?? '')
          .toLowerCase()
          .includes(wanted),
    ),
  );
}

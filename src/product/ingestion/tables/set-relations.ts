import type { z } from 'zod';
import type { Account } from '../../../platform/functions/define.ts';
import type {
  setTableRelationsAnswer,
  setTableRelationsBody,
} from '../../../shared/contracts/table-sets.ts';
import { readTableSet } from '../../data/table-set.ts';
import type { Product } from '../../product.ts';
import { checkLinks, withLinkedTables } from './link-tables.ts';
import { countRelation } from './propose-relations.ts';

export async function setTableRelations(
  product: Product,
  account: Account,
  body: z.output<typeof setTableRelationsBody>,
): Promise<z.input<typeof setTableRelationsAnswer>> {
  const { database } = product.platform;
  const { tenantId } = account;
  const { tables } = await database.asTenant(tenantId, (tx) => readTableSet(tx, body.table_set_id));
  const relations = await withLinkedTables(
    product,
    { tenantId, tables },
    async (connection, linked) => {
      checkLinks(linked, body);
      const counted = [];
      for (const relation of body.relations)
        counted.push(await countRelation(connection, linked, relation));
      return counted;
    },
  );
  await database.asTenant(tenantId, (tx) =>
    tx.query(
      'update public.table_sets set keys = $2, relations = $3, leave_orphans_out = $4 where id = $1',
      [
        body.table_set_id,
        JSON.stringify(body.keys),
        JSON.stringify(body.relations),
        body.leave_orphans_out,
      ],
    ),
  );
  return { relations };
}

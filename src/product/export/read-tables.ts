import type pg from 'pg';
import { parentsFirst, type Relation } from '../../engines/synthesize/relations/relation.ts';
import { AppError } from '../../shared/errors.ts';
import { type BatchSource, readSource } from './read-source.ts';

export type TablesSource = {
  tables: { name: string; key: string | null; batchId: string; source: BatchSource }[];
  relations: Relation[];
};

type Row = { id: string; status: string; name: string; notes: Notes };
type Notes = { keys: Record<string, string | null>; relations: Relation[] };

/** Reads linked tables without the ground truth of a book, since archives are for every member. */
export async function readTables(tx: pg.PoolClient, batchId: string): Promise<TablesSource> {
  const { rows } = await tx.query<Row>(
    `select other.batch_id as id, other.status, other.manifest #>> '{request,table}' as name,
            other.manifest -> 'notes' as notes
       from public.generation_logs g
       join public.generation_logs other on other.run_id = g.run_id and other.entity_type = 'table'
      where g.batch_id = $1 and g.entity_type = 'table'
        and other.batch_id <> all (private.truth_batches())
      order by other.batch_id`,
    [batchId],
  );
  if (!rows[0]) throw new AppError('not_found', 'Batch of linked tables not found.');
  const missing = rows.find(({ status }) => status !== 'completed');
  if (missing) {
    throw new AppError(
      'conflict',
      missing.status === 'deleted'
        ? `The batch of table ${missing.name} was deleted, so references would be broken. Download the other tables individually.`
        : 'The tables are still being generated.',
    );
  }
  const { keys, relations: all } = rows[0].notes;
  const names = rows.map(({ name }) => name);
  const relations = all.filter(({ child }) => names.includes(child));
  const tables: TablesSource['tables'] = [];
  for (const name of parentsFirst(names, relations)) {
    const { id } = rows.find((row) => row.name === name)!;
    tables.push({ name, key: keys[name] ?? null, batchId: id, source: await readSource(tx, id) });
  }
  return { tables, relations };
}

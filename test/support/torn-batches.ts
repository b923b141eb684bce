import type pg from 'pg';

/** Returns batches with missing or duplicate rows, and acknowledged but incomplete ones. */
export async function tornBatches(
  db: pg.Client,
  acknowledged: readonly string[],
): Promise<unknown[]> {
  const { rows } = await db.query(
    `with kept as (
       select batch_id, customer_id as id from bank.customers
       union all select batch_id, account_id from bank.accounts
       union all select batch_id, txn_id from bank.transactions),
     counted as (select batch_id, count(*) as rows, count(distinct id) as ids from kept group by 1)
     select g.batch_id, g.status, g.record_count, c.rows, c.ids
       from public.generation_logs g left join counted c using (batch_id)
      where coalesce(c.rows, 0) <> case g.status when 'completed' then g.record_count else 0 end
         or c.ids <> c.rows
         or (g.batch_id = any($1) and g.status <> 'completed')`,
    [acknowledged],
  );
  return rows;
}

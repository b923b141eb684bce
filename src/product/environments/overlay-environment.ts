import type pg from 'pg';
import type { z } from 'zod';
import { BANK_KEYS, BANK_TABLES } from '../../shared/bank-tables.ts';
import type { Overlay, overlayEnvironmentBody } from '../../shared/contracts/environments.ts';
import { edgeCaseRows } from './edge-cases.ts';
import type { Environment } from './environment.ts';

type Request = Pick<z.output<typeof overlayEnvironmentBody>, 'tables' | 'edge_cases'>;

const idsOf = (rows: Overlay['add'], column: string): string[] =>
  rows.flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : []));

/** Returns the accounts of transactions that are about to change. */
async function accountsOf(tx: pg.PoolClient, id: string, transactions: string[]) {
  const { rows } = await tx.query<{ account: string }>(
    'select distinct account_id as account from bank.transactions where tenant_id = $1 and txn_id = any ($2)',
    [id, transactions],
  );
  return rows.map(({ account }) => account);
}

/** Adds, changes and removes rows; refuses them if keys, references or the ledger don't hold. */
export async function overlayRows(
  tx: pg.PoolClient,
  { rows_tenant: id }: Environment,
  { tables, edge_cases: cases }: Request,
): Promise<void> {
  const library = edgeCaseRows(cases);
  const touched = new Set<string>();
  for (const table of BANK_TABLES) {
    const { add = [], change = [], remove = [] } = tables[table] ?? {};
    const added = [...add, ...library[table]];
    if (added.length + change.length + remove.length === 0) continue;
    if (table === 'transactions') {
      const changed = [...idsOf(change, BANK_KEYS[table]), ...remove];
      for (const account of await accountsOf(tx, id, changed)) touched.add(account);
    }
    for (const account of idsOf([...added, ...change], 'account_id')) touched.add(account);
    if (table === 'accounts') for (const account of remove) touched.add(account);
    await tx.query('select private.overlay_rows($1, $2, $3, $4, $5)', [
      id,
      table,
      JSON.stringify(added),
      JSON.stringify(change),
      JSON.stringify(remove),
    ]);
  }
  await tx.query('select private.check_overlay($1, $2)', [id, [...touched]]);
}

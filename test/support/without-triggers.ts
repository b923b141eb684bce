import pg from 'pg';

/** Runs a statement as an administrator of the server could: past triggers and policies. */
export async function withoutTriggers(
  { url }: { url: string },
  statement: string,
  values: unknown[] = [],
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

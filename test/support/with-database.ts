import pg from 'pg';

/** Work on a database by a connection of its own, whose loss is the work's to see. */
export async function withDatabase<T>(
  config: pg.ClientConfig,
  work: (db: pg.Client) => Promise<T>,
): Promise<T> {
  const db = new pg.Client(config);
  db.on('error', () => {});
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end().catch(() => {});
  }
}

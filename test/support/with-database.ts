import pg from 'pg';

/** Runs work on a separate database connection; the work must handle its loss. */
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

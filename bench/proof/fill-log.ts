import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PER_TRANSACTION = 5;

/** Writes entries of an organization by concurrent writers, in transactions of five. */
async function writeEntries(
  url: string,
  { tenantId, entries, writers }: { tenantId: string; entries: number; writers: number },
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: writers });
  let remaining = entries;
  const writer = async () => {
    while (remaining > 0) {
      remaining -= PER_TRANSACTION;
      await pool.query(
        `select private.log_entry('data.exported', gen_random_uuid()::text, $1::uuid,
                  encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), '{"action": "file.downloaded"}')
           from generate_series($2::int, $2 + ${PER_TRANSACTION - 1}) n`,
        [tenantId, remaining],
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: writers }, writer));
  } finally {
    await pool.end();
  }
}

async function waitUntilSealed(db: pg.Client): Promise<number> {
  for (;;) {
    const { rows } = await db.query<{ size: number; open: boolean; halted: string | null }>(
      `select (select coalesce(max(size), 0)::float8 from log.checkpoints) as size,
              exists (select from log.outbox)
                or (select coalesce(max(seq) + 1, 0) from log.leaves)
                   > (select coalesce(max(size), 0) from log.checkpoints) as open,
              (select reason from log.halted) as halted`,
    );
    const { size, open, halted } = rows[0]!;
    if (halted !== null) throw new Error(halted);
    if (!open) return size;
    await sleep(100);
  }
}

/** Fills the log of a running sandbox, waits for its checkpoint and prints the duration of both. */
export async function fillLog(
  db: pg.Client,
  { url, ...order }: { url: string; tenantId: string; entries: number; writers: number },
): Promise<number> {
  const begun = performance.now();
  const took = () => ((performance.now() - begun) / 1000).toFixed(1);
  await writeEntries(url, order);
  const written = took();
  const size = await waitUntilSealed(db);
  console.log(
    `  ${order.entries} entries of ${order.writers} writers in ${written} s, sealed after ${took()} s; the log has ${size}`,
  );
  return size;
}

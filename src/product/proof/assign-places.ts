import type pg from 'pg';
import { encodeEntry, type LogEntry } from '../../engines/provenance/log-entry.ts';
import { leafHash } from '../../engines/provenance/merkle.ts';
import type { Json } from '../../shared/canonical-json.ts';

const MAX_ROWS = 1024;

type OutboxRow = {
  id: string;
  kind: string;
  organization: string;
  subject: string;
  sha256: string | null;
  actor: string | null;
  detail: { [key: string]: Json };
  at: string;
};

async function readHeads(client: pg.ClientBase, organizations: string[]) {
  const { rows } = await client.query<{ organization: string; last: string | null }>(
    `select o as organization,
            (select max(organization_seq) from log.leaves where organization = o) as last
       from unnest($1::text[]) o`,
    [organizations],
  );
  const { rows: whole } = await client.query<{ size: string }>(
    'select coalesce(max(seq) + 1, 0) as size from log.leaves',
  );
  return {
    size: Number(whole[0]!.size),
    last: new Map(rows.map((row) => [row.organization, Number(row.last ?? 0)])),
  };
}

function entriesOf(rows: OutboxRow[], heads: Awaited<ReturnType<typeof readHeads>>): LogEntry[] {
  return rows.map((row, i) => {
    const place = heads.last.get(row.organization)! + 1;
    heads.last.set(row.organization, place);
    const { kind, subject, sha256, actor, detail, at } = row;
    const organization = row.organization === '' ? null : row.organization;
    const seq = heads.size + i;
    return {
      v: 1,
      seq,
      organization,
      organization_seq: place,
      at,
      kind,
      subject,
      sha256,
      actor,
      detail,
    };
  });
}

export type Leaf = { entry: LogEntry; bytes: Uint8Array; outboxId: string | null };

export const insertLeaves = (client: pg.ClientBase, leaves: readonly Leaf[]) =>
  client.query(
    `insert into log.leaves
       (seq, organization, organization_seq, outbox_id, kind, subject, sha256, at, entry, hash)
     select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[],
       $7::text[], $8::timestamptz[], $9::bytea[], $10::bytea[])`,
    [
      leaves.map(({ entry }) => entry.seq),
      leaves.map(({ entry }) => entry.organization ?? ''),
      leaves.map(({ entry }) => entry.organization_seq),
      leaves.map(({ outboxId }) => outboxId),
      leaves.map(({ entry }) => entry.kind),
      leaves.map(({ entry }) => entry.subject),
      leaves.map(({ entry }) => entry.sha256),
      leaves.map(({ entry }) => entry.at),
      leaves.map(({ bytes }) => Buffer.from(bytes)),
      leaves.map(({ bytes }) => Buffer.from(leafHash(bytes))),
    ],
  );

/** Time of an outbox row as its entry states it. */
export const ENTRY_TIME = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Moves the oldest outbox entries to numbered leaves, in one transaction. Only for the holder of
 * the log's lock; concurrent calls violate unique keys.
 * @returns the number of entries; fewer than `MAX_ROWS` if the outbox is empty
 */
export async function assignPlaces(
  client: pg.ClientBase,
): Promise<{ moved: number; all: boolean }> {
  await client.query('begin');
  try {
    const { rows } = await client.query<OutboxRow>(
      `select id, kind, organization, subject, sha256, actor, detail,
              ${ENTRY_TIME} as at
         from log.outbox order by id limit $1 for update`,
      [MAX_ROWS],
    );
    const heads = await readHeads(client, [...new Set(rows.map((row) => row.organization))]);
    const entries = entriesOf(rows, heads);
    const bytes = entries.map(encodeEntry);
    await insertLeaves(
      client,
      entries.map((entry, i) => ({ entry, bytes: bytes[i]!, outboxId: rows[i]!.id })),
    );
    await client.query('delete from log.outbox where id = any($1::bigint[])', [
      rows.map(({ id }) => id),
    ]);
    await client.query('commit');
    return { moved: rows.length, all: rows.length < MAX_ROWS };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

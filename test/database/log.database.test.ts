import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { commitmentTo as saltedHash } from '../../src/engines/provenance/log-entry.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { createTestDatabase, inRoles } from '../support/test-database.ts';

const db = startBeforeTests(createTestDatabase);

type OutboxRow = {
  kind: string;
  organization: string;
  subject: string;
  sha256: string | null;
  actor: string | null;
  detail: Record<string, unknown>;
};

const outbox = async (subject: string): Promise<OutboxRow[]> =>
  (
    await db.database.owner.query<OutboxRow>(
      'select * from log.outbox where subject = $1 order by id',
      [subject],
    )
  ).rows;

const hash = (letter: string) => letter.repeat(64);

async function newOrganization(): Promise<string> {
  const id = randomUUID();
  await db.database.owner.query(
    'insert into public.organizations (id, name, domain) values ($1, $2, $2)',
    [id, `Bank ${id}`],
  );
  return id;
}

const commitmentTo = async (id: string) =>
  (await db.database.owner.query('select private.commitment($1) as it', [id])).rows[0].it as string;

test('events of a batch are logged with the hash of its manifest', async () => {
  const tenant = await newOrganization();
  const { rows } = await db.database.owner.query<{ batch_id: string }>(
    "insert into public.generation_logs (tenant_id, entity_type, status) values ($1, 'customers', 'running') returning batch_id",
    [tenant],
  );
  const id = rows[0]!.batch_id;
  const change = (set: string) =>
    db.database.owner.query(`update public.generation_logs set ${set} where batch_id = $1`, [id]);
  await change(`status = 'completed', record_count = 5, manifest = '{"sha256": "${hash('a')}"}'`);
  await change('record_count = 6');
  await change(`manifest = '{"sha256": "${hash('b')}"}'`);
  await change("status = 'deleted'");
  const entries = await outbox(id);
  expect(entries.map(({ kind, sha256 }) => [kind, sha256])).toEqual([
    ['batch.completed', hash('a')],
    ['batch.resealed', hash('b')],
    ['batch.deleted', hash('b')],
  ]);
  expect(entries[0]!.detail).toEqual({
    entity: 'customers',
    records: 5,
    said: expect.any(String),
  });
  expect(new Set(entries.map(({ organization }) => organization))).toEqual(
    new Set([await commitmentTo(tenant)]),
  );
});

test('an uploaded file is a commitment: no entry contains its hash or number of rows, and its organization opens it', async () => {
  const { owner } = db.database;
  const tenant = await newOrganization();
  const id = randomUUID();
  await owner.query(
    `insert into public.ingestion_manifests (id, tenant_id, filename, record_count, schema, storage_path, format,
       file_size, sha256, parquet_path)
     values ($1, $2, 'people.csv', 48317, '{}', $3, 'csv', 1, $4, 'rows.parquet')`,
    [id, tenant, `${tenant}/people.csv`, hash('c')],
  );
  const path = `${tenant}/people.csv`;
  await owner.query("select audit.record('file.downloaded', 'ingested_data', $1, $2, $3)", [
    path,
    tenant,
    { sha256: hash('c') },
  ]);
  const named = createHash('sha256').update(path).digest('hex');
  const before = await outbox(id);
  await owner.query('delete from public.ingestion_manifests where id = $1', [id]);
  const entries = [...(await outbox(id)), ...(await outbox(named))];
  expect(entries.map(({ kind }) => kind)).toEqual([
    'dataset.uploaded',
    'dataset.deleted',
    'data.exported',
  ]);
  expect(JSON.stringify(entries)).not.toContain('48317');
  expect(JSON.stringify(entries)).not.toContain(hash('c'));
  expect(new Set(entries.map(({ sha256 }) => sha256))).toEqual(new Set([before[0]!.sha256]));

  const open = (as: string) =>
    transaction(owner, async (tx) => {
      await tx.query("select set_config('request.tenant_id', $1, true)", [as]);
      const { rows } = await tx.query('select public.open_source_commitment($1) as opening', [id]);
      return rows[0].opening as { sha256: string; key: string; commitment: string };
    });
  const opening = await open(tenant);
  expect(opening).toMatchObject({ sha256: hash('c'), commitment: before[0]!.sha256 });
  expect(saltedHash(Buffer.from(opening.key, 'hex'), hash('c'))).toBe(before[0]!.sha256);
  await expect(open(randomUUID())).rejects.toThrow('Dataset not found');
});

test('a rolled-back transaction leaves no entry', async () => {
  const tenant = await newOrganization();
  const id = randomUUID();
  await expect(
    transaction(db.database.owner, async (tx) => {
      await tx.query("select private.log_entry('data.exported', $1, $2)", [id, tenant]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await outbox(id)).toEqual([]);
});

test('a person is a commitment, which is worthless once the person is deleted', async () => {
  const id = randomUUID();
  const { owner } = db.database;
  await owner.query('insert into auth.users (id, email) values ($1, $2)', [
    id,
    `${id}@bank.example`,
  ]);
  await owner.query(
    'insert into public.profiles (id, email) values ($1, $2) on conflict do nothing',
    [id, `${id}@bank.example`],
  );
  const before = await commitmentTo(id);
  expect(await commitmentTo(id)).toBe(before);
  await owner.query("insert into public.user_roles (user_id, role) values ($1, 'admin')", [id]);
  const [granted] = await outbox(before);
  expect(granted).toMatchObject({ kind: 'role.granted', detail: { role: 'admin' } });
  expect(JSON.stringify(granted)).not.toContain(id);
  await owner.query('delete from public.profiles where id = $1', [id]);
  const salts = await owner.query('select from private.commitment_salts where id = $1', [id]);
  expect(salts.rowCount).toBe(0);
});

test("the server's own roles add to the outbox, and can do nothing else to the log, nor become its owner", async () => {
  await db.database.owner.query(
    "insert into log.outbox (kind, subject) values ('data.exported', 'mine')",
  );
  for (const statement of [
    'delete from log.outbox',
    "update log.outbox set kind = 'a.b'",
    'truncate log.outbox',
    "insert into log.outbox (kind, subject, at) values ('a.b', 'c', '2020-01-01')",
    'drop table log.leaves',
    'drop schema log cascade',
    'alter table log.leaves disable trigger all',
    "insert into log.leaves values (0, '', 1, null, 'a.b', 'c', null, now(), '', '')",
    'delete from log.checkpoints',
    'delete from log.halted',
    inRoles('set role :log'),
    'set role none; delete from log.outbox',
    'reset role; delete from log.outbox',
    inRoles('grant :log to :owner'),
  ]) {
    const client = new pg.Client({ connectionString: db.database.ownerUrl });
    await client.connect();
    const refusal = await client.query(statement).then(
      () => 'allowed',
      (error: Error) => error.message,
    );
    await client.end();
    expect([statement, refusal]).toEqual([
      statement,
      expect.stringMatching(
        /permission denied|must be owner|only roles with|must have admin option/i,
      ),
    ]);
  }
});

test('nobody who asks over the network reads the log in the database', async () => {
  const client = new pg.Client({ connectionString: db.authenticatorUrl });
  await client.connect();
  for (const role of [':anon', ':authenticated', ':service_role']) {
    await client.query(inRoles(`set role ${role}`));
    await expect(client.query('select * from log.leaves')).rejects.toThrow('permission denied');
    await client.query('reset role');
  }
  await client.end();
});

test('a tenant sees its own entries, with the first signature from outside that covers each', async () => {
  const [mine, other] = [await newOrganization(), await newOrganization()];
  const administrator = new pg.Client({ connectionString: db.logUrl });
  await administrator.connect();
  for (const [seq, tenant] of [mine, other, mine, mine].entries()) {
    await administrator.query(
      `insert into log.leaves (seq, organization, organization_seq, kind, subject, at, entry, hash)
       values ($1::bigint, $2, $1::bigint + 1, 'batch.completed', 'x', now(), 'entry', 'hash')`,
      [seq, await commitmentTo(tenant)],
    );
  }
  await administrator.query(
    `insert into log.outside_signatures (size, kind, name, signed_at, signature) values
       (1, 'witness', 'w1', '2026-11-22 12:00Z', ''), (3, 'timestamp', 'tsa', '2026-11-22 13:00Z', ''),
       (3, 'witness', 'w2', '2026-11-22 14:00Z', '')`,
  );
  await administrator.end();
  const client = new pg.Client({ connectionString: db.authenticatorUrl });
  await client.connect();
  const seenBy = async (tenant: string) => {
    await client.query("select set_config('request.tenant_id', $1, false)", [tenant]);
    const { rows } = await client.query(
      'select seq::int, outside_name from public.log_entries order by seq',
    );
    return rows.map(({ seq, outside_name: name }) => [seq, name]);
  };
  await client.query(inRoles('set role :authenticated'));
  expect(await seenBy(mine)).toEqual([
    [0, 'w1'],
    [2, 'tsa'],
    [3, null],
  ]);
  expect(await seenBy(other)).toEqual([[1, 'tsa']]);
  expect(await seenBy(randomUUID())).toEqual([]);
  await client.end();
});

test('approvals wait while the log is halted', async () => {
  const live = () => db.database.owner.query('select private.require_live_log()');
  await live();
  const administrator = new pg.Client({ connectionString: db.url });
  await administrator.connect();
  await administrator.query("insert into log.halted (reason) values ('test')");
  await expect(live()).rejects.toThrow('Approvals wait');
  await administrator.query('delete from log.halted');
  await administrator.query(
    "insert into log.outbox (kind, subject, at) values ('a.b', 'c', now() - interval '6 minutes')",
  );
  await expect(live()).rejects.toThrow('Approvals wait');
  await administrator.query('delete from log.outbox');
  await administrator.end();
  await live();
});

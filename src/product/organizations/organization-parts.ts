import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ZipPart } from '../../platform/files/write-zip.ts';
import { fileKey } from '../../platform/storage/context.ts';
import type { Product } from '../product.ts';

type Listed = { file: string; bytes: number; sha256: string; name?: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Columns that are credentials. */
const SECRET = ['key_hash'];

/** Passes bytes on, and lists them with size and hash at their end. */
function listing(source: Readable, list: Listed[], entry: Omit<Listed, 'bytes' | 'sha256'>) {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      list.push({ ...entry, bytes, sha256: hash.digest('hex') });
      done();
    },
  });
  // An error destroys the other stream, whose reader reports it.
  void pipeline(source, counted).catch(() => {});
  return counted;
}

/** Returns the tables with an organization's rows, with readable columns and a condition. */
async function tablesOf(client: pg.ClientBase): Promise<{ name: string; query: string }[]> {
  const { rows } = await client.query<{ name: string; columns: string; key: string }>(
    `with named as (
       select relation, 'tenant_id' as key from private.tables_of_tenants()
        where relation::text !~ '^(private|storage)\\.'
       union all select 'public.profiles', 'org_id'
       union all select 'public.organizations', 'id'
       union all select c.oid::regclass, 'tenant_id' from pg_class c
        where c.relnamespace = 'audit'::regnamespace and c.relkind = 'r' and c.relname <> 'deleted_organizations')
     select distinct on (n.relation::text) format('%s.%s', c.relnamespace::regnamespace, c.relname) as name,
            (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
              where a.attrelid = n.relation and a.attnum > 0 and not a.attisdropped and a.attname <> all ($1)) as columns,
            n.key
       from named n join pg_class c on c.oid = n.relation::regclass
      order by n.relation::text, n.key`,
    [SECRET],
  );
  return rows.map(({ name, columns, key }) => ({
    name,
    query: `select ${columns} from ${name} where ${key} = ORGANIZATION`,
  }));
}

type Stored = { id: string; bucket: string; name: string; version: string };

const filesOf = async (client: pg.ClientBase, organization: string): Promise<Stored[]> =>
  (
    await client.query<Stored>(
      `select id, bucket_id as bucket, name, version from storage.objects
        where tenant_id = $1 order by bucket_id, name`,
      [organization],
    )
  ).rows;

const sealedEntries = (client: pg.ClientBase, organization: string) =>
  client.query<{ entry: string }>(
    `select convert_from(entry, 'UTF8') as entry from log.leaves
      where organization = private.commitment($1) order by organization_seq`,
    [organization],
  );

/**
 * Yields the parts of an export, read in one snapshot. Files are named by their id, as their own
 * names may be no paths; the manifest at the end has names, sizes and hashes. COPY takes no
 * parameters, so the id is validated.
 */
export async function* organizationParts(
  { platform, files }: Pick<Product, 'platform' | 'files'>,
  organization: string,
): AsyncGenerator<ZipPart> {
  if (!UUID.test(organization)) throw new Error('the id is no uuid');
  const client = await platform.database.owner.connect();
  const list: Listed[] = [];
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const { name, query } of await tablesOf(client)) {
      const copied = `copy (${query.replace('ORGANIZATION', `'${organization}'`)}) to stdout (format csv, header)`;
      const file = `tables/${name}.csv`;
      yield { name: file, open: () => listing(client.query(copyTo(copied)), list, { file }) };
    }
    const { rows } = await sealedEntries(client, organization);
    const lines = rows.map(({ entry }) => `${entry}\n`);
    const log = 'log/entries.jsonl';
    yield { name: log, open: () => listing(Readable.from(lines), list, { file: log }) };
    for (const { id, bucket, name, version } of await filesOf(client, organization)) {
      const file = `files/${bucket}/${id}`;
      yield {
        name: file,
        open: async () => listing(await files.get(fileKey(version)), list, { file, name }),
      };
    }
    const at = new Date().toISOString();
    const manifest = () => JSON.stringify({ organization, exported_at: at, files: list }, null, 2);
    yield { name: 'manifest.json', open: () => Readable.from([manifest()]) };
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

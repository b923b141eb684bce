/**
 * Serves reads with minimum work: node:http and pg; same connections, role and policies as the
 * product. Statements are prepared and pipelined; PostgreSQL or Node writes the JSON.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

const { authenticatorUrl, ownerUrl, claims } = JSON.parse(process.argv[2]!) as {
  authenticatorUrl: string;
  ownerUrl: string;
  claims: string;
};
for (const type of [1082, 1114, 1184]) pg.types.setTypeParser(type, (text) => text);
const address = { connectionString: authenticatorUrl, options: '-c timezone=UTC' };
const requests = new pg.Pool({ ...address, max: 16, pipeline: true });
const copies = new pg.Pool({ ...address, max: 4 });
const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 });

const named = (text: string, values: unknown[]) => ({
  name: createHash('md5').update(text).digest('hex'),
  text,
  values,
});
const admission = (bearer: string, role: string) =>
  named(
    "select private.begin_request($1::jsonb), set_config('role', private.database_role($2), true), set_config('statement_timeout', '15s', true)",
    [bearer, role],
  );

async function inTransaction<Rows>(bearer: string, role: string, query: pg.QueryConfig) {
  const client = await requests.connect();
  try {
    const sent = [
      client.query('begin read only'),
      client.query(admission(bearer, role)),
      client.query(query),
      client.query('commit'),
    ];
    return (await Promise.all(sent))[2]!.rows as Rows[];
  } finally {
    client.release();
  }
}

const table = 'select * from public.transactions';
const bySql = (query: string) =>
  `select coalesce(json_agg(t), '[]')::text as body from (${query}) t`;

async function rows(limit: number, writer: string): Promise<string> {
  const query = `${table} limit $1`;
  if (writer === 'node') {
    return JSON.stringify(await inTransaction(claims, 'authenticated', named(query, [limit])));
  }
  const sql = named(bySql(query), [limit]);
  return (await inTransaction<{ body: string }>(claims, 'authenticated', sql))[0]!.body;
}

/** Admits a key, then returns its newest rows. */
async function keyRows(key: string, limit: number): Promise<string> {
  const hash = createHash('sha256').update(key).digest();
  const { rows } = await owner.query<{ claims: object }>(
    named('select claims from private.admit_key($1)', [hash]),
  );
  const query = named(`${table} order by txn_ts desc, seq desc limit $1`, [limit]);
  const bearer = JSON.stringify(rows[0]!.claims);
  return JSON.stringify(await inTransaction(bearer, 'key_holder', query));
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  const limit = Number(searchParams.get('limit'));
  try {
    if (pathname === '/csv') {
      const client = await copies.connect();
      await client.query('begin read only');
      await client.query(admission(claims, 'authenticated'));
      const copy = client.query(
        copyTo(`copy (${table} limit ${limit}) to stdout (format csv, header)`),
      );
      copy.pipe(response);
      await new Promise((resolve, reject) => copy.once('end', resolve).once('error', reject));
      await client.query('commit');
      client.release();
      return;
    }
    const key = request.headers.authorization?.slice('Bearer '.length);
    const body =
      pathname === '/key'
        ? await keyRows(key!, limit)
        : await rows(limit, searchParams.get('writer')!);
    response.setHeader('content-type', 'application/json').end(body);
  } catch (error) {
    response.statusCode = 500;
    response.end((error as Error).message);
  }
});
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as { port: number }).port);
});
process.on('disconnect', () => process.exit(0));

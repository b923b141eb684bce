/** Serves a read with minimum work: node:http and pg, same connections, role and policies. */
import { createServer } from 'node:http';
import pg from 'pg';

const { authenticatorUrl, claims } = JSON.parse(process.argv[2]!) as {
  authenticatorUrl: string;
  claims: string;
};
for (const type of [1082, 1114, 1184]) pg.types.setTypeParser(type, (text) => text);
const pool = new pg.Pool({ connectionString: authenticatorUrl, max: 16 });

async function read(): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query('select private.begin_request($1::jsonb)', [claims]);
    await client.query(
      "select set_config('role', private.database_role('authenticated'), true), set_config('statement_timeout', '15s', true)",
    );
    const { rows } = await client.query('select * from public.transactions limit 100');
    await client.query('commit');
    return JSON.stringify(rows);
  } finally {
    client.release();
  }
}

const server = createServer((_request, response) => {
  read().then(
    (body) => response.setHeader('content-type', 'application/json').end(body),
    (error: Error) => {
      response.statusCode = 500;
      response.end(error.message);
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as { port: number }).port);
});
process.on('disconnect', () => process.exit(0));

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { formatKey } from '../engines/provenance/note.ts';
import { logKeysIn } from '../product/proof/log-keys.ts';
import { openWitness, type Witness } from '../product/proof/witness.ts';
import { AppError } from '../shared/errors.ts';
import { refused } from './terminal/arguments.ts';
import { withDatabase } from './with-database.ts';

const options = {
  log: { type: 'string' },
  state: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  name: { type: 'string' },
} as const;

const MAX_BODY_BYTES = 64 * 1024;

function serve(witness: Witness, { host, port }: { host: string; port: number }): Promise<number> {
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    try {
      if (request.method !== 'POST' || !request.url?.endsWith('/add-checkpoint')) {
        answer(404, 'POST …/add-checkpoint\n');
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of request) {
        size += (chunk as Buffer).length;
        if (size > MAX_BODY_BYTES) throw new AppError('too_large', 'over 64 kB');
        chunks.push(chunk as Buffer);
      }
      const { status, body, type } = witness.addCheckpoint(Buffer.concat(chunks).toString('utf8'));
      answer(status, body, type);
      process.stderr.write(`${new Date().toISOString()} ${status} ${body.split('\n')[0]}\n`);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      answer(500, 'Witness error.\n');
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        server.closeAllConnections();
        server.close(() => resolve(0));
      });
    }
  });
}

/** Forgets the keys of a log, which are seen again at its next request; its last checkpoint stays. */
async function forget(origin: string): Promise<number> {
  await withDatabase(async ({ owner }) => {
    const { rowCount } = await owner.query(
      'update private.witnessed_logs set keys = null where origin = $1',
      [origin],
    );
    if (rowCount === 0) throw new AppError('not_found', `This sandbox does not witness ${origin}.`);
  });
  return 0;
}

export async function witnessCommand(args: string[]): Promise<number> {
  if (args[0] === 'forget' && args.length === 2) return forget(args[1]!);
  const { values } = parseArgs({ args, options });
  const { log, state, host } = values;
  if (log === undefined)
    throw refused("--log: expected the log's public key or a file containing it.");
  if (state === undefined)
    throw refused('--state: expected a file name; the file is created if missing.');
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw refused('--port: expected a port number.');
  // The file is read again, so that it can be replaced when the log's key changes.
  const keys = () => logKeysIn(existsSync(log) ? readFileSync(log, 'utf8') : log, '--log');
  const { origin } = keys();
  const name = values.name ?? `${hostname()}/witness`;
  if (/[\s+]/.test(name)) throw refused('--name must not contain blanks or plus signs.');
  const witness = openWitness(state, { log: keys, name });
  process.stdout.write(`${formatKey(witness.key)}\n`);
  process.stderr.write(`Witness of ${origin} at http://${host}:${port}\n`);
  return serve(witness, { host, port });
}

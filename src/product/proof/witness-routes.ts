import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { keyChangesIn } from '../../engines/provenance/key-change.ts';
import { formatKey } from '../../engines/provenance/note.ts';
import { transaction } from '../../platform/database/database.ts';
import { witnessAddress } from './ask-witness.ts';
import { followedIn, type LogKeys, logKeysIn } from './log-keys.ts';
import {
  cosign,
  NO_CHECKPOINT,
  newWitnessKey,
  originIn,
  UNKNOWN_LOG,
  type WitnessAnswer,
  type WitnessKey,
  witnessKey,
} from './witness.ts';

const MAX_BODY_BYTES = 64 * 1024;
const TIMEOUT_MILLISECONDS = 5000;
/** Shortest time between two readings of another sandbox's keys. */
const READ_AGAIN_MILLISECONDS = 2000;
const ENDING = /\/witness$/;

type Options = {
  owner: pg.Pool;
  publicUrl: string;
  witnessUrls: readonly string[];
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Returns addresses of sandboxes: they witness this one at `/witness`, and it witnesses them. */
const peersOf = (urls: readonly string[]): string[] =>
  urls
    .map((text) => witnessAddress(text).url)
    .filter((url) => ENDING.test(url))
    .map((url) => url.replace(ENDING, ''));

/** Returns the key, made at the first use; hosts of one sandbox share it. */
async function ownKey({ owner, publicUrl }: Options): Promise<WitnessKey> {
  await owner.query(
    'insert into private.witness (name, private_key) values ($1, $2) on conflict do nothing',
    [`${new URL(publicUrl).host}/witness`, newWitnessKey()],
  );
  const { rows } = await owner.query<{ name: string; private_key: string }>(
    'select name, private_key from private.witness',
  );
  return witnessKey(rows[0]!.name, rows[0]!.private_key);
}

async function fetchKeys(peer: string): Promise<LogKeys> {
  const answer = await fetch(`${peer}/log/keys`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!answer.ok) throw new Error(`${peer}/log/keys answered ${answer.status}`);
  return logKeysIn((await answer.text()).slice(0, MAX_BODY_BYTES), `${peer}/log/keys`);
}

/** Remembers a log at its first use, and later changes of its key that the known one signed. */
const remember = ({ owner, log }: Options, { origin, text }: LogKeys): Promise<void> =>
  transaction(owner, async (tx) => {
    const { rows } = await tx.query<{ keys: string }>(
      `insert into private.witnessed_logs (origin, keys) values ($1, $2)
       on conflict (origin) do update set keys = coalesce(witnessed_logs.keys, excluded.keys) returning keys`,
      [origin, text],
    );
    const known = logKeysIn(rows[0]!.keys, origin);
    const { keys, lost } = followedIn(known, text);
    if (lost !== null) {
      log.warn(
        { origin },
        `the log states that its key was lost; ask its operator, then sandbox witness forget ${origin}`,
      );
    }
    if (keys.length === known.keys.length) return;
    await tx.query('update private.witnessed_logs set keys = $2 where origin = $1', [
      origin,
      [known.text, ...keyChangesIn(text)].join('\n'),
    ]);
  });

type Row = { keys: string; note: string | null };

const answerKnown = ({ owner }: Options, signer: WitnessKey, body: string, origin: string) =>
  transaction(owner, async (tx): Promise<WitnessAnswer> => {
    const { rows } = await tx.query<Row>(
      'select keys, note from private.witnessed_logs where origin = $1 and keys is not null for update',
      [origin],
    );
    const [row] = rows;
    if (row === undefined) return UNKNOWN_LOG;
    const seconds = Math.floor(Date.now() / 1000);
    const keys = logKeysIn(row.keys, origin);
    const { answer, note } = cosign(body, { keys, note: row.note, signer, seconds });
    if (note !== null) {
      await tx.query(
        'update private.witnessed_logs set note = $2, seen_at = now() where origin = $1',
        [origin, note],
      );
    }
    return answer;
  });

function openPeers(options: Options): () => Promise<void> {
  const peers = peersOf(options.witnessUrls);
  let readAt = 0;
  return async () => {
    if (Date.now() - readAt < READ_AGAIN_MILLISECONDS) return;
    readAt = Date.now();
    for (const peer of peers) {
      try {
        await remember(options, await fetchKeys(peer));
      } catch (error) {
        options.log.warn({ err: error, peer }, 'the keys of a witnessed log could not be read');
      }
    }
  };
}

/**
 * Serves the sandbox as a witness (C2SP tlog-witness) of the sandboxes that witness it: those in
 * WITNESS_URLS whose address ends in `/witness`. Their keys are read from them at the first use.
 */
export function witnessRoutes(options: Options): FastifyPluginAsync {
  const readPeers = openPeers(options);
  let signer: Promise<WitnessKey> | null = null;
  const key = () => {
    signer ??= ownKey(options).catch((error: unknown) => {
      signer = null;
      throw error;
    });
    return signer;
  };
  const addCheckpoint = async (body: string): Promise<WitnessAnswer> => {
    const origin = originIn(body);
    if (origin === null) return NO_CHECKPOINT;
    const answer = await answerKnown(options, await key(), body, origin);
    if (answer.status !== 404 && answer.status !== 403) return answer;
    await readPeers();
    return answerKnown(options, await key(), body, origin);
  };
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.get('/witness/key', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(`${formatKey((await key()).key)}\n`),
    );
    app.post('/witness/add-checkpoint', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const { status, type, body } = await addCheckpoint(String(request.body ?? ''));
      return reply
        .code(status)
        .type(type ?? 'text/plain; charset=utf-8')
        .send(body);
    });
  };
}

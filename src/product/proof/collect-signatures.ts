import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { parseNote } from '../../engines/provenance/note.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { AppError } from '../../shared/errors.ts';
import { askWitness, type Cosignature, witnessAddress } from './ask-witness.ts';
import {
  type Published,
  publishCheckpoint,
  readPublished,
  storeReader,
  tileReader,
} from './log-files.ts';
import { type LogKey, ownKeys } from './log-key.ts';
import { withLogLock } from './seal-log.ts';

const TIMEOUT_MILLISECONDS = 10_000;

export type OutsideOptions = {
  pool: pg.Pool;
  files: FileStore;
  key: LogKey;
  witnessUrls: readonly string[];
  timestampUrl: string | undefined;
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
};

type OutsideSignature = {
  size: number;
  kind: 'witness' | 'timestamp';
  name: string;
  at: Date;
  bytes: Uint8Array;
};

const keepSignature = (pool: pg.Pool, { size, kind, name, at, bytes }: OutsideSignature) =>
  pool.query(
    `insert into log.outside_signatures (size, kind, name, signed_at, signature) values ($1, $2, $3, $4, $5)`,
    [size, kind, name, at, Buffer.from(bytes)],
  );

/** Adds cosignatures to the checkpoint, unless a newer one was published. */
async function addToPublished(
  { pool, files, key }: OutsideOptions,
  published: Published,
  cosignatures: readonly Cosignature[],
): Promise<Published> {
  const note = published.note + cosignatures.map(({ line }) => line).join('');
  const added = await withLogLock(pool, async () => {
    const now = await readPublished(storeReader(files), ownKeys(key));
    if (now?.size !== published.size) return null;
    await publishCheckpoint(files, note);
    return { ...published, note };
  });
  return added ?? published;
}

/** Collects witness signatures; a failing witness is asked again at the next checkpoint. */
export async function collectCosignatures(
  options: OutsideOptions,
  sealed: Published,
): Promise<Published> {
  if (options.witnessUrls.length === 0) return sealed;
  // Earlier signatures are dropped: witnesses sign again with the current time.
  const text = parseNote(sealed.note)!.text;
  const [own] = sealed.note.slice(text.length + 1).split(/(?<=\n)/);
  const published = { ...sealed, note: `${text}\n${own}` };
  const readTile = tileReader(storeReader(options.files));
  const answers = await Promise.allSettled(
    options.witnessUrls.map((url) => askWitness(witnessAddress(url), published, readTile)),
  );
  const cosignatures: Cosignature[] = [];
  for (const result of answers) {
    if (result.status === 'fulfilled') cosignatures.push(result.value);
    else options.log.error({ err: result.reason }, 'a witness has not signed the checkpoint');
  }
  for (const { name, seconds, line } of cosignatures) {
    const at = new Date(seconds * 1000);
    const bytes = Buffer.from(line);
    await keepSignature(options.pool, { size: published.size, kind: 'witness', name, at, bytes });
  }
  return cosignatures.length === 0 ? sealed : addToPublished(options, published, cosignatures);
}

/** Requests a time-stamp token for a checkpoint (RFC 3161); null without an authority or answer. */
export async function collectTimestamp(
  { pool, timestampUrl, log }: OutsideOptions,
  published: Published,
): Promise<Uint8Array | null> {
  if (timestampUrl === undefined) return null;
  try {
    const text = Buffer.from(parseNote(published.note)!.text);
    const { timestampRequest, timestampTime } = await import('./timestamp-token.ts');
    const answer = await fetch(timestampUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: Buffer.from(timestampRequest(text)),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (!answer.ok) throw new AppError('unavailable', `TIMESTAMP_URL answered ${answer.status}.`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const at = timestampTime(bytes);
    const name = new URL(timestampUrl).host;
    await keepSignature(pool, { size: published.size, kind: 'timestamp', name, at, bytes });
    return bytes;
  } catch (error) {
    log.error({ err: error }, 'the checkpoint was not time-stamped');
    return null;
  }
}

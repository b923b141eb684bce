import { setTimeout as sleep } from 'node:timers/promises';
import { parseCheckpoint } from '../../../engines/provenance/checkpoint.ts';
import { keyChangesIn } from '../../../engines/provenance/key-change.ts';
import { decodeEntry } from '../../../engines/provenance/log-entry.ts';
import { parseNote } from '../../../engines/provenance/note.ts';
import { formatPackReceipt } from '../../../engines/provenance/pack-receipt.ts';
import { AppError } from '../../../shared/errors.ts';
import { consistencyProof, entryProof } from '../entry-proof.ts';
import { readKeys, storeReader, tileReader } from '../log-files.ts';
import type { PackSource } from './pack-source.ts';

const POLL_MILLISECONDS = 250;
/** Entries are sealed every two seconds; outside signatures follow. */
const MAX_WAIT_MILLISECONDS = 15_000;

export const NO_RECEIPT =
  'The log has not sealed this pack, or it is of another organization. Try again in a moment.';

type Sealed = {
  seq: number;
  entry: Buffer;
  note: string;
  token: Buffer | null;
};

async function sealedPack(source: PackSource, packSha256: string): Promise<Sealed | null> {
  const { rows } = await source.read((tx) =>
    tx.query<Sealed>(
      `select p.seq::float8 as seq, p.entry, c.note, c.token
         from private.own_pack($1) p cross join lateral private.checkpoint_over(p.seq) c`,
      [packSha256],
    ),
  );
  return rows[0] ?? null;
}

async function receiptOf(source: PackSource, { seq, entry, note, token }: Sealed): Promise<string> {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  const packSize = decodeEntry(entry)?.detail.checkpoint;
  if (checkpoint === null || typeof packSize !== 'number') {
    throw new AppError('internal', `Entry ${seq} or its checkpoint can't be read.`);
  }
  const reader = storeReader(source.files);
  const readTile = tileReader(reader);
  return formatPackReceipt({
    proof: await entryProof({ seq, bytes: entry }, { size: checkpoint.size, note }, readTile),
    consistency: await consistencyProof(packSize, checkpoint.size, readTile),
    timestamp: token,
    keyChanges: keyChangesIn((await readKeys(reader)) ?? '').join('\n'),
  });
}

/** Returns the receipt of a pack by the SHA-256 of its index; null while it is not sealed. */
export async function readReceipt(source: PackSource, packSha256: string): Promise<string | null> {
  const sealed = await sealedPack(source, packSha256);
  return sealed && receiptOf(source, sealed);
}

const isSigned = ({ note, token }: Sealed, { signers }: PackSource): boolean =>
  (!signers.witness || (parseNote(note)?.signatures.length ?? 0) > 1) &&
  (!signers.timestamp || token !== null);

/** Waits for the receipt and, if others sign the log, for their signature. */
export async function awaitReceipt(source: PackSource, packSha256: string): Promise<string | null> {
  const until = Date.now() + MAX_WAIT_MILLISECONDS;
  for (;;) {
    const sealed = await sealedPack(source, packSha256);
    const isOver = Date.now() > until;
    if (sealed !== null && (isOver || isSigned(sealed, source))) {
      return receiptOf(source, sealed);
    }
    if (isOver) return null;
    await sleep(POLL_MILLISECONDS);
  }
}

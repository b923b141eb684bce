import { toBase64 } from '../../../engines/provenance/base64.ts';
import { type Checkpoint, parseCheckpoint } from '../../../engines/provenance/checkpoint.ts';
import { decodeEntry, type LogEntry } from '../../../engines/provenance/log-entry.ts';
import type { Hash } from '../../../engines/provenance/merkle.ts';
import { parseNote } from '../../../engines/provenance/note.ts';
import { isOpenedInPacks, type Opening } from '../../../engines/provenance/opening.ts';
import type { Node } from '../../../engines/provenance/proof.ts';
import { nodeReader } from '../../../engines/provenance/tiles.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_PACK_ENTRIES } from '../../../shared/limits.ts';
import { inclusionProof } from '../entry-proof.ts';
import { readKeys, storeReader, tileReader } from '../log-files.ts';
import type { PackFolder } from './pack-folder.ts';
import { LOG_PARTS } from './pack-parts.ts';
import { type PackScope, type PackSource, timesOf } from './pack-source.ts';

const CHUNK = 1000;

type EntryRange = { first: number; last: number };

const WAIT = 'Entries are sealed after a few seconds. Try again in a moment.';

type Wanted = { first: number; last: number | null; newest: number; start: number };

/**
 * Returns the first and last entry, and the one that the checkpoint must cover. `start` is the first
 * about the batch itself; its dataset and documents may be older.
 */
async function readWanted(
  source: PackSource,
  scope: PackScope,
  subjects: readonly string[],
): Promise<Wanted> {
  const { from, until } = timesOf(scope);
  type Row = Omit<Wanted, 'first' | 'start'> & { first: number; start: number | null };
  const { rows } = await source.read((tx) =>
    scope.kind === 'batch'
      ? tx.query<Row>(
          `select min(organization_seq)::float8 as first, null as last, max(seq)::float8 as newest,
                  min(organization_seq) filter (where subject = $1)::float8 as start from public.log_entries where subject = any ($2)`,
          [scope.batchId, subjects],
        )
      : tx.query<Row>(
          // A later restore of the log proves which entries of the period the database lost.
          `select min(organization_seq)::float8 as first, max(organization_seq)::float8 as last,
                  max(seq)::float8 as newest, min(organization_seq) filter (where at < $2)::float8 as start
             from public.log_entries where at >= $1 and (at < $2 or kind = 'log.restored')`,
          [from, until],
        ),
  );
  const { start, ...rest } = rows[0]!;
  if (start !== null) return { start, ...rest };
  throw scope.kind === 'batch'
    ? new AppError('conflict', `This batch is not on the log yet. ${WAIT}`)
    : new AppError('not_found', 'The log has no entries of your organization in this period.');
}

async function lastBelow(source: PackSource, size: number): Promise<number> {
  const { rows } = await source.read((tx) =>
    tx.query<{ last: number }>(
      'select max(organization_seq)::float8 as last from public.log_entries where seq < $1',
      [size],
    ),
  );
  return rows[0]!.last;
}

export async function requireSealed(
  source: PackSource,
  subjects: readonly string[],
): Promise<void> {
  const { rows } = await source.read((tx) =>
    tx.query<{ waiting: boolean }>('select private.own_unsealed($1) as waiting', [subjects]),
  );
  if (rows[0]!.waiting) throw new AppError('conflict', WAIT);
}

type PackCheckpoint = Checkpoint & { note: string; outsideAt: string | null };

async function readCheckpoint(source: PackSource, newest: number, folder: PackFolder) {
  const { rows } = await source.read((tx) =>
    tx.query<{ note: string; token: Buffer | null; outside_at: string | null }>(
      'select note, token, outside_at from private.checkpoint_over($1)',
      [newest],
    ),
  );
  const [found] = rows;
  const checkpoint = found && parseCheckpoint(parseNote(found.note)?.text ?? '');
  if (!found || !checkpoint) throw new AppError('conflict', WAIT);
  await folder.write(LOG_PARTS.checkpoint, found.note);
  if (found.token) await folder.write(LOG_PARTS.timestamp, found.token);
  return { ...checkpoint, note: found.note, outsideAt: found.outside_at };
}

const MAX_REMEMBERED_NODES = 20_000;

/** Caches tree nodes: neighboring proofs share almost all, each a hash over up to 256 leaves. */
function rememberNodes(read: (node: Node) => Promise<Hash>): (node: Node) => Promise<Hash> {
  const cache = new Map<string, Promise<Hash>>();
  return (node) => {
    const name = `${node.level}/${node.index}`;
    const hash = cache.get(name) ?? read(node);
    if (cache.size >= MAX_REMEMBERED_NODES) cache.clear();
    cache.set(name, hash);
    return hash;
  };
}

async function* linesOf(
  source: PackSource,
  { first, last }: EntryRange,
  { size, onEntry }: { size: number; onEntry: OnEntry },
): AsyncGenerator<string> {
  const hashOf = rememberNodes(nodeReader(size, tileReader(storeReader(source.files))));
  for (let from = first; from <= last; from += CHUNK) {
    const { rows } = await source.read((tx) =>
      tx.query<{ seq: string; entry: Buffer; opening: Opening }>(
        'select seq, entry, opening from private.own_entries($1, $2)',
        [from, Math.min(last, from + CHUNK - 1)],
      ),
    );
    for (const row of rows) {
      const entry = decodeEntry(row.entry);
      if (entry === null) throw new AppError('internal', `Entry ${row.seq} can't be read.`);
      const opening = isOpenedInPacks(entry.kind) ? row.opening : {};
      onEntry(entry, opening);
      const proof = await inclusionProof(entry.seq, size, hashOf);
      yield `${JSON.stringify({ entry, proof: proof.map(toBase64), ...opening })}\n`;
    }
  }
}

type LogPart = { checkpoint: PackCheckpoint; entries: EntryRange };
export type OnEntry = (entry: LogEntry, opening: Opening) => void;

/**
 * Writes the organization's entries without gaps, with proofs, checkpoint and outside signatures:
 * all since a batch's first, or those of a period.
 * @throws AppError if the log is empty, or the range is too large
 */
export async function writeLogPart(
  source: PackSource,
  { scope, subjects }: { scope: PackScope; subjects: readonly string[] },
  { folder, onEntry }: { folder: PackFolder; onEntry: OnEntry },
): Promise<LogPart> {
  const wanted = await readWanted(source, scope, subjects);
  const checkpoint = await readCheckpoint(source, wanted.newest, folder);
  const last = wanted.last ?? (await lastBelow(source, checkpoint.size));
  const first = last - wanted.first < MAX_PACK_ENTRIES ? wanted.first : wanted.start;
  if (last - first >= MAX_PACK_ENTRIES) {
    throw new AppError(
      'too_large',
      `${last - first + 1} entries are too many. Choose a shorter period.`,
    );
  }
  const keys = await readKeys(storeReader(source.files));
  if (keys === null) throw new AppError('conflict', WAIT);
  await folder.write(LOG_PARTS.keys, keys);
  const lines = linesOf(source, { first, last }, { size: checkpoint.size, onEntry });
  await folder.write(LOG_PARTS.entries, lines);
  return { checkpoint, entries: { first, last } };
}

import { decodeEntry, type LogEntry } from '../../engines/provenance/log-entry.ts';
import {
  appendLeaf,
  type CompactTree,
  type Hash,
  isSameHash,
  joinSubtrees,
  leafHash,
} from '../../engines/provenance/merkle.ts';
import {
  changedTiles,
  perfectRoot,
  TILE_WIDTH,
  type Tile,
  tileIn,
} from '../../engines/provenance/tiles.ts';
import { type LogReader, readEntries, tileReader } from '../../product/proof/log-files.ts';
import { AppError } from '../../shared/errors.ts';
import type { BrokenKind, Verdict } from './findings.ts';
import type { Parts } from './open-parts.ts';
import { addSince } from './since.ts';
import { logKeysIn, type Trust } from './trust.ts';
import { addWitnesses, signedCheckpoint } from './verify-checkpoint.ts';

/** The files of a log: they lie as they are served, below the folder that holds "checkpoint". */
const readerOf = (parts: Parts): LogReader => ({
  read: async (key) => {
    const name = key.replace(/^log\//, '');
    return parts.has(name) ? parts.read(name) : null;
  },
});

type Fault = { kind: BrokenKind; entry: number; what: string };

/** What an entry that does not fit its leaf looks like: its own words say where it belonged. */
function faultOf(index: number, entry: LogEntry | null, next: ReadonlyMap<string, number>): Fault {
  const at = (kind: BrokenKind, what: string) => ({ kind, entry: index, what });
  if (entry === null) return at('entry edited', `Entry ${index} can't be read as an entry.`);
  const expected = (next.get(entry.organization ?? '') ?? 0) + 1;
  if (entry.seq === index + 1)
    return at(
      'entry deleted',
      `Entry ${index} is missing; entry ${entry.seq} stands in its place.`,
    );
  if (entry.seq === index - 1)
    return at('entry inserted', `At ${index} an entry stands that was not sealed there.`);
  if (entry.seq !== index) return at('entries reordered', `At ${index} entry ${entry.seq} stands.`);
  if (entry.organization_seq !== expected) {
    return at(
      'organization swapped',
      `Entry ${index} names an organization whose next entry it is not.`,
    );
  }
  return at('entry edited', `The bytes of entry ${index} are not those that were sealed.`);
}

type Walk = {
  tree: CompactTree;
  /** Roots of the sizes that were asked for. */
  roots: Map<number, Hash>;
  /** The first entry that is not what its tile says, or breaks the numbers of entries. */
  fault: Fault | null;
  add: (bytes: Uint8Array, sealed: Hash | undefined) => void;
};

/** Takes the entries of a log in their order. */
function startWalk(sizes: ReadonlySet<number>): Walk {
  const next = new Map<string, number>();
  const walk: Walk = {
    tree: { size: 0, subtrees: [] },
    roots: new Map(),
    fault: null,
    add: (bytes, sealed) => {
      const index = walk.tree.size;
      const leaf = leafHash(bytes);
      const entry = decodeEntry(bytes);
      const organization = entry?.organization ?? '';
      const place = (next.get(organization) ?? 0) + 1;
      const isNext = entry?.seq === index && entry.organization_seq === place;
      const isSealed = sealed === undefined || isSameHash(leaf, sealed);
      if (walk.fault === null && !(isNext && isSealed)) walk.fault = faultOf(index, entry, next);
      if (entry !== null) next.set(organization, entry.organization_seq);
      appendLeaf(walk.tree, leaf);
      if (sizes.has(walk.tree.size)) {
        walk.roots.set(walk.tree.size, joinSubtrees(walk.tree.subtrees));
      }
    },
  };
  return walk;
}

async function readOr<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Reads all entries, from the first to the last that the checkpoint covers. */
async function walkLog(reader: LogReader, size: number, walk: Walk): Promise<Fault | null> {
  const readTile = tileReader(reader);
  for (const bundle of changedTiles(0, size, 'entries')) {
    const first = bundle.index * TILE_WIDTH;
    const entries = await readOr(() => readEntries(reader, bundle));
    const hashes = await readOr(() => readTile({ ...bundle, level: 0 }));
    if (entries === null) {
      const isLast = tileIn(size, 0, bundle.index + 1) === null;
      const found = await lastWidth(reader, bundle);
      return {
        kind: isLast ? 'tail cut' : 'entry deleted',
        entry: first + found,
        what: `Entry ${first + found} and those after it are missing or damaged.`,
      };
    }
    for (const [i, entry] of entries.entries()) walk.add(entry, hashes?.[i]);
    if (hashes === null)
      return {
        kind: 'tree damaged',
        entry: first,
        what: `The tile of entry ${first} is missing or cut off.`,
      };
    if (walk.fault !== null) return walk.fault;
  }
  return null;
}

/** How many entries of a bundle that is not whole can still be read. */
async function lastWidth(reader: LogReader, bundle: Tile): Promise<number> {
  for (let width = bundle.width - 1; width > 0; width--) {
    if ((await readOr(() => readEntries(reader, { ...bundle, width }))) !== null) return width;
  }
  return 0;
}

/** Upper tiles have to follow from the ones below: whoever proves an entry reads them. */
async function checkUpperTiles(reader: LogReader, size: number): Promise<Fault | null> {
  const readTile = tileReader(reader);
  for (let level = 1; TILE_WIDTH ** level <= size; level++) {
    for (const tile of changedTiles(0, size, level)) {
      const hashes = await readOr(() => readTile(tile));
      for (let i = 0; i < tile.width; i++) {
        const index = tile.index * TILE_WIDTH + i;
        const below = await readOr(() => readTile({ level: level - 1, index, width: TILE_WIDTH }));
        if (hashes === null || below === null || !isSameHash(perfectRoot(below), hashes[i]!)) {
          const entry = index * TILE_WIDTH ** level;
          return {
            kind: 'tree damaged',
            entry,
            what: `The tree above entry ${entry} does not follow from the entries.`,
          };
        }
      }
    }
  }
  return null;
}

/** What a log's own files say of it, from the first entry to the last. */
export async function verifyLog(parts: Parts, trust: Trust, verdict: Verdict): Promise<void> {
  const reader = readerOf(parts);
  const keysText = parts.has('keys') ? (await parts.read('keys')).toString('utf8') : null;
  if (trust.log === null && keysText === null) {
    throw new AppError('bad_request', 'name the key of the log with --vkey');
  }
  const keys = trust.log ?? logKeysIn(keysText!, 'keys');
  if (trust.log === null) {
    verdict.unchecked.push(
      'The key is the one beside the log: compare it with what the operator publishes.',
    );
  }
  const note = (await parts.read('checkpoint')).toString('utf8');
  const checkpoint = signedCheckpoint(note, keys.note, verdict);
  if (checkpoint === null) return;
  const { size } = checkpoint;
  const before = trust.since === null ? null : signedCheckpoint(trust.since, keys.note, verdict);
  const walk = startWalk(new Set(before === null ? [] : [before.size]));
  const fault = (await walkLog(reader, size, walk)) ?? (await checkUpperTiles(reader, size));
  if (fault !== null) verdict.broken.push(fault);
  else if (!isSameHash(joinSubtrees(walk.tree.subtrees), checkpoint.root)) {
    verdict.broken.push({
      kind: 'log rewritten',
      entry: null,
      what: 'The entries do not lead to the root in the checkpoint.',
    });
  } else
    verdict.checked.push(`All ${size} entries of ${checkpoint.origin} lead to the checkpoint.`);
  addWitnesses(checkpoint, trust.witnesses, verdict);
  addSince(
    checkpoint,
    { since: trust.since, key: keys.note, verdict },
    (at) => walk.roots.get(at) ?? joinSubtrees([]),
  );
}

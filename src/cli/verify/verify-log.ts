import { parseCheckpoint } from '../../engines/provenance/checkpoint.ts';
import { decodeEntry, encodeEntry } from '../../engines/provenance/log-entry.ts';
import {
  appendLeaf,
  type CompactTree,
  type Hash,
  isSameHash,
  joinSubtrees,
  leafHash,
} from '../../engines/provenance/merkle.ts';
import { parseNote } from '../../engines/provenance/note.ts';
import { changedTiles, perfectRoot, TILE_WIDTH } from '../../engines/provenance/tiles.ts';
import {
  type LogReader,
  readCheckpointNote,
  readKeys,
  readWhole,
  tileReader,
} from '../../product/proof/log-files.ts';
import { AppError } from '../../shared/errors.ts';
import type { BrokenKind, Verdict } from './findings.ts';
import { addSince } from './since.ts';
import { keysFor, type Trust } from './trust.ts';
import { addWitnesses, type SignedCheckpoint, signedCheckpoint } from './verify-checkpoint.ts';

type Fault = { kind: BrokenKind; entry: number; what: string };

type Bundle = { first: number; entries: Uint8Array[]; sealed: Hash[] };

const at = (kind: BrokenKind, entry: number, what: string): Fault => ({ kind, entry, what });

/** Classifies the first entry with a wrong hash, by the position of its neighbors. */
function faultAt(
  i: number,
  { first, entries, sealed }: Bundle,
  last: ReadonlyMap<string, number>,
): Fault {
  const index = first + i;
  const leaves = entries.map((entry) => leafHash(entry));
  const isAt = (leaf: Hash | undefined, hash: Hash | undefined) =>
    leaf !== undefined && hash !== undefined && isSameHash(leaf, hash);
  const moved = sealed.some((hash) => isAt(leaves[i], hash));
  const still = leaves.some((leaf) => isAt(leaf, sealed[i]));
  if (moved && still)
    return at('entries reordered', index, `Position ${index} contains another entry.`);
  if (moved) return at('entry deleted', index, `Entry ${index} is missing.`);
  if (still)
    return at('entry inserted', index, `Position ${index} contains an entry that was not sealed.`);
  const entry = decodeEntry(entries[i]!);
  const wasOf = [...last.keys()].some((organization) => {
    if (entry === null) return false;
    const original = { ...entry, organization: organization === '' ? null : organization };
    return isAt(leafHash(encodeEntry(original)), sealed[i]);
  });
  if (wasOf) {
    return at(
      'organization swapped',
      index,
      `Entry ${index} was reassigned to another organization.`,
    );
  }
  return at('entry edited', index, `The bytes of entry ${index} differ from the sealed ones.`);
}

type Walk = {
  tree: CompactTree;
  roots: Map<number, Hash>;
  add: (bundle: Bundle) => Fault | null;
};

function startWalk(sizes: ReadonlySet<number>): Walk {
  const tree: CompactTree = { size: 0, subtrees: [] };
  const roots = new Map<number, Hash>();
  const last = new Map<string, number>();
  const addEntry = (bundle: Bundle, i: number): Fault | null => {
    const bytes = bundle.entries[i]!;
    const leaf = leafHash(bytes);
    const entry = decodeEntry(bytes);
    const organization = entry?.organization ?? '';
    const place = (last.get(organization) ?? 0) + 1;
    if (!isSameHash(leaf, bundle.sealed[i] ?? new Uint8Array())) return faultAt(i, bundle, last);
    if (entry?.seq !== tree.size || entry.organization_seq !== place) {
      return at('log rewritten', tree.size, `Entry ${tree.size} is out of sequence.`);
    }
    last.set(organization, place);
    appendLeaf(tree, leaf);
    if (sizes.has(tree.size)) roots.set(tree.size, joinSubtrees(tree.subtrees));
    return null;
  };
  return {
    tree,
    roots,
    add: (bundle) => {
      for (let i = 0; i < bundle.entries.length; i++) {
        const fault = addEntry(bundle, i);
        if (fault !== null) return fault;
      }
      return null;
    },
  };
}

async function readOr<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function walkLog(reader: LogReader, size: number, walk: Walk): Promise<Fault | null> {
  const readTile = tileReader(reader);
  for (const tile of changedTiles(0, size, 'entries')) {
    const first = tile.index * TILE_WIDTH;
    const sealed = await readOr(() => readTile({ ...tile, level: 0 }));
    if (sealed === null) {
      return at('tree damaged', first, `The tile of entry ${first} is missing or truncated.`);
    }
    const entries = await readWhole(reader, tile);
    const fault = walk.add({ first, entries, sealed });
    if (fault !== null) return fault;
    if (entries.length < tile.width) {
      const missing = first + entries.length;
      return at('tail cut', missing, `The log ends before entry ${missing}; ${size} were signed.`);
    }
  }
  return null;
}

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
            what: `The tree above entry ${entry} does not match the entries.`,
          };
        }
      }
    }
  }
  return null;
}

export async function verifyLog(
  reader: LogReader,
  trust: Trust,
  verdict: Verdict,
): Promise<SignedCheckpoint | null> {
  const keys = keysFor(trust, { name: 'keys', text: await readKeys(reader) }, verdict);
  const note = await readCheckpointNote(reader);
  if (note === null) throw new AppError('not_found', 'No log checkpoint found.');
  const checkpoint = signedCheckpoint(note, keys, verdict);
  if (checkpoint === null) return null;
  const { size } = checkpoint;
  const before = trust.since === null ? null : parseNote(trust.since);
  const sizes = new Set([before === null ? 0 : (parseCheckpoint(before.text)?.size ?? 0)]);
  const walk = startWalk(sizes);
  const fault = (await walkLog(reader, size, walk)) ?? (await checkUpperTiles(reader, size));
  const isRoot = isSameHash(joinSubtrees(walk.tree.subtrees), checkpoint.root);
  if (fault !== null) verdict.broken.push(fault);
  else if (!isRoot) {
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
    { since: trust.since, keys, verdict },
    (at) => walk.roots.get(at) ?? joinSubtrees([]),
  );
  return fault === null && isRoot ? checkpoint : null;
}

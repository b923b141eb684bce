import { createInterface } from 'node:readline';
import { z } from 'zod';
import { fromBase64 } from '../../../engines/provenance/base64.ts';
import { encodeEntry, type LogEntry } from '../../../engines/provenance/log-entry.ts';
import { type Hash, leafHash } from '../../../engines/provenance/merkle.ts';
import {
  type Facts,
  isOpenedInPacks,
  type Opening,
  openEntry,
} from '../../../engines/provenance/opening.ts';
import { verifyInclusion } from '../../../engines/provenance/proof.ts';
import { LOG_PARTS } from '../../../product/proof/evidence-pack/pack-parts.ts';
import {
  type SealedFacts,
  sealedFacts,
} from '../../../product/proof/evidence-pack/sealed-facts.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import type { Broken } from '../findings.ts';
import type { Parts } from '../parts/parts.ts';
import type { SignedCheckpoint } from '../verify-checkpoint.ts';
import type { PackIndex } from './pack-index.ts';

type Line = { entry: LogEntry; bytes: Uint8Array; proof: Hash[]; opening: Opening };

const opened = z.strictObject({ salt: z.string(), text: z.string() });
const opening = z.strictObject({
  by: z.union([opened, z.strictObject({ erased: z.literal(true) })]).optional(),
  said: opened.optional(),
  lost: z.literal(true).optional(),
});

function readLine(text: string): Line | null {
  try {
    const { entry, proof, ...rest } = JSON.parse(text) as {
      entry: LogEntry & Json;
      proof: string[];
    };
    const hashes = proof.map(fromBase64);
    if (entry.v !== 1 || !hashes.every((hash) => hash?.length === 32)) return null;
    return {
      entry,
      bytes: encodeEntry(entry),
      proof: hashes as Hash[],
      opening: opening.parse(rest),
    };
  } catch {
    return null;
  }
}

function faultOf(
  { entry, bytes, proof }: Line,
  before: LogEntry | null,
  { checkpoint, index }: { checkpoint: SignedCheckpoint; index: PackIndex },
): Broken | null {
  const { seq } = entry;
  const broken = (kind: Broken['kind'], what: string) => ({ kind, entry: seq, what });
  const inclusion = { ...checkpoint, index: seq, leaf: leafHash(bytes), proof };
  if (!verifyInclusion(inclusion)) {
    return broken('entry edited', `Entry ${seq} does not lead to the checkpoint.`);
  }
  if (entry.organization !== index.organization.commitment) {
    return broken('organization swapped', `Entry ${seq} belongs to another organization.`);
  }
  const place = before === null ? index.entries.first : before.organization_seq + 1;
  if (entry.organization_seq > place) {
    const what = `The organization's entry ${place}, before entry ${seq}, is missing.`;
    return broken('entry deleted', what);
  }
  if (entry.organization_seq < place) {
    return broken('entries reordered', `Entry ${seq} is at the wrong position.`);
  }
  return null;
}

const isBroken = (found: Facts | Broken): found is Broken => 'what' in found;

/** Opens an entry; sealed persons and words that the line lacks are a fault. */
function openLine({ entry, opening }: Line): Facts | Broken {
  const { seq, kind } = entry;
  const facts = openEntry(entry, opening);
  if (typeof facts === 'string') {
    const part = facts === 'by' ? 'person' : 'words';
    return { kind: 'person changed', entry: seq, what: `The ${part} of entry ${seq} (${kind}).` };
  }
  const closed = [facts.by === 'closed' && 'person', facts.said === 'closed' && 'words'];
  const missing = closed.filter((part) => part !== false).join(' and ');
  if (missing === '' || opening.lost || !isOpenedInPacks(kind)) return facts;
  const what = `Entry ${seq} (${kind}) lacks the ${missing}.`;
  return { kind: 'opening missing', entry: seq, what };
}

export type PackEntries = {
  /** Entries compared with files of the pack; of others only the position is checked. */
  entries: LogEntry[];
  facts: SealedFacts;
  first: LogEntry;
  last: LogEntry;
  /** Commitments of persons who were erased, by entries of the log and by openings. */
  erased: { sealed: Set<string>; stated: Map<string, number> };
  /** Entries of which a restored database lost what they record. */
  lost: number[];
};

/** Reads the organization's entries, verifying each against the checkpoint and for gaps. */
export async function readPackEntries(
  parts: Parts,
  known: { checkpoint: SignedCheckpoint; index: PackIndex },
): Promise<PackEntries | Broken> {
  const entries: LogEntry[] = [];
  const facts = sealedFacts();
  const erased: PackEntries['erased'] = { sealed: new Set(), stated: new Map() };
  const lost: number[] = [];
  const restored: LogEntry[] = [];
  let [first, last]: [LogEntry | null, LogEntry | null] = [null, null];
  let lines = 0;
  const input = await parts.stream(LOG_PARTS.entries);
  for await (const text of createInterface({ input })) {
    lines++;
    const line = readLine(text);
    if (line === null) {
      input.destroy();
      return { kind: 'entry edited', entry: null, what: `Line ${lines} is not a valid entry.` };
    }
    const found = faultOf(line, last, known) ?? openLine(line);
    if (isBroken(found)) {
      input.destroy();
      return found;
    }
    last = line.entry;
    first ??= last;
    if (last.kind === 'user.erased') erased.sealed.add(last.subject);
    if (found.by === 'erased') erased.stated.set(last.actor ?? '', last.seq);
    if (last.kind === 'log.restored') restored.push(last);
    if (line.opening.lost) lost.push(last.seq);
    if (line.opening.lost || !isOpenedInPacks(last.kind)) continue;
    entries.push(last);
    facts.add(last, found);
  }
  const isRestored = (seq: number) =>
    restored.some(({ detail }) => seq >= Number(detail.from) && seq < Number(detail.to));
  const unproven = lost.find((seq) => !isRestored(seq));
  if (unproven !== undefined) {
    const what = `Entry ${unproven} is called lost, but no entry of the pack records a restored log.`;
    return { kind: 'opening missing', entry: unproven, what };
  }
  const { last: named } = known.index.entries;
  if (first !== null && last?.organization_seq === named)
    return { entries, facts, first, last, erased, lost };
  return {
    kind: 'tail cut',
    entry: last?.seq ?? null,
    what: `The last entry of the organization is ${last?.organization_seq ?? 'none'}; the pack's index states ${named}.`,
  };
}

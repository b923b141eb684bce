import { createInterface } from 'node:readline';
import { fromBase64 } from '../../../engines/provenance/base64.ts';
import { encodeEntry, type LogEntry } from '../../../engines/provenance/log-entry.ts';
import { type Hash, leafHash } from '../../../engines/provenance/merkle.ts';
import { verifyInclusion } from '../../../engines/provenance/proof.ts';
import { LOG_PARTS } from '../../../product/proof/evidence-pack/pack-parts.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import type { Broken } from '../findings.ts';
import type { Parts } from '../open-parts.ts';
import type { SignedCheckpoint } from '../verify-checkpoint.ts';
import type { PackIndex } from './pack-index.ts';

type Line = { entry: LogEntry; bytes: Uint8Array; proof: Hash[] };

function readLine(text: string): Line | null {
  try {
    const { entry, proof } = JSON.parse(text) as { entry: LogEntry & Json; proof: string[] };
    const hashes = proof.map(fromBase64);
    if (entry.v !== 1 || !hashes.every((hash) => hash?.length === 32)) return null;
    return { entry, bytes: encodeEntry(entry), proof: hashes as Hash[] };
  } catch {
    return null;
  }
}

/** What is wrong with an entry, where it follows on `before`; null where nothing is. */
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
    const what = `Before entry ${seq}, the organization's entry ${place} is missing.`;
    return broken('entry deleted', what);
  }
  if (entry.organization_seq < place) {
    return broken('entries reordered', `Entry ${seq} stands at another place.`);
  }
  return null;
}

/**
 * Reads the organization's entries, each held against the checkpoint, and all against the gap-free numbers.
 *
 * @returns what they say; or what is wrong with the first bad one
 */
export async function readPackEntries(
  parts: Parts,
  known: { checkpoint: SignedCheckpoint; index: PackIndex },
): Promise<{ entries: LogEntry[]; fault: Broken | null }> {
  const entries: LogEntry[] = [];
  const input = await parts.stream(LOG_PARTS.entries);
  for await (const text of createInterface({ input })) {
    const line = readLine(text);
    const before = entries.at(-1) ?? null;
    const fault =
      line === null
        ? {
            kind: 'entry edited' as const,
            entry: null,
            what: `Line ${entries.length + 1} is no entry.`,
          }
        : faultOf(line, before, known);
    if (fault !== null) {
      input.destroy();
      return { entries, fault };
    }
    entries.push(line!.entry);
  }
  const { last } = known.index.entries;
  const end = entries.at(-1)?.organization_seq;
  const fault =
    end === last
      ? null
      : {
          kind: 'tail cut' as const,
          entry: entries.at(-1)?.seq ?? null,
          what: `The entries end at the organization's ${end ?? 'none'}; the pack names ${last} as the last.`,
        };
  return { entries, fault };
}

import { createInterface } from 'node:readline';
import { fromBase64 } from '../../../engines/provenance/base64.ts';
import { encodeEntry, type LogEntry } from '../../../engines/provenance/log-entry.ts';
import { type Hash, leafHash } from '../../../engines/provenance/merkle.ts';
import { verifyInclusion } from '../../../engines/provenance/proof.ts';
import { LOG_PARTS } from '../../../product/proof/evidence-pack/pack-parts.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import type { Broken } from '../findings.ts';
import type { Parts } from '../parts/parts.ts';
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

/** Kinds of entries compared with files of the pack; of others only the position is checked. */
const HELD_AGAINST = /^(batch|report|model|evidence)\./;

export type PackEntries = { entries: LogEntry[]; first: LogEntry; last: LogEntry };

/** Reads the organization's entries, verifying each against the checkpoint and for gaps. */
export async function readPackEntries(
  parts: Parts,
  known: { checkpoint: SignedCheckpoint; index: PackIndex },
): Promise<PackEntries | Broken> {
  const entries: LogEntry[] = [];
  let [first, last]: [LogEntry | null, LogEntry | null] = [null, null];
  let lines = 0;
  const input = await parts.stream(LOG_PARTS.entries);
  for await (const text of createInterface({ input })) {
    lines++;
    const line = readLine(text);
    const fault = line && faultOf(line, last, known);
    if (line === null || fault !== null) {
      input.destroy();
      return (
        fault ?? { kind: 'entry edited', entry: null, what: `Line ${lines} is not a valid entry.` }
      );
    }
    last = line.entry;
    first ??= last;
    if (HELD_AGAINST.test(last.kind)) entries.push(last);
  }
  const { last: named } = known.index.entries;
  if (first !== null && last?.organization_seq === named) return { entries, first, last };
  return {
    kind: 'tail cut',
    entry: last?.seq ?? null,
    what: `The last entry of the organization is ${last?.organization_seq ?? 'none'}; the pack's index states ${named}.`,
  };
}

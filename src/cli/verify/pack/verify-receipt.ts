import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { decodeEntry, type LogEntry } from '../../../engines/provenance/log-entry.ts';
import { parseLogProof } from '../../../engines/provenance/log-proof.ts';
import { leafHash } from '../../../engines/provenance/merkle.ts';
import { differingParts } from '../../../engines/provenance/pack-digest.ts';
import { type PackReceipt, parsePackReceipt } from '../../../engines/provenance/pack-receipt.ts';
import { verifyConsistency, verifyInclusion } from '../../../engines/provenance/proof.ts';
import {
  PACK_INDEX,
  PACK_PENDING,
  PACK_RECEIPT,
} from '../../../product/proof/evidence-pack/pack-parts.ts';
import { followedIn, type LogKeys } from '../../../product/proof/log-keys.ts';
import { RECEIPT_ENDING } from '../../../shared/evidence-packs.ts';
import type { BrokenKind, Verdict } from '../findings.ts';
import type { Parts } from '../parts/parts.ts';
import type { Trust } from '../trust.ts';
import { addWitnesses, type SignedCheckpoint, signedCheckpoint } from '../verify-checkpoint.ts';
import { addTimestamp } from '../verify-timestamp.ts';
import type { PackIndex } from './pack-index.ts';

type Known = { index: PackIndex; keys: LogKeys; trust: Trust };

/** Reads the receipt in the pack, or the one next to it. */
async function readReceipt(parts: Parts): Promise<string | null> {
  if (parts.has(PACK_RECEIPT)) return (await parts.read(PACK_RECEIPT)).toString('utf8');
  const beside = `${parts.path}${RECEIPT_ENDING}`;
  return existsSync(beside) ? readFileSync(beside, 'utf8') : null;
}

const sealedDetail = z.object({
  checkpoint: z.number(),
  parts: z.record(z.string(), z.string()),
});

const subjectOf = ({ about }: PackIndex) =>
  'batch' in about ? about.batch : `${about.from} to ${about.to}`;

type Sealed = { entry: LogEntry; checkpoint: SignedCheckpoint; receipt: PackReceipt };

function sealedPack(text: string, keys: LogKeys, verdict: Verdict): Sealed | string | null {
  const receipt = parsePackReceipt(text);
  const proof = receipt && parseLogProof(receipt.proof);
  if (receipt === null || proof === null) return 'It is not a valid receipt.';
  const checkpoint = signedCheckpoint(
    proof.checkpoint,
    followedIn(keys, receipt.keyChanges),
    verdict,
  );
  if (checkpoint === null) return null;
  const { index } = proof;
  const inclusion = { index, ...checkpoint, leaf: leafHash(proof.entry), proof: proof.proof };
  if (!verifyInclusion(inclusion)) return `Its entry ${index} does not lead to its checkpoint.`;
  const entry = decodeEntry(proof.entry);
  if (entry?.seq !== index || entry.kind !== 'pack.made') {
    return `Its entry ${index} does not record a pack.`;
  }
  return { entry, checkpoint, receipt };
}

function isConsistent(before: SignedCheckpoint, { checkpoint, receipt }: Sealed): boolean {
  const { size, root, origin } = checkpoint;
  const proof = receipt.consistency;
  return (
    origin === before.origin &&
    verifyConsistency({ oldSize: before.size, oldRoot: before.root, size, root, proof })
  );
}

/** Names what differs from the sealed pack; true if nothing does. */
function checkContents(
  { sha256, size }: { sha256: string; size: number },
  { entry }: Sealed,
  { index, verdict }: Pick<Known, 'index'> & { verdict: Verdict },
): boolean {
  const { seq, detail, subject, organization } = entry;
  if (entry.sha256 === sha256 && organization === index.organization.commitment) return true;
  const broken = (kind: BrokenKind, what: string) =>
    verdict.broken.push({ kind, entry: seq, what });
  const { data } = sealedDetail.safeParse(detail);
  const isThisPack =
    organization === index.organization.commitment &&
    subject === subjectOf(index) &&
    data?.checkpoint === size;
  if (data === undefined || !isThisPack) {
    broken('receipt wrong', `Entry ${seq} records another pack, of ${subject}.`);
    return false;
  }
  const names = differingParts(data.parts, index.files);
  for (const name of names) broken('pack changed', `${name} is not as entry ${seq} recorded it.`);
  if (names.length === 0) {
    broken('pack changed', `${PACK_INDEX} is not as entry ${seq} recorded it.`);
  }
  return false;
}

/**
 * Verifies that the pack is the one that the log recorded. Its checkpoint, signed later than the
 * pack's, counts for outside signatures.
 */
export async function verifyReceipt(
  parts: Parts,
  before: SignedCheckpoint,
  known: Known & { verdict: Verdict },
): Promise<void> {
  const { keys, trust, verdict } = known;
  const broken = (kind: BrokenKind, what: string) =>
    verdict.broken.push({ kind, entry: null, what });
  const text = await readReceipt(parts);
  if (text === null) {
    const reason = parts.has(PACK_PENDING) ? ' The log had not sealed it when it was made.' : '';
    const how = 'Complete it with sandbox evidence-pack --complete.';
    return void broken('receipt missing', `The pack has no ${PACK_RECEIPT}.${reason} ${how}`);
  }
  const sealed = sealedPack(text, keys, verdict);
  if (sealed === null) return;
  if (typeof sealed === 'string') return void broken('receipt wrong', sealed);
  const { seq, at } = sealed.entry;
  const sha256 = await parts.sha256(PACK_INDEX);
  if (!checkContents({ sha256, size: before.size }, sealed, known)) return;
  if (!isConsistent(before, sealed)) {
    return void broken('receipt wrong', 'Its checkpoint does not continue the one of the pack.');
  }
  verdict.checked.push(`The receipt: entry ${seq} recorded this pack, ${at}.`);
  addWitnesses(sealed.checkpoint, trust.witnesses, verdict);
  const token = sealed.receipt.timestamp && Buffer.from(sealed.receipt.timestamp);
  await addTimestamp(token, sealed.checkpoint, { authorities: trust.authorities, verdict });
}

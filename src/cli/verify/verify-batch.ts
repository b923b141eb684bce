import { canonicalHash } from '../../engines/provenance/canonical-hash.ts';
import { decodeEntry, type LogEntry } from '../../engines/provenance/log-entry.ts';
import { parseLogProof } from '../../engines/provenance/log-proof.ts';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import { leafHash } from '../../engines/provenance/merkle.ts';
import { verifyInclusion } from '../../engines/provenance/proof.ts';
import { readModelSignature } from '../../engines/provenance/statement.ts';
import { DOCUMENTS } from '../../product/proof/batch-documents.ts';
import type { LogKeys } from '../../product/proof/log-keys.ts';
import { verifyP256 } from '../../product/proof/signatures.ts';
import type { Json } from '../../shared/canonical-json.ts';
import type { Broken, BrokenKind, Verdict } from './findings.ts';
import type { Parts } from './parts/parts.ts';
import { addSince } from './since.ts';
import { keysFor, type Trust } from './trust.ts';
import { addWitnesses, type SignedCheckpoint, signedCheckpoint } from './verify-checkpoint.ts';
import { addTimestamp, readToken } from './verify-timestamp.ts';

const KINDS = ['batch.completed', 'batch.resealed'];

type Proven = { entry: LogEntry; checkpoint: SignedCheckpoint };

async function provenEntry(parts: Parts, keys: LogKeys, verdict: Verdict): Promise<Proven | null> {
  const fail = (kind: BrokenKind, entry: number | null, what: string) => {
    verdict.broken.push({ kind, entry, what });
    return null;
  };
  const proof = parseLogProof((await parts.read(DOCUMENTS.proof)).toString('utf8'));
  if (proof === null) {
    return fail('entry not in the log', null, `${DOCUMENTS.proof} is not a valid proof.`);
  }
  const checkpoint = signedCheckpoint(proof.checkpoint, keys, verdict);
  if (checkpoint === null) return null;
  const { index } = proof;
  const inclusion = { index, ...checkpoint, leaf: leafHash(proof.entry), proof: proof.proof };
  if (!verifyInclusion(inclusion)) {
    return fail('entry edited', index, 'The entry in the proof does not lead to the checkpoint.');
  }
  const entry = decodeEntry(proof.entry);
  if (entry === null || entry.seq !== index || !KINDS.includes(entry.kind)) {
    return fail(
      'entry not in the log',
      index,
      'The proof is for an entry that does not complete a batch.',
    );
  }
  return { entry, checkpoint };
}

async function readManifest(parts: Parts): Promise<SealedManifest | null> {
  try {
    return JSON.parse((await parts.read(DOCUMENTS.manifest)).toString('utf8')) as SealedManifest;
  } catch {
    return null;
  }
}

function checkManifest(
  manifest: SealedManifest | null,
  entry: LogEntry,
  verdict: Verdict,
): boolean {
  const { sha256, ...content } = manifest ?? { sha256: null };
  const isSealed =
    manifest !== null &&
    sha256 === entry.sha256 &&
    canonicalHash(content as unknown as Json) === entry.sha256;
  if (!isSealed) {
    verdict.broken.push({
      kind: 'manifest changed',
      entry: entry.seq,
      what: `${DOCUMENTS.manifest} does not match the hash in entry ${entry.seq} of the log.`,
    });
  }
  return isSealed;
}

async function checkFiles(
  parts: Parts,
  files: readonly { name: string; sha256: string }[],
  report: (kind: BrokenKind, what: string) => void,
): Promise<void> {
  for (const { name, sha256 } of files) {
    if (!parts.has(name)) report('file missing', `${name} is missing.`);
    else if ((await parts.sha256(name)) !== sha256) {
      report('file changed', `${name} does not match the SHA-256 in the manifest.`);
    }
  }
}

async function checkSignature(
  parts: Parts,
  { filesPem }: SignedCheckpoint,
  { entry, verdict, leftOut }: { entry: number; verdict: Verdict; leftOut: string[] },
): Promise<void> {
  const broken = (what: string) => verdict.broken.push({ kind: 'signature wrong', entry, what });
  if (!parts.has(DOCUMENTS.signature)) {
    verdict.unchecked.push(`${DOCUMENTS.signature} is missing.`);
    return;
  }
  const text = (await parts.read(DOCUMENTS.signature)).toString('utf8');
  try {
    const verify = filesPem === null ? undefined : verifyP256.bind(null, filesPem);
    const signed = readModelSignature(text, verify);
    const here = signed.filter(({ name }) => !leftOut.includes(name));
    await checkFiles(parts, here, (kind, what) => {
      const isReported = verdict.broken.some((found) => found.what.startsWith(what.split(' ')[0]!));
      if (!isReported)
        verdict.broken.push({
          kind: kind === 'file changed' ? 'statement changed' : kind,
          entry,
          what,
        });
    });
    if (filesPem === null)
      verdict.unchecked.push('The model signature was not verified: no key given.');
    else verdict.checked.push(`The model signature covers ${signed.length} files.`);
  } catch (error) {
    broken(`${DOCUMENTS.signature}: ${(error as Error).message}.`);
  }
}

/** Place of a batch in a pack, where more is known of it than in a folder of its own. */
export type PackedPlace = { batch: string; hasFile: boolean };

/** Compares a batch of a pack with its id, and its folder with the files it may have. */
function checkPlace(
  parts: Parts,
  { batch, manifest, entry }: { batch: string; manifest: SealedManifest; entry: LogEntry },
  broken: (kind: BrokenKind, what: string) => void,
): void {
  if (entry.subject !== batch) broken('batch swapped', `The proof is of batch ${entry.subject}.`);
  if (!parts.has(DOCUMENTS.signature)) {
    broken('file missing', `${DOCUMENTS.signature} is missing.`);
  }
  const known = [...Object.values(DOCUMENTS), ...manifest.files.map(({ name }) => name)];
  for (const name of parts.names().filter((name) => !known.includes(name))) {
    broken('pack changed', `${name} is neither a document nor a file of the batch.`);
  }
}

/** Verifies a batch against the log; in a pack its file may be left out. */
export async function verifyBatch(
  parts: Parts,
  trust: Trust,
  verdict: Verdict,
  place: PackedPlace | null = null,
): Promise<SealedManifest | null> {
  const { keys: name } = DOCUMENTS;
  const text = parts.has(name) ? (await parts.read(name)).toString('utf8') : null;
  const keys = keysFor(trust, { name, text }, verdict);
  const proven = await provenEntry(parts, keys, verdict);
  if (proven === null) return null;
  const { entry, checkpoint } = proven;
  verdict.checked.push(
    `Entry ${entry.seq} of ${checkpoint.size} in ${checkpoint.origin}: ${entry.kind} of ${entry.subject}, ${entry.at}.`,
  );
  const manifest = await readManifest(parts);
  const isSealed = checkManifest(manifest, entry, verdict);
  const isLeftOut = ({ name }: { name: string }) => place?.hasFile === false && !parts.has(name);
  const here = manifest?.files.filter((file) => !isLeftOut(file)) ?? [];
  if (manifest !== null && isSealed) {
    const broken = (kind: Broken['kind'], what: string) =>
      verdict.broken.push({ kind, entry: entry.seq, what });
    await checkFiles(parts, here, broken);
    if (place !== null) checkPlace(parts, { ...place, manifest, entry }, broken);
    verdict.checked.push(`Manifest and ${manifest.files.length} file(s) by their SHA-256.`);
  }
  const leftOut = (manifest?.files ?? []).filter(isLeftOut).map(({ name }) => name);
  await checkSignature(parts, checkpoint, { entry: entry.seq, verdict, leftOut });
  addWitnesses(checkpoint, trust.witnesses, verdict);
  await addTimestamp(await readToken(parts), checkpoint, {
    authorities: trust.authorities,
    verdict,
  });
  addSince(checkpoint, { since: trust.since, keys, verdict });
  return isSealed ? manifest : null;
}

import { DOCUMENTS } from '../../../product/proof/batch-documents.ts';
import {
  LOG_PARTS,
  PACK_INDEX,
  PACK_PENDING,
  PACK_RECEIPT,
} from '../../../product/proof/evidence-pack/pack-parts.ts';
import type { LogKeys } from '../../../product/proof/log-keys.ts';
import { newVerdict, type Verdict } from '../findings.ts';
import { type Parts, partsWithin } from '../parts/parts.ts';
import { addSince } from '../since.ts';
import { keysFor, type Trust } from '../trust.ts';
import { verifyBatch } from '../verify-batch.ts';
import { addWitnesses, signedCheckpoint } from '../verify-checkpoint.ts';
import { addTimestamp, readToken } from '../verify-timestamp.ts';
import { checkBatchList } from './check-batch-list.ts';
import { checkApprovals } from './check-pack-approvals.ts';
import { checkDecisions } from './check-pack-decisions.ts';
import { checkEvidence } from './check-pack-evidence.ts';
import { checkPersons } from './check-pack-persons.ts';
import { checkReports } from './check-pack-reports.ts';
import { expectedFiles } from './expected-files.ts';
import { readPackEntries } from './pack-entries.ts';
import { type PackIndex, readPackIndex } from './pack-index.ts';
import type { Known } from './pack-records.ts';
import { verifyReceipt } from './verify-receipt.ts';

const UNLISTED: string[] = [PACK_INDEX, PACK_RECEIPT, PACK_PENDING];

async function checkFiles(parts: Parts, index: PackIndex, verdict: Verdict): Promise<void> {
  const { files } = index;
  const broken = (kind: 'file changed' | 'file missing' | 'pack changed', what: string) =>
    verdict.broken.push({ kind, entry: null, what });
  for (const { name, sha256 } of files) {
    if (!parts.has(name)) broken('file missing', `${name} is missing.`);
    else if ((await parts.sha256(name)) !== sha256) {
      broken('file changed', `${name} does not match the hash in the pack's index.`);
    }
  }
  const listed = new Set(files.map(({ name }) => name));
  for (const name of parts.names()) {
    if (!UNLISTED.includes(name) && !listed.has(name)) {
      broken('pack changed', `${name} is in the pack but not in its index.`);
    }
  }
  const expected = expectedFiles(index);
  for (const name of expected.required) {
    if (!listed.has(name)) broken('file missing', `${name} is missing, also from the index.`);
  }
  for (const name of listed) {
    if (!expected.isKnown(name)) broken('pack changed', `${name} is no part of an evidence pack.`);
  }
  verdict.checked.push(`${files.length} files by the list in ${PACK_INDEX}.`);
}

/** Verifies each batch by its proof. Witnesses are checked only on the pack's checkpoint. */
async function checkBatches(
  parts: Parts,
  { index, keys }: { index: PackIndex; keys: LogKeys },
  verdict: Verdict,
): Promise<void> {
  const trust: Trust = { log: keys, witnesses: [], authorities: [], since: null };
  let [proven, hashed] = [0, 0];
  for (const { batch, file_in_pack: hasFile } of index.batches) {
    const within = partsWithin(parts, `batches/${batch}`);
    if (!within.has(DOCUMENTS.proof)) {
      for (const name of within.names()) {
        verdict.broken.push({
          kind: 'file missing',
          entry: null,
          what: `Batch ${batch}: ${name} has no proof.`,
        });
      }
      verdict.unchecked.push(
        `Batch ${batch}: no proof in the pack; ${PACK_INDEX} states the reason.`,
      );
      continue;
    }
    const own = newVerdict();
    await verifyBatch(within, trust, own, { batch, hasFile });
    verdict.broken.push(
      ...own.broken.map((found) => ({ ...found, what: `Batch ${batch}: ${found.what}` })),
    );
    proven++;
    if (!hasFile) hashed++;
  }
  verdict.checked.push(`${proven} batch(es): proof, manifest and signature.`);
  if (hashed > 0) {
    verdict.unchecked.push(`${hashed} batch(es): the pack contains only the hash of the file.`);
  }
}

type Asked = { trust: Trust; verdict: Verdict };

/** Checks the pack's checkpoint; outside signatures count only on that of the receipt. */
async function checkpointOf(parts: Parts, keys: LogKeys, { trust, verdict }: Asked) {
  const note = (await parts.read(LOG_PARTS.checkpoint)).toString('utf8');
  const checkpoint = signedCheckpoint(note, keys, verdict);
  if (checkpoint === null) return null;
  const own = newVerdict();
  addWitnesses(checkpoint, trust.witnesses, own);
  const token = await readToken(partsWithin(parts, 'log'));
  await addTimestamp(token, checkpoint, { authorities: trust.authorities, verdict: own });
  verdict.broken.push(...own.broken);
  verdict.checked.push(
    ...own.outside.map(({ kind, name, at }) => `The entries' checkpoint: ${kind} ${name}, ${at}.`),
  );
  return checkpoint;
}

function checkErased({ erased, lost, verdict }: Known): void {
  for (const [person, seq] of erased.stated) {
    if (erased.sealed.has(person)) {
      verdict.checked.push(`The person of entry ${seq} was erased, which the log records.`);
    } else {
      verdict.unchecked.push(`The person of entry ${seq} was erased after these entries.`);
    }
  }
  if (lost.length > 0) {
    verdict.unchecked.push(
      `Entries ${lost[0]} to ${lost.at(-1)}: the database lost what they record, when an older backup was restored; the log records that.`,
    );
  }
}

async function checkRecords(parts: Parts, known: Known, keys: LogKeys): Promise<void> {
  const { index, verdict } = known;
  checkBatchList(known);
  await checkBatches(parts, { index, keys }, verdict);
  await checkReports(parts, known);
  const runs = await checkApprovals(parts, known);
  await checkEvidence(parts, { ...known, runs });
  await checkPersons(parts, known);
  await checkDecisions(parts, known);
  checkErased(known);
}

export async function verifyPack(parts: Parts, trust: Trust, verdict: Verdict): Promise<void> {
  const index = await readPackIndex(parts);
  const name = LOG_PARTS.keys;
  const text = (await parts.read(name)).toString('utf8');
  const keys = keysFor(trust, { name, text }, verdict);
  await checkFiles(parts, index, verdict);
  if (verdict.broken.some(({ kind }) => kind === 'file missing')) return;
  const checkpoint = await checkpointOf(parts, keys, { trust, verdict });
  if (checkpoint === null) return;
  const read = await readPackEntries(parts, { checkpoint, index });
  if ('kind' in read) verdict.broken.push(read);
  else {
    const { first, last } = index.entries;
    verdict.checked.push(
      `The organization's entries ${first} to ${last}, without a gap, in ${checkpoint.origin}.`,
    );
    await checkRecords(parts, { ...read, index, verdict }, keys);
  }
  await verifyReceipt(parts, checkpoint, { index, keys, trust, verdict });
  addSince(checkpoint, { since: trust.since, keys, verdict });
}

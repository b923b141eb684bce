import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { packDigests } from '../../../engines/provenance/pack-digest.ts';
import { type ZipPart, zipOf } from '../../../platform/files/write-zip.ts';
import { defineFileFunction, type FunctionDefinition } from '../../../platform/functions/define.ts';
import type { Caller } from '../../../platform/gateway/caller.ts';
import { evidencePackBody, packReceiptBody } from '../../../shared/contracts/proof.ts';
import { AppError } from '../../../shared/errors.ts';
import { PENDING_HEADER, RECEIPT_ENDING } from '../../../shared/evidence-packs.ts';
import type { Product } from '../../product.ts';
import { PACK_PENDING, PACK_RECEIPT } from './pack-parts.ts';
import type { PackScope, PackSource } from './pack-source.ts';
import { awaitReceipt, NO_RECEIPT, readReceipt } from './read-receipt.ts';
import { type EvidencePack, writePack } from './write-pack.ts';

async function* partsOf(files: readonly ZipPart[]) {
  yield* files;
}

const textPart = (name: string, text: string): ZipPart => ({
  name,
  open: () => Readable.from([text]),
});

const PENDING = `The log had not sealed this pack when it was made, so it has no receipt.
Complete it on the page that made it, or as the operator: sandbox evidence-pack --complete PACK.zip
Keep the receipt beside the archive (PACK.zip${RECEIPT_ENDING}) or in the unpacked folder (${PACK_RECEIPT}).
`;

export type StreamedPack = {
  filename: string;
  archive: Readable;
  /** SHA-256 of the index, which names the pack on the log. */
  sha256: string;
  /** Null if the log did not seal the pack in time. */
  receipt: string | null;
};

export async function streamPack(
  source: PackSource,
  scope: PackScope,
  workFolder: string,
): Promise<StreamedPack> {
  const folder = join(workFolder, `evidence-${randomUUID()}`);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const pack = await writePack(source, scope, { workFolder: folder, at: new Date() });
    await notePack(source, scope, pack);
    const receipt = await awaitReceipt(source, pack.index.sha256);
    const last =
      receipt === null ? textPart(PACK_PENDING, PENDING) : textPart(PACK_RECEIPT, receipt);
    const archive = zipOf(partsOf([...pack.files, last]));
    void finished(archive)
      .catch(() => {})
      .then(remove);
    return { filename: pack.filename, archive, sha256: pack.index.sha256, receipt };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function notePack(
  source: PackSource,
  scope: PackScope,
  { index, files, checkpoint }: EvidencePack,
): Promise<void> {
  const subject = scope.kind === 'batch' ? scope.batchId : `${scope.from} to ${scope.to}`;
  const parts = packDigests(files.filter((file) => file !== index));
  await source.read((tx) =>
    tx.query('select private.note_evidence_pack($1, $2, $3, $4)', [
      subject,
      index.sha256,
      { files: files.length, checkpoint },
      parts,
    ]),
  );
}

type ReportOf = PackSource['reportOf'];

const sourceOf = (product: Product, caller: Caller, reportOf: ReportOf): PackSource => ({
  read: (work) => product.platform.database.asCaller(caller, work),
  files: product.files,
  reportOf,
  version: product.version,
  signers: product.logSigners,
});

export const evidencePackFunction = (product: Product, reportOf: ReportOf): FunctionDefinition =>
  defineFileFunction({
    name: 'evidence-pack',
    summary:
      "Exports a batch, or the organization's batches of a period, as an archive with reports, approvals, decisions and log proofs.",
    audience: 'session',
    body: evidencePackBody,
    handle: async ({ body, caller, reply }) => {
      const source = sourceOf(product, caller, reportOf);
      const { filename, archive, sha256, receipt } = await streamPack(
        source,
        body,
        product.workFolder,
      );
      if (receipt === null) reply.header(PENDING_HEADER, sha256);
      return { name: filename, bytes: archive };
    },
  });

export const packReceiptFunction = (product: Product, reportOf: ReportOf): FunctionDefinition =>
  defineFileFunction({
    name: 'evidence-pack-receipt',
    summary: 'Returns the receipt of an evidence pack by the SHA-256 of its pack.json.',
    audience: 'session',
    body: packReceiptBody,
    handle: async ({ body, caller }) => {
      const receipt = await readReceipt(sourceOf(product, caller, reportOf), body.pack_sha256);
      if (receipt === null) throw new AppError('not_found', NO_RECEIPT);
      return {
        name: PACK_RECEIPT,
        bytes: Buffer.from(receipt),
      };
    },
  });

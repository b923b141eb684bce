import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { zipOf } from '../../../platform/files/write-zip.ts';
import { defineFileFunction, type FunctionDefinition } from '../../../platform/functions/define.ts';
import { evidencePackBody } from '../../../shared/contracts/proof.ts';
import type { Product } from '../../product.ts';
import type { PackFile } from './pack-folder.ts';
import type { PackScope, PackSource } from './pack-source.ts';
import { type EvidencePack, writePack } from './write-pack.ts';

async function* partsOf(files: readonly PackFile[]) {
  for (const { name, open } of files) yield { name, open };
}

export async function streamPack(
  source: PackSource,
  scope: PackScope,
  { workFolder, note }: { workFolder: string; note: (pack: EvidencePack) => Promise<void> },
): Promise<{ filename: string; archive: Readable }> {
  const folder = join(workFolder, `evidence-${randomUUID()}`);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const pack = await writePack(source, scope, { workFolder: folder, at: new Date() });
    await note(pack);
    const archive = zipOf(partsOf(pack.files));
    void finished(archive)
      .catch(() => {})
      .then(remove);
    return { filename: pack.filename, archive };
  } catch (error) {
    await remove();
    throw error;
  }
}

export const notePack =
  (source: PackSource, scope: PackScope) =>
  async ({ index, files }: EvidencePack): Promise<void> => {
    const subject = scope.kind === 'batch' ? scope.batchId : `${scope.from} to ${scope.to}`;
    await source.read((tx) =>
      tx.query('select private.note_evidence_pack($1, $2, $3)', [
        subject,
        index.sha256,
        { files: files.length },
      ]),
    );
  };

export const evidencePackFunction = (
  product: Product,
  reportOf: PackSource['reportOf'],
): FunctionDefinition =>
  defineFileFunction({
    name: 'evidence-pack',
    summary:
      "Exports a batch, or the organization's batches of a period, as an archive with reports, approvals, decisions and log proofs.",
    audience: 'session',
    body: evidencePackBody,
    handle: async ({ body, caller }) => {
      const source: PackSource = {
        read: (work) => product.platform.database.asCaller(caller, work),
        files: product.files,
        reportOf,
        version: product.version,
      };
      const { filename, archive } = await streamPack(source, body, {
        workFolder: product.workFolder,
        note: notePack(source, body),
      });
      // The published client reads this type as raw bytes.
      return { name: filename, contentType: 'application/octet-stream', bytes: archive };
    },
  });

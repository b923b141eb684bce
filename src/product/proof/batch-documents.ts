import { createHash } from 'node:crypto';
import { croissantOf, type DescribedFile } from '../../engines/provenance/croissant.ts';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import {
  type FileDigest,
  modelSignature,
  provenanceStatement,
} from '../../engines/provenance/statement.ts';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import { type LogKey, publicKeys } from './log-key.ts';

export const DOCUMENTS = {
  manifest: 'manifest.json',
  statement: 'statement.intoto.json',
  croissant: 'croissant.json',
  proof: 'batch.tlog-proof',
  keys: 'log-keys.txt',
  timestamp: 'checkpoint.tsr',
  signature: 'batch.oms.json',
} as const;

export type Document = { name: string; bytes: Uint8Array };

type ProvenBatch = {
  id: string;
  name: string;
  completedAt: string;
  builder: string;
  manifest: SealedManifest;
  files: readonly DescribedFile[];
  /** C2SP tlog-proof of the entry with the manifest's hash. */
  proof: string;
  /** RFC 3161 token for the proof's checkpoint; null without one. */
  timestamp: Uint8Array | null;
};

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const digestOf = ({ name, bytes }: Document): FileDigest => ({ name, sha256: sha256Of(bytes) });

export function batchDocuments(batch: ProvenBatch, key: LogKey): Document[] {
  const { manifest } = batch;
  const files = batch.files.map(({ name, sha256 }) => ({ name, sha256 }));
  const documents: Document[] = [
    {
      name: DOCUMENTS.manifest,
      bytes: Buffer.from(canonicalJson(manifest as unknown as Json)),
    },
    {
      name: DOCUMENTS.statement,
      bytes: json(provenanceStatement({ ...batch, files }, manifest)),
    },
    {
      name: DOCUMENTS.croissant,
      bytes: json(
        croissantOf({
          name: batch.name,
          description: `Synthetic data made by ${manifest.engine.name} ${manifest.engine.version}, seed ${manifest.seed}.`,
          version: manifest.engine.version,
          published: batch.completedAt.slice(0, 10),
          files: batch.files,
        }),
      ),
    },
    { name: DOCUMENTS.proof, bytes: Buffer.from(batch.proof) },
    { name: DOCUMENTS.keys, bytes: Buffer.from(publicKeys(key)) },
    ...(batch.timestamp === null ? [] : [{ name: DOCUMENTS.timestamp, bytes: batch.timestamp }]),
  ];
  const { hint: keyHint, sign } = key.files;
  const signed = [...files, ...documents.map(digestOf)];
  const signature = modelSignature(batch.name, signed, { keyHint, sign });
  return [...documents, { name: DOCUMENTS.signature, bytes: json(signature) }];
}

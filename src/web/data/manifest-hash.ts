import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import type { GenerationLog } from './rows.ts';

type Sealed = Pick<GenerationLog, 'manifest'>;

const hashes = new WeakMap<object, string>();

/** Computes the SHA-256 of the current manifest without its recorded hash; null if unsealed. */
export function manifestHash({ manifest }: Sealed): string | null {
  if (typeof manifest?.sha256 !== 'string') return null;
  const { sha256: _, ...content } = manifest;
  const hash =
    hashes.get(manifest) ?? bytesToHex(sha256(utf8ToBytes(canonicalJson(content as Json))));
  hashes.set(manifest, hash);
  return hash;
}

export const isManifestChanged = (batch: Sealed): boolean =>
  manifestHash(batch) !== (batch.manifest?.sha256 ?? null);

/** Returns the hash for a batch's seal: of the manifest, or the batch id before one exists. */
export const sealHash = (batch: Sealed & Pick<GenerationLog, 'batch_id'>): string =>
  manifestHash(batch) ?? batch.batch_id;

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import type { GenerationLog } from './rows.ts';

type Sealed = Pick<GenerationLog, 'manifest'>;

const known = new WeakMap<object, string>();

/** The SHA-256 of what the manifest says now, without the hash that was noted in it; null where nothing was sealed. */
export function manifestHash({ manifest }: Sealed): string | null {
  if (typeof manifest?.sha256 !== 'string') return null;
  const { sha256: _, ...content } = manifest;
  const hash =
    known.get(manifest) ?? bytesToHex(sha256(utf8ToBytes(canonicalJson(content as Json))));
  known.set(manifest, hash);
  return hash;
}

/** Whether the manifest says something else than when its hash was noted. */
export const isManifestChanged = (batch: Sealed): boolean =>
  manifestHash(batch) !== (batch.manifest?.sha256 ?? null);

/** What a batch's seal is drawn from: its manifest as it is now; before there is one, the batch's id. */
export const sealHash = (batch: Sealed & Pick<GenerationLog, 'batch_id'>): string =>
  manifestHash(batch) ?? batch.batch_id;

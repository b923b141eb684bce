import type { Json } from '../../shared/canonical-json.ts';
import { canonicalHash } from './canonical-hash.ts';

/** One file of a batch as the manifest names it. */
type ManifestFile = { name: string; rows: number; bytes: number; sha256: string };

/**
 * What a batch was made from and what came out. Nothing in it depends on when or where it was made: the same
 * seed, configuration and engine give the same manifest, and so the same hash and the same seal.
 */
export type Manifest = {
  format: 'sandbox-manifest/1';
  engine: { name: string; version: string };
  seed: string;
  request: { [key: string]: Json };
  source: { [key: string]: Json } | null;
  counts: { [entity: string]: number };
  files: ManifestFile[];
  notes: { [key: string]: Json };
};

export type SealedManifest = Manifest & { sha256: string };

/** Adds the SHA-256 of the manifest's canonical JSON. */
export function sealManifest(manifest: Manifest): SealedManifest {
  return { ...manifest, sha256: canonicalHash(manifest) };
}

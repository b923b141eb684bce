import type { Json } from '../../shared/canonical-json.ts';
import { canonicalHash } from './canonical-hash.ts';

type ManifestFile = { name: string; rows: number; bytes: number; sha256: string };

/** Inputs and outputs of a batch; the same seed, configuration and engine give the same hash. */
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

export function sealManifest(manifest: Manifest): SealedManifest {
  return { ...manifest, sha256: canonicalHash(manifest) };
}

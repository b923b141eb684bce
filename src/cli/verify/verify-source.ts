import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { commitmentTo } from '../../engines/provenance/log-entry.ts';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import { AppError } from '../../shared/errors.ts';
import type { Verdict } from './findings.ts';

/** A file that a batch is said to be learned from, and what opens the commitment to it; null where none was given. */
export type SourceClaim = { path: string; openingPath: string | null };

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (cause) {
    throw new AppError('not_found', `cannot read ${path}`, { cause });
  }
  return hash.digest('hex');
}

function readKey(path: string): Uint8Array {
  try {
    const { key } = JSON.parse(readFileSync(path, 'utf8')) as { key?: unknown };
    if (typeof key === 'string' && /^[0-9a-f]{64}$/.test(key)) return Buffer.from(key, 'hex');
  } catch (cause) {
    throw new AppError('bad_request', `cannot read ${path} as JSON`, { cause });
  }
  throw new AppError('bad_request', `${path} holds no key of 32 bytes in hexadecimal.`);
}

/** Whether the manifest names this file: by its SHA-256, or by a commitment that only its organization can open. */
export async function addSource(
  manifest: SealedManifest,
  { path, openingPath }: SourceClaim,
  verdict: Verdict,
): Promise<void> {
  const sha256 = await sha256Of(path);
  const { commitment, sha256: named } = manifest.source ?? {};
  if (typeof commitment === 'string' && openingPath === null) {
    throw new AppError(
      'bad_request',
      'a private batch names its source by a commitment: name its opening with --opening',
    );
  }
  const isSource =
    typeof commitment === 'string'
      ? commitmentTo(readKey(openingPath!), sha256) === commitment
      : named === sha256;
  if (isSource) verdict.checked.push(`Learned from ${path}: the manifest names it.`);
  else {
    verdict.broken.push({
      kind: 'source differs',
      entry: null,
      what: `${path} is not the file that the manifest names.`,
    });
  }
}

import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { commitmentTo } from '../../engines/provenance/log-entry.ts';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import { AppError } from '../../shared/errors.ts';
import type { Verdict } from './findings.ts';

export type SourceClaim = { path: string; openingPath: string | null };

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (cause) {
    throw new AppError('not_found', `Cannot read ${path}.`, { cause });
  }
  return hash.digest('hex');
}

function readKey(path: string): Uint8Array {
  try {
    const { key } = JSON.parse(readFileSync(path, 'utf8')) as { key?: unknown };
    if (typeof key === 'string' && /^[0-9a-f]{64}$/.test(key)) return Buffer.from(key, 'hex');
  } catch (cause) {
    throw new AppError('bad_request', `Cannot read ${path} as JSON.`, { cause });
  }
  throw new AppError('bad_request', `${path} contains no 32-byte hexadecimal key.`);
}

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
      'The source of a private batch is a commitment. Pass its opening with --opening.',
    );
  }
  const isSource =
    typeof commitment === 'string'
      ? commitmentTo(readKey(openingPath!), sha256) === commitment
      : named === sha256;
  if (isSource) verdict.checked.push(`Source ${path} matches the manifest.`);
  else {
    verdict.broken.push({
      kind: 'source differs',
      entry: null,
      what: `${path} is not the source file in the manifest.`,
    });
  }
}

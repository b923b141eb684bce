import { DOCUMENTS } from '../../product/proof/batch-documents.ts';
import { readTimestamp } from '../../product/proof/timestamp-token.ts';
import type { Verdict } from './findings.ts';
import type { Parts } from './parts/parts.ts';
import type { SignedCheckpoint } from './verify-checkpoint.ts';

export async function readToken(parts: Parts): Promise<Buffer | null> {
  return parts.has(DOCUMENTS.timestamp) ? parts.read(DOCUMENTS.timestamp) : null;
}

export async function addTimestamp(
  token: Buffer | null,
  { text }: SignedCheckpoint,
  { authorities, verdict }: { authorities: string[]; verdict: Verdict },
): Promise<void> {
  if (authorities.length === 0) {
    if (token !== null)
      verdict.unchecked.push(
        "The time-stamp was not verified. Pass the authority's certificate with --tsa.",
      );
    return;
  }
  if (token === null) {
    verdict.unchecked.push('No time-stamp.');
    return;
  }
  try {
    const { at, name } = await readTimestamp(token, Buffer.from(text), authorities);
    verdict.outside.push({ kind: 'time-stamp', name, at: at.toISOString() });
  } catch (error) {
    verdict.broken.push({
      kind: 'time-stamp wrong',
      entry: null,
      what: `The time-stamp: ${(error as Error).message}`,
    });
  }
}

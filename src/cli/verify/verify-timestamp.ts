import { DOCUMENTS } from '../../product/proof/batch-documents.ts';
import { readTimestamp } from '../../product/proof/timestamp-token.ts';
import type { Verdict } from './findings.ts';
import type { Parts } from './parts/parts.ts';
import type { SignedCheckpoint } from './verify-checkpoint.ts';

export async function addTimestamp(
  parts: Parts,
  { text }: SignedCheckpoint,
  { authorities, verdict }: { authorities: string[]; verdict: Verdict },
): Promise<void> {
  const isThere = parts.has(DOCUMENTS.timestamp);
  if (authorities.length === 0) {
    if (isThere)
      verdict.unchecked.push(
        "The time-stamp was not verified. Pass the authority's certificate with --tsa.",
      );
    return;
  }
  if (!isThere) {
    verdict.unchecked.push('No time-stamp.');
    return;
  }
  try {
    const token = await parts.read(DOCUMENTS.timestamp);
    const { at, name } = await readTimestamp(token, Buffer.from(text), authorities);
    verdict.outside.push({ kind: 'time-stamp', name, at: at.toISOString() });
  } catch (error) {
    verdict.broken.push({
      kind: 'time-stamp wrong',
      entry: null,
      what: `${DOCUMENTS.timestamp}: ${(error as Error).message}`,
    });
  }
}

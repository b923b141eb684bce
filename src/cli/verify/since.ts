import { type Hash, isSameHash } from '../../engines/provenance/merkle.ts';
import type { NoteKey } from '../../engines/provenance/note.ts';
import type { Verdict } from './findings.ts';
import { type SignedCheckpoint, signedCheckpoint } from './verify-checkpoint.ts';

type Since = { since: string | null; key: NoteKey; verdict: Verdict };

/**
 * Holds a checkpoint against one that was seen before.
 *
 * @param rootAt the root of the first entries, where the log itself is at hand
 */
export function addSince(
  now: SignedCheckpoint,
  { since, key, verdict }: Since,
  rootAt?: (size: number) => Hash,
): void {
  if (since === null) return;
  const before = signedCheckpoint(since, key, verdict);
  if (before === null) return;
  if (before.size !== now.size && rootAt === undefined) {
    // A batch or a pack keeps the checkpoint of its day: it may be older than the one that was seen, or newer.
    verdict.notDone.push(
      `Whether this checkpoint of ${now.size} entries and the earlier one of ${before.size} are of one log shows only with the folder of the log.`,
    );
  } else if (before.size > now.size) {
    verdict.broken.push({
      kind: 'log rolled back',
      entry: now.size,
      what: `The log ends before entry ${now.size}; it had ${before.size} entries when it was seen before.`,
    });
  } else if (before.size === now.size && !isSameHash(before.root, now.root)) {
    verdict.broken.push({
      kind: 'split view',
      entry: null,
      what: `Two checkpoints of ${now.size} entries have different roots.`,
    });
  } else if (before.size === now.size) {
    verdict.checked.push('The checkpoint is the one that was seen before.');
  } else if (isSameHash(rootAt!(before.size), before.root)) {
    verdict.checked.push(`The first ${before.size} entries are those that were seen before.`);
  } else {
    verdict.broken.push({
      kind: 'log rewritten',
      entry: null,
      what: `The first ${before.size} entries are not those that were seen before.`,
    });
  }
}

import { type Hash, isSameHash } from '../../engines/provenance/merkle.ts';
import type { LogKeys } from '../../product/proof/log-keys.ts';
import type { Verdict } from './findings.ts';
import { type SignedCheckpoint, signedCheckpoint } from './verify-checkpoint.ts';

type Since = { since: string | null; keys: LogKeys; verdict: Verdict };

/** Compares a checkpoint with an earlier one. `rootAt` reads the log itself, if available. */
export function addSince(
  now: SignedCheckpoint,
  { since, keys, verdict }: Since,
  rootAt?: (size: number) => Hash,
): void {
  if (since === null) return;
  const before = signedCheckpoint(since, keys, verdict);
  if (before === null) return;
  if (before.size !== now.size && rootAt === undefined) {
    // A batch or pack contains the checkpoint of its time, older or newer than the given one.
    verdict.notDone.push(
      `Comparing this checkpoint of ${now.size} entries with the earlier one of ${before.size} requires the folder of the log.`,
    );
  } else if (before.size > now.size) {
    verdict.broken.push({
      kind: 'log rolled back',
      entry: now.size,
      what: `The log ends before entry ${now.size}; the earlier checkpoint had ${before.size} entries.`,
    });
  } else if (before.size === now.size && !isSameHash(before.root, now.root)) {
    verdict.broken.push({
      kind: 'split view',
      entry: null,
      what: `Two checkpoints of ${now.size} entries have different roots.`,
    });
  } else if (before.size === now.size) {
    verdict.checked.push('The checkpoint equals the earlier one.');
  } else if (isSameHash(rootAt!(before.size), before.root)) {
    verdict.checked.push(`The first ${before.size} entries match the earlier checkpoint.`);
  } else {
    verdict.broken.push({
      kind: 'log rewritten',
      entry: null,
      what: `The first ${before.size} entries do not match the earlier checkpoint.`,
    });
  }
}

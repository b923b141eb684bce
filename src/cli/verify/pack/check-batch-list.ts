import type { LogEntry } from '../../../engines/provenance/log-entry.ts';
import { addBroken, isOfPeriod, type Known } from './pack-records.ts';

const DAY = 86_400_000;

/** Compares the entries with what the pack claims to be about. */
function scopeFault({
  index,
  entries,
  first,
  last,
}: Known): { entry: LogEntry; what: string } | null {
  const { about } = index;
  if ('batch' in about) {
    // Entries of its dataset and documents come before.
    const isComplete = entries.some(
      ({ kind, subject }) => kind === 'batch.completed' && subject === about.batch,
    );
    const what = `The entries lack the completion of ${about.batch}.`;
    return isComplete ? null : { entry: first, what };
  }
  const until = Date.parse(`${about.to}T00:00:00Z`) + DAY;
  if (Date.parse(first.at) < Date.parse(`${about.from}T00:00:00Z`)) {
    return { entry: first, what: `The first entry is older than ${about.from}.` };
  }
  return Date.parse(last.at) < until
    ? null
    : { entry: last, what: `The last entry is newer than ${about.to}.` };
}

/** Compares the list of batches with the entries: none may be dropped or added. */
export function checkBatchList(known: Known): void {
  const { index, entries, verdict } = known;
  const { about } = index;
  const fault = scopeFault(known);
  if (fault !== null) addBroken(verdict, 'pack changed', fault.entry, fault.what);
  const listed = index.batches.map(({ batch }) => batch);
  if ('batch' in about && (listed.length !== 1 || listed[0] !== about.batch)) {
    const what = `The pack is about batch ${about.batch} and must list it alone.`;
    addBroken(verdict, 'pack changed', undefined, what);
  }
  if (!isOfPeriod(index)) return;
  const named = new Map<string, LogEntry>();
  for (const entry of entries) {
    if (/^(batch\.|report\.measured$)/.test(entry.kind)) named.set(entry.subject, entry);
  }
  for (const [batch, entry] of named) {
    // Rows of blends are deleted with their dataset.
    if (!listed.includes(batch) && entry.kind !== 'batch.deleted') {
      addBroken(
        verdict,
        'pack changed',
        entry,
        `Batch ${batch} is on the log but not in the pack.`,
      );
    }
  }
  for (const batch of listed.filter((batch) => !named.has(batch))) {
    addBroken(
      verdict,
      'pack changed',
      undefined,
      `Batch ${batch} is not on the log of this period.`,
    );
  }
}

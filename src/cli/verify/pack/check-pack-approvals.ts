import { z } from 'zod';
import { canonicalHash } from '../../../engines/provenance/canonical-hash.ts';
import type { LogEntry } from '../../../engines/provenance/log-entry.ts';
import type { Parts } from '../parts/parts.ts';
import { addBroken, isOfPeriod, type Known, newest, readJson } from './pack-records.ts';

const approval = z.object({
  sha256: z.string(),
  intended_use: z.string(),
  audience: z.string(),
  expires_on: z.string(),
  exception_name: z.string().nullable(),
  exception_reason: z.string().nullable(),
  file_sha256: z.string().nullable(),
  report_sha256: z.string().nullable(),
  manifest_sha256: z.string().nullable(),
  approved_at: z.string(),
  confirmed_at: z.string().nullable(),
  state: z.string().nullable(),
});
type Approval = z.infer<typeof approval>;
const records = z.array(
  z.object({ run_id: z.uuid(), batch_id: z.uuid().nullable(), approvals: z.array(approval) }),
);

const SEALED = /^batch\.(completed|resealed)$/;
const UNCHECKED = 'unchecked';

const hashOf = (run: string, a: Approval): string =>
  canonicalHash({
    audience: a.audience,
    exception:
      a.exception_name === null ? null : { name: a.exception_name, reason: a.exception_reason },
    expiresOn: a.expires_on,
    file: a.file_sha256,
    intendedUse: a.intended_use,
    manifest: a.manifest_sha256,
    report: a.report_sha256,
    run,
  });

/** Approvals that the entries name, given or requested, by record and hash. */
function approvalsOf(entries: readonly LogEntry[]): Map<string, LogEntry> {
  return new Map(
    entries.flatMap((entry): [string, LogEntry][] => {
      const { kind, subject, sha256, detail } = entry;
      if (kind === 'model.approval_requested') return [[`${subject} ${sha256}`, entry]];
      return kind === 'model.approved' && typeof detail.approval === 'string'
        ? [[`${subject} ${detail.approval}`, entry]]
        : [];
    }),
  );
}

type Listed = { run: string; batch: string | null; approval: Approval };
type OnLog = {
  onLog: ReadonlyMap<string, LogEntry>;
  state: LogEntry | undefined;
  manifests: ReadonlySet<string>;
};

/** Returns true if the entries of the pack must show what happened at this time. */
function isCovered(at: string | null, { first, last, index }: Known): boolean {
  const time = Date.parse(at ?? '');
  if (time < Date.parse(first.at)) return index.entries.first === 1;
  // Entries are sealed seconds later, and the newest ones may be missing from a period's pack.
  return !(time > Date.parse(last.at) && time <= Date.parse(index.made_at));
}

function stateFault({ approval: listed }: Listed, { state }: OnLog, known: Known): string | null {
  if (listed.state !== 'approved') return null;
  if (state === undefined) {
    return isCovered(listed.confirmed_at ?? listed.approved_at, known)
      ? 'was never confirmed.'
      : null;
  }
  if (state.kind !== 'model.approved') return 'has ended.';
  const { approval: inForce } = state.detail;
  return typeof inForce === 'string' && inForce !== listed.sha256 ? 'is not in force.' : null;
}

/** Returns a fault of an approval, "unchecked" if the pack's entries don't cover it, or null. */
function faultOf(listed: Listed, of: OnLog, known: Known): string | null {
  const { run, batch, approval: given } = listed;
  if (Number.isNaN(Date.parse(given.approved_at))) return 'has no readable date.';
  if (hashOf(run, given) !== given.sha256) return 'differs from the logged one.';
  if (!of.onLog.has(`${run} ${given.sha256}`)) {
    return isCovered(given.approved_at, known) ? 'is not on the log.' : UNCHECKED;
  }
  const { about } = known.index;
  const isOther = 'batch' in about && batch !== null && batch !== about.batch;
  const isOfBatch = given.manifest_sha256 === null || of.manifests.has(given.manifest_sha256);
  if (isOther || (of.manifests.size > 0 && !isOfBatch)) return 'is of another batch.';
  return stateFault(listed, of, known);
}

/** Compares approvals with the entries; returns the records whose evidence the pack must have. */
export async function checkApprovals(parts: Parts, known: Known): Promise<Set<string>> {
  const { entries, index, verdict } = known;
  const onLog = approvalsOf(entries);
  const states = newest(entries, ['model.approved', 'model.lapsed', 'model.revoked']);
  const manifestsOf = (batch: string | null) => {
    const subject = 'batch' in index.about ? index.about.batch : batch;
    const sealed = entries.filter((entry) => entry.subject === subject && SEALED.test(entry.kind));
    return new Set(sealed.map(({ sha256 }) => sha256!));
  };
  const named = new Set<string>();
  const runs = new Set<string>();
  for (const { run_id: run, batch_id: batch, approvals } of await readJson(
    parts,
    'approvals.json',
    records,
  )) {
    runs.add(run);
    const state = states.get(run);
    for (const listed of approvals) {
      named.add(`${run} ${listed.sha256}`);
      const of = { onLog, state, manifests: manifestsOf(batch) };
      const fault = faultOf({ run, batch, approval: listed }, of, known);
      if (fault === UNCHECKED) {
        verdict.unchecked.push(
          `An approval of ${run}, given on ${listed.approved_at}, is outside the entries of this pack.`,
        );
      } else if (fault !== null) {
        addBroken(verdict, 'approval changed', state, `An approval of ${run} ${fault}`);
      }
    }
  }
  for (const [approval, entry] of onLog) {
    if (named.has(approval) || !(isOfPeriod(index) || runs.has(entry.subject))) continue;
    const what = `An approval of ${entry.subject} is on the log but not in the pack.`;
    addBroken(verdict, 'approval changed', entry, what);
  }
  verdict.checked.push(`${named.size} approval(s) by the hashes of their terms.`);
  return runs;
}

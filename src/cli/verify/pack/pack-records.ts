import { z } from 'zod';
import { canonicalHash } from '../../../engines/provenance/canonical-hash.ts';
import type { LogEntry } from '../../../engines/provenance/log-entry.ts';
import { AppError } from '../../../shared/errors.ts';
import type { BrokenKind, Verdict } from '../findings.ts';
import type { Parts } from '../open-parts.ts';
import type { PackEntries } from './pack-entries.ts';
import type { PackIndex } from './pack-index.ts';

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
  state: z.string().nullable(),
});
type Approval = z.infer<typeof approval>;
const records = z.array(z.object({ run_id: z.uuid(), approvals: z.array(approval) }));
const documents = z.array(
  z.object({ document: z.uuid(), filename: z.string(), sha256: z.string().nullable() }),
);

async function readJson<Schema extends z.ZodType>(parts: Parts, name: string, schema: Schema) {
  const parsed = schema.safeParse(JSON.parse((await parts.read(name)).toString('utf8')));
  if (!parsed.success) throw new AppError('bad_request', `${name} is not a valid file of a pack.`);
  return parsed.data;
}

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

function newest(entries: readonly LogEntry[], kinds: readonly string[]): Map<string, LogEntry> {
  const matches = entries.filter(({ kind }) => kinds.includes(kind));
  return new Map(matches.map((entry) => [entry.subject, entry]));
}

type Known = { entries: readonly LogEntry[]; verdict: Verdict };

const say = (verdict: Verdict, kind: BrokenKind, entry: LogEntry | undefined, what: string) =>
  verdict.broken.push({ kind, entry: entry?.seq ?? null, what });

export async function checkApprovals(
  parts: Parts,
  { entries, first, last, verdict }: Known & PackEntries,
): Promise<void> {
  const onLog = new Set(
    entries.flatMap(({ kind, subject, sha256, detail }) => {
      if (kind === 'model.approval_requested') return [`${subject} ${sha256}`];
      return kind === 'model.approved' ? [`${subject} ${String(detail.approval)}`] : [];
    }),
  );
  const states = newest(entries, ['model.approved', 'model.lapsed', 'model.revoked']);
  let count = 0;
  for (const { run_id: run, approvals } of await readJson(parts, 'approvals.json', records)) {
    const state = states.get(run);
    for (const listed of approvals) {
      count++;
      const at = Date.parse(listed.approved_at);
      const isCovered = at >= Date.parse(first.at) && at <= Date.parse(last.at);
      if (hashOf(run, listed) !== listed.sha256) {
        say(
          verdict,
          'approval changed',
          state,
          `An approval of ${run} differs from the logged one.`,
        );
      } else if (!onLog.has(`${run} ${listed.sha256}`) && isCovered) {
        say(verdict, 'approval changed', state, `An approval of ${run} is not on the log.`);
      } else if (!isCovered) {
        verdict.unchecked.push(
          `An approval of ${run}, given on ${listed.approved_at}, is outside the entries of this pack.`,
        );
      }
      if (listed.state === 'approved' && state !== undefined && state.kind !== 'model.approved') {
        say(verdict, 'approval changed', state, `The approval of ${run} has ended.`);
      }
    }
  }
  verdict.checked.push(`${count} approval(s) by the hashes of their terms.`);
}

export async function checkEvidence(parts: Parts, { entries, verdict }: Known): Promise<void> {
  const uploaded = newest(entries, ['evidence.uploaded']);
  const listed = await readJson(parts, 'evidence.json', documents);
  let unknown = 0;
  for (const { document, filename, sha256 } of listed) {
    const entry = uploaded.get(document);
    if (entry === undefined) unknown++;
    else if (entry.sha256 !== sha256) {
      say(verdict, 'evidence changed', entry, `${filename} has another hash on the log.`);
    }
  }
  verdict.checked.push(`${listed.length - unknown} evidence document(s) by their SHA-256.`);
  if (unknown > 0) {
    verdict.unchecked.push(`${unknown} evidence document(s) were uploaded before these entries.`);
  }
}

export async function checkReports(
  parts: Parts,
  { index, entries, verdict }: Known & { index: PackIndex },
): Promise<void> {
  const reports = newest(entries, ['report.measured']);
  const manifests = newest(entries, ['batch.completed', 'batch.resealed']);
  let count = 0;
  for (const { batch, manifest_sha256: manifest } of index.batches) {
    const sealed = manifests.get(batch);
    if (sealed !== undefined && sealed.sha256 !== manifest) {
      say(
        verdict,
        'manifest changed',
        sealed,
        `Batch ${batch}: the manifest is not the newest one.`,
      );
    }
    const name = `reports/${batch}.json`;
    const measured = reports.get(batch);
    if (!parts.has(name)) {
      if (measured) say(verdict, 'file missing', measured, `${name} is missing.`);
    } else if (measured === undefined) {
      verdict.unchecked.push(`${name}: its entry is not in this pack.`);
    } else if ((await parts.sha256(name)) !== measured.sha256) {
      say(verdict, 'report changed', measured, `${name} does not match the logged report.`);
    } else count++;
  }
  verdict.checked.push(`${count} report(s) by their SHA-256.`);
}

import { z } from 'zod';
import type { LogEntry } from '../../../engines/provenance/log-entry.ts';
import type { Parts } from '../parts/parts.ts';
import { addBroken, isOfPeriod, type Known, newest, readJson } from './pack-records.ts';

const documents = z.array(
  z.object({
    document: z.uuid(),
    filename: z.string(),
    sha256: z.string().nullable(),
    is_global: z.boolean(),
    created_at: z.string(),
    linked_to: z.array(z.uuid()),
  }),
);
type Document = z.infer<typeof documents>[number];

/** Returns the newest entry of each link that stands, by document and record. */
function standingLinks(entries: readonly LogEntry[]): Map<string, LogEntry> {
  const links = new Map<string, LogEntry>();
  for (const entry of entries) {
    const link = `${entry.subject} ${String(entry.detail.run)}`;
    if (entry.kind === 'evidence.linked') links.set(link, entry);
    if (entry.kind === 'evidence.unlinked') links.delete(link);
    if (entry.kind !== 'evidence.deleted') continue;
    for (const known of links.keys()) if (known.startsWith(entry.subject)) links.delete(known);
  }
  return links;
}

function checkDocument(
  { document, filename, sha256, linked_to }: Document,
  { entry, links }: { entry: LogEntry; links: Map<string, LogEntry> },
  { index, verdict }: Known,
): void {
  if (entry.kind === 'evidence.deleted') {
    addBroken(verdict, 'evidence changed', entry, `${filename} was deleted.`);
    return;
  }
  if (entry.sha256 !== sha256) {
    addBroken(verdict, 'evidence changed', entry, `${filename} has another hash on the log.`);
  }
  for (const run of linked_to.filter((run) => !links.has(`${document} ${run}`))) {
    if (isOfPeriod(index)) {
      verdict.unchecked.push(
        `${filename}: its link to ${run} is outside the entries of this pack.`,
      );
      continue;
    }
    const what = `${filename} is linked to record ${run}, which is not on the log.`;
    addBroken(verdict, 'evidence changed', entry, what);
  }
}

/** Returns true if the upload must be among the entries, as the organization's own and not newer. */
const mustBeKnown = ({ is_global, created_at }: Document, { index, last }: Known): boolean =>
  index.entries.first === 1 && !is_global && !(Date.parse(created_at) > Date.parse(last.at));

/** Names documents that the log has and the list lacks; of a batch's pack those of its records. */
function checkMissing(
  listed: readonly Document[],
  { uploaded, links }: { uploaded: Map<string, LogEntry>; links: Map<string, LogEntry> },
  { index, verdict, runs }: Known & { runs: ReadonlySet<string> },
): void {
  const byId = new Map(listed.map((document) => [document.document, document]));
  for (const [link, entry] of links) {
    const [document, run] = link.split(' ') as [string, string];
    if (!runs.has(run) || byId.get(document)?.linked_to.includes(run)) continue;
    const what = `Document ${document} is linked to record ${run} on the log, but not in the pack.`;
    addBroken(verdict, 'evidence changed', entry, what);
  }
  for (const [document, entry] of isOfPeriod(index) ? uploaded : []) {
    if (entry.kind === 'evidence.deleted' || byId.has(document)) continue;
    addBroken(verdict, 'evidence changed', entry, `Document ${document} is not in the pack.`);
  }
}

/** Compares documents and their links with the entries. */
export async function checkEvidence(
  parts: Parts,
  known: Known & { runs: ReadonlySet<string> },
): Promise<void> {
  const { entries, verdict } = known;
  const uploaded = newest(entries, ['evidence.uploaded', 'evidence.deleted']);
  const links = standingLinks(entries);
  const listed = await readJson(parts, 'evidence.json', documents);
  let unknown = 0;
  for (const document of listed) {
    const entry = uploaded.get(document.document);
    if (entry !== undefined) checkDocument(document, { entry, links }, known);
    else if (mustBeKnown(document, known)) {
      const what = `${document.filename} was never uploaded.`;
      addBroken(verdict, 'evidence changed', undefined, what);
    } else unknown++;
  }
  checkMissing(listed, { uploaded, links }, known);
  verdict.checked.push(`${listed.length - unknown} evidence document(s) by their SHA-256.`);
  if (unknown > 0) {
    verdict.unchecked.push(`${unknown} evidence document(s) were uploaded outside these entries.`);
  }
}

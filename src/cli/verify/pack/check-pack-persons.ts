import { z } from 'zod';
import type { Parts } from '../parts/parts.ts';
import { addBroken, isOfPeriod, type Known, readJson } from './pack-records.ts';
import { differingWords, isListed } from './sealed-words.ts';

const text = z.string().nullable();
const approval = z.looseObject({
  sha256: z.string(),
  approved_by: text,
  confirmed_by: text,
  closed_at: text,
  closed_by: text,
  closed_reason: text,
});
type Approval = z.infer<typeof approval>;
const record = z.looseObject({ run_id: z.uuid(), made_by: text, approvals: z.array(approval) });
type Listed = z.infer<typeof record>;
const document = z.looseObject({
  document: z.uuid(),
  filename: z.string(),
  created_at: z.string(),
  uploaded_by: text,
});

/** Terms that a second approver sets or can change. */
const CONFIRMED = ['evidence', 'confirmed_at', 'maker_checker'];

function checkApproval(run: string, listed: Approval, { facts, verdict }: Known): void {
  const { requested, approved, ended } = facts.approval(run, listed.sha256);
  const first = requested ?? approved;
  const differs = (fact: typeof first, what: string) =>
    addBroken(verdict, 'person changed', fact?.entry, `An approval of ${run}: ${what} differs.`);
  if (!isListed(first?.by, listed.approved_by)) differs(first, 'its approver');
  const isConfirmation = requested !== undefined && approved !== undefined;
  if (isConfirmation && !isListed(approved.by, listed.confirmed_by)) {
    differs(approved, 'its second approver');
  }
  const isSetLater = (name: string) => requested !== undefined && CONFIRMED.includes(name);
  const words = differingWords(first?.said, listed).filter((name) => !isSetLater(name));
  if (words.length > 0) differs(first, words.join(', '));
  const confirmed = isConfirmation ? differingWords(approved.said, listed) : [];
  const set = confirmed.filter((name) => CONFIRMED.includes(name));
  if (set.length > 0) differs(approved, set.join(', '));
  if (ended?.entry.kind !== 'model.revoked') return;
  const end = { reason: listed.closed_reason, at: listed.closed_at };
  if (!isListed(ended.by, listed.closed_by) || differingWords(ended.said, end).length > 0) {
    differs(ended, 'its revocation');
  }
}

function checkRecord({ approvals, ...listed }: Listed, known: Known): void {
  const { facts, verdict } = known;
  const made = facts.newest('model.recorded', listed.run_id);
  const words = differingWords(made?.said, listed);
  const what = [...(isListed(made?.by, listed.made_by) ? [] : ['its maker']), ...words];
  if (what.length > 0) {
    const text = `Record ${listed.run_id}: ${what.join(', ')} differ.`;
    addBroken(verdict, 'person changed', made?.entry, text);
  }
  for (const given of approvals) checkApproval(listed.run_id, given, known);
}

/** Names records that the log has and the pack lacks. */
function checkMissing(records: readonly Listed[], { facts, index, verdict }: Known): void {
  const listed = new Set(records.map(({ run_id }) => run_id));
  for (const { entry, said } of facts.ofKind('model.recorded')) {
    const batch = said !== null && said !== 'closed' ? said.batch_id : undefined;
    const isOfPack = isOfPeriod(index) || ('batch' in index.about && batch === index.about.batch);
    if (!isOfPack || listed.has(entry.subject)) continue;
    const what = `Record ${entry.subject} is on the log but not in approvals.json.`;
    addBroken(verdict, 'record missing', entry, what);
  }
}

/** Compares persons, times and words of records, approvals and documents with the entries. */
export async function checkPersons(parts: Parts, known: Known): Promise<void> {
  const { facts, verdict } = known;
  const records = await readJson(parts, 'approvals.json', z.array(record));
  for (const listed of records) checkRecord(listed, known);
  checkMissing(records, known);
  for (const listed of await readJson(parts, 'evidence.json', z.array(document))) {
    const { document: id, uploaded_by: by, filename, created_at } = listed;
    const fact = facts.newest('evidence.uploaded', id);
    const words = differingWords(fact?.said, { filename, created_at });
    if (isListed(fact?.by, by) && words.length === 0) continue;
    const what = `${filename}: its name, time or uploader differs.`;
    addBroken(verdict, 'person changed', fact?.entry, what);
  }
  verdict.checked.push('Persons, times and words of records, approvals and documents.');
}

import type { LogEntry } from '../../../engines/provenance/log-entry.ts';
import type { Facts } from '../../../engines/provenance/opening.ts';

/** Entry with the person who acted and the words, as its openings show them. */
export type SealedFact = Facts & { entry: LogEntry };

type SealedApproval = { requested?: SealedFact; approved?: SealedFact; ended?: SealedFact };

export type SealedFacts = {
  add: (entry: LogEntry, facts: Facts) => void;
  /** Newest entry of a kind about a subject. */
  newest: (kind: string, subject: string) => SealedFact | undefined;
  ofKind: (kind: string) => SealedFact[];
  approval: (run: string, sha256: string) => SealedApproval;
  decision: (exceptions: string, item: number | null, at: string) => SealedFact | undefined;
};

const approvalKey = (run: string, sha256: unknown) => `${run} ${String(sha256)}`;
const decisionKey = (exceptions: string, item: unknown, at: unknown) =>
  `${exceptions} ${item ?? '-'} ${String(at)}`;

/** Indexes opened entries by what they are about. */
export function sealedFacts(): SealedFacts {
  const subjects = new Map<string, SealedFact>();
  const kinds = new Map<string, SealedFact[]>();
  const approvals = new Map<string, SealedApproval>();
  const decisions = new Map<string, SealedFact>();
  const latest = new Map<string, string>();
  const approval = (key: string) => approvals.get(key) ?? {};
  const addApproval = (fact: SealedFact) => {
    const { kind, subject, sha256, detail } = fact.entry;
    const named = kind === 'model.approval_requested' ? sha256 : detail.approval;
    const key =
      named === undefined || named === null ? latest.get(subject) : approvalKey(subject, named);
    if (key === undefined) return;
    latest.set(subject, key);
    const part =
      kind === 'model.approval_requested'
        ? 'requested'
        : kind === 'model.approved'
          ? 'approved'
          : 'ended';
    approvals.set(key, { ...approval(key), [part]: fact });
  };
  return {
    add: (entry, facts) => {
      const fact = { entry, ...facts };
      const { kind, subject, detail } = entry;
      subjects.set(`${kind} ${subject}`, fact);
      const ofKind = kinds.get(kind) ?? [];
      ofKind.push(fact);
      kinds.set(kind, ofKind);
      if (kind.startsWith('model.') && kind !== 'model.recorded') addApproval(fact);
      if (/^(review|case)\.decided$/.test(kind) && typeof facts.said === 'object' && facts.said) {
        decisions.set(decisionKey(subject, detail.case, facts.said.at), fact);
      }
    },
    newest: (kind, subject) => subjects.get(`${kind} ${subject}`),
    ofKind: (kind) => kinds.get(kind) ?? [],
    approval: (run, sha256) => approval(approvalKey(run, sha256)),
    decision: (exceptions, item, at) => decisions.get(decisionKey(exceptions, item, at)),
  };
}

const ERASED = 'erased';

/** Returns the address to list for a person; null if the entry has none or it is not opened. */
export function listedPerson(by: Facts['by'] | undefined): string | null {
  if (by === undefined || by === null || by === 'closed') return null;
  return by === 'erased' ? ERASED : (by.email ?? by.id);
}

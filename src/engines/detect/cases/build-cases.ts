import type { Reason } from '../explain/explain-rows.ts';
import type { Ledger } from '../features/ledger.ts';
import type { GraphPattern } from '../graph/pattern.ts';
import type { AccountEvidence } from '../score-accounts.ts';

type Flagged = { row: number; reasons: readonly Reason[] };

/** Everything about one account (or customer) that a reviewer decides together. */
export type Case = {
  subject: string;
  /** Sum of the evidence of all rows of the subject. */
  evidence: number;
  /** Flagged rows, in order of time. */
  rows: number[];
  /** The strongest reasons of its flagged rows, one per fact. */
  reasons: (Reason & { row: number })[];
  /** Indexes of the patterns that the subject is part of. */
  patterns: number[];
};

const MAX_REASONS = 3;

function strongest(anomalies: readonly Flagged[]): Case['reasons'] {
  const best = new Map<string, Reason & { row: number }>();
  for (const { row, reasons } of anomalies) {
    for (const reason of reasons) {
      const fact = reason.fact ?? reason.feature;
      const known = best.get(fact);
      if (known === undefined || reason.share < known.share) best.set(fact, { ...reason, row });
    }
  }
  return [...best.values()].sort((a, b) => a.share - b.share).slice(0, MAX_REASONS);
}

/**
 * Groups flagged rows into one case per account (or customer), most evidence first, ties by name.
 * Rows without an owner are in no case.
 */
export function buildCases(
  { owner, time }: Pick<Ledger, 'owner' | 'time'>,
  {
    anomalies,
    accounts,
    patterns,
  }: {
    anomalies: readonly Flagged[];
    accounts: AccountEvidence | null;
    patterns: readonly GraphPattern[];
  },
): Case[] {
  if (owner === null || accounts === null) return [];
  const evidenceOf = new Map(accounts.names.map((name, at) => [name, accounts.evidence[at]]));
  const owned = anomalies.filter(({ row }) => owner.codes[row] >= 0);
  const bySubject = Map.groupBy(owned, ({ row }) => owner.text(owner.codes[row]));
  return Array.from(bySubject, ([subject, own]) => ({
    subject,
    evidence: evidenceOf.get(subject) ?? 0,
    rows: own
      .map(({ row }) => row)
      .sort((a, b) => (time === null ? 0 : time[a] - time[b]) || a - b),
    reasons: strongest(own),
    patterns: patterns.flatMap((pattern, at) => (pattern.accounts.includes(subject) ? [at] : [])),
  })).sort((a, b) => b.evidence - a.evidence || (a.subject < b.subject ? -1 : 1));
}

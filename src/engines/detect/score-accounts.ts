import { averageRanks } from './arrays/average-ranks.ts';
import type { Ledger } from './features/ledger.ts';
import type { TransferGraph } from './graph/transfer-graph.ts';

export type ScoredAccount = { name: string; score: number };

/** Evidence that a row has by chance once in twenty: less adds nothing to its account. */
const ORDINARY = -Math.log(0.05);
const FLOOR = 1e-6;

export type AccountEvidence = { names: string[]; evidence: Float64Array };

/**
 * Sums the evidence of an account's rows, -ln(1 - score) as far as it exceeds that of an ordinary
 * row. In files of transfers without an own book a row counts for both of its accounts.
 *
 * @returns null if the file has no accounts or customers
 */
export function accountEvidence(
  ledger: Pick<Ledger, 'owner' | 'rows'>,
  graph: TransferGraph | null,
  scores: Float64Array,
): AccountEvidence | null {
  const excess = (row: number) => Math.max(0, -Math.log(1 - scores[row] + FLOOR) - ORDINARY);
  if (graph !== null && graph.centers === graph.names.length) {
    const evidence = new Float64Array(graph.names.length);
    for (const row of graph.byTime) {
      for (const node of [graph.from[row], graph.to[row]]) evidence[node] += excess(row);
    }
    return { names: graph.names, evidence };
  }
  const { owner } = ledger;
  if (owner === null) return null;
  const evidence = new Float64Array(owner.count);
  for (let row = 0; row < ledger.rows; row++) {
    const code = owner.codes[row];
    if (code >= 0) evidence[code] += excess(row);
  }
  return { names: Array.from(evidence.keys(), owner.text), evidence };
}

/** Returns the accounts with the most evidence, scored by the share with less; ties by name. */
export function topAccounts(accounts: AccountEvidence | null, most: number): ScoredAccount[] {
  if (accounts === null) return [];
  const { names, evidence } = accounts;
  const ranks = averageRanks(evidence);
  return Array.from(ranks, (score, at) => ({ name: names[at], score }))
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, most);
}

import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { deleteRow } from './delete-row.ts';

export type StoredModel = {
  id: string;
  epsilon: number;
  mechanism: string;
  created_at: string;
  sources: string[];
};
export type LedgerEntry = {
  source_id: string;
  sequence: number;
  time: string;
  epsilon: number;
  delta: number;
  mechanism: string;
};

type Source = {
  id: string;
  name: string;
  budget_epsilon: number;
  budget_rho: number;
  privacy_ledger: { nano_rho: number }[];
};
type Budget = { used: number; epsilon: number };

/** Returns the most used budget, in percent, of the named sources and those named like the file. */
export function budgetOf(
  known: readonly Source[],
  filename: string,
  sources: readonly string[],
): Budget | null {
  const matching = known
    .filter(({ id, name }) => name === filename || sources.includes(id))
    .map((row) => ({
      epsilon: row.budget_epsilon,
      share:
        row.privacy_ledger.reduce((sum, entry) => sum + Number(entry.nano_rho), 0) /
        (1e9 * row.budget_rho),
    }))
    .sort((a, b) => b.share - a.share)[0];
  // Round up, so that the remaining budget is never overstated.
  return matching
    ? { used: Math.min(100, Math.ceil(matching.share * 100)), epsilon: matching.epsilon }
    : null;
}

export async function readBudget(
  filename: string,
  sources: readonly string[],
): Promise<Budget | null> {
  const client = await openClient();
  const rows = unwrap(
    await client
      .from('privacy_sources')
      .select('id,name,budget_epsilon,budget_rho,privacy_ledger(nano_rho)')
      .returns<Source[]>(),
  );
  return budgetOf(rows ?? [], filename, sources);
}

export async function readModels(manifestId: string): Promise<StoredModel[]> {
  const client = await openClient();
  const rows = unwrap(
    await client
      .from('stored_models')
      .select('id,epsilon,created_at,sources,mechanism:guarantee->>mechanism')
      .eq('manifest_id', manifestId)
      .order('created_at', { ascending: false })
      .returns<StoredModel[]>(),
  );
  return rows ?? [];
}

export async function readLedger(sources: readonly string[]): Promise<LedgerEntry[]> {
  const client = await openClient();
  const rows = unwrap(
    await client
      .from('privacy_ledger')
      .select('source_id,sequence,time,epsilon,delta,mechanism')
      .in('source_id', sources)
      .order('time')
      .returns<LedgerEntry[]>(),
  );
  return rows ?? [];
}

export const deleteModel = (id: string): Promise<void> =>
  deleteRow(
    'stored_models',
    id,
    'only the user who trained it or an administrator can delete a model',
  );

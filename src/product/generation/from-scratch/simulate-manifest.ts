import { type SealedManifest, sealManifest } from '../../../engines/provenance/manifest.ts';
import type { StoredFile } from '../../../platform/files/file-store.ts';
import type { BankTable } from '../../../shared/bank-tables.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import type { SimulationFacts } from './simulate-thread.ts';
import type { SimulationSubject } from './simulation-subject.ts';

export function simulationManifest(
  { entity, count, settings }: SimulationSubject,
  facts: SimulationFacts,
  batch: {
    table: BankTable;
    rows: number;
    file: { name: string; stored: StoredFile };
    /** Hash of the existing bank; null if the batch builds on none. */
    bankStateHash: string | null;
    reportNotes: { [key: string]: Json };
  },
): SealedManifest {
  const { seed, ...request } = settings;
  const { name, stored } = batch.file;
  return sealManifest({
    format: 'sandbox-manifest/1',
    engine: { name: 'simulate', version: facts.engineVersion },
    seed,
    request: { entity, count, ...request } as { [key: string]: Json },
    source: batch.bankStateHash === null ? null : { bankStateSha256: batch.bankStateHash },
    counts: { [batch.table]: batch.rows },
    files: [{ name, rows: batch.rows, bytes: stored.size, sha256: stored.sha256 }],
    notes: {
      configurationHash: facts.configurationHash,
      preset: facts.preset,
      country: facts.country,
      currency: facts.currency,
      startDate: facts.startDate,
      endDate: facts.endDate,
      ...(batch.table === 'transactions' ? { launderingRows: facts.laundering } : {}),
      ...batch.reportNotes,
    },
  });
}

import type { Manifest } from '../../../engines/provenance/manifest.ts';
import type { Guarantee, SynthesisMode } from '../../../engines/synthesize/index.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import type { Dataset } from '../../data/read-dataset.ts';
import type { SynthesisSubject } from './synthesis-subject.ts';
import type { SynthesisMessage } from './synthesize-thread.ts';

/** Manifest notes on the model's guarantee, and whether its fit was paid for by this batch. */
export const privateNotes = (
  guarantee: Guarantee,
  sources: readonly string[],
  again: boolean,
): { [key: string]: Json } => ({
  privacy: {
    mechanism: guarantee.mechanism,
    epsilon: guarantee.epsilon,
    delta: guarantee.delta,
    rho: guarantee.rho,
    unit: guarantee.unit,
    mostRows: guarantee.mostRows,
    advantage: guarantee.advantage,
    assumes: [
      ...guarantee.assumes,
      "the order of magnitude of the file's number of rows is public",
    ],
    warnings: guarantee.warnings,
    sources: [...sources],
    spent: again ? 'nothing: the model had been learned before' : 'before any noise was drawn',
  },
});

/**
 * Builds the manifest. A private model's file hash and row count would reveal a row to someone who
 * knows all others, so a commitment replaces them.
 */
export function synthesisManifest(
  subject: SynthesisSubject,
  {
    dataset,
    mode,
    end,
    stored,
    commitment,
    notes,
  }: {
    dataset: Dataset;
    mode: SynthesisMode;
    end: Extract<SynthesisMessage, { kind: 'end' }>;
    stored: { size: number; sha256: string };
    commitment: string | null;
    notes: { [key: string]: Json };
  },
): Manifest {
  const { seed, ...request } = subject.settings;
  return {
    format: 'sandbox-manifest/1',
    engine: { name: 'synthesize', version: end.engineVersion },
    seed,
    request: { count: subject.count, ...request, mode },
    source:
      commitment === null
        ? {
            filename: dataset.filename,
            sha256: dataset.sha256,
            records: Number(dataset.record_count),
          }
        : { filename: dataset.filename, dataset: subject.manifestId, commitment },
    counts: { transactions: subject.count },
    files: [
      { name: 'transactions.csv', rows: subject.count, bytes: stored.size, sha256: stored.sha256 },
    ],
    notes: {
      modelHash: end.modelHash,
      learnedFrom: end.learnedFrom,
      ...(end.suppressed.length > 0 && { suppressedColumns: end.suppressed }),
      ...(Object.keys(dataset.roles).length === 0
        ? {}
        : { correctedRoles: dataset.roles as { [column: string]: Json } }),
      ...notes,
    },
  };
}

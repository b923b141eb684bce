import type pg from 'pg';
import { sealManifest } from '../../../engines/provenance/manifest.ts';
import type { SynthesisMode } from '../../../engines/synthesize/index.ts';
import type { RunContext } from '../../../platform/jobs/run-context.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { completeBatch } from '../../batches/complete-batch.ts';
import type { Output } from '../../batches/run-batch.ts';
import type { Dataset } from '../../data/read-dataset.ts';
import { enterGovernance } from '../enter-governance.ts';
import type { PrivateRun } from './private/synthesize-privately.ts';
import type { SynthesisSubject } from './synthesis-subject.ts';
import { privateNotes, synthesisManifest } from './synthesize-manifest.ts';
import type { SynthesisMessage } from './synthesize-thread.ts';

export type Synthesis = {
  subject: SynthesisSubject;
  dataset: Dataset;
  mode: SynthesisMode;
  /** Null unless privacy budget is spent. */
  secret: PrivateRun | null;
};

type Synthesized = Synthesis & {
  end: Extract<SynthesisMessage, { kind: 'end' }>;
  preview: Record<string, string | null>[];
  rowsInBank: number;
  output: Output;
};

export async function completeSynthesis(
  tx: pg.PoolClient,
  context: RunContext,
  made: Synthesized,
): Promise<{ records: number; message: string }> {
  const { subject, dataset, mode, secret, end, output } = made;
  const { tenant_id: tenantId, created_by: createdBy } = context.run;
  const batchId = subject.batches[0]!.id;
  const isInBank = made.rowsInBank === subject.count;
  // All or nothing: half a batch in the bank would mislead.
  if (!isInBank) {
    await tx.query('select private.delete_bank_rows($1, $2)', [tenantId, batchId]);
  }
  const model = secret?.model() ?? null;
  const notes = model && privateNotes(model.guarantee, model.sources, secret!.again);
  const manifest = sealManifest(
    synthesisManifest(subject, {
      dataset,
      mode,
      end,
      stored: output.stored,
      commitment: secret && (await commitmentTo(tx, subject.manifestId, dataset)),
      notes: notes ?? {},
    }),
  );
  await completeBatch(tx, {
    batchId,
    tenantId,
    createdBy,
    records: subject.count,
    manifest,
    file: { name: 'transactions.csv', ...output },
    preview: made.preview,
  });
  const by = `Synthesizer (${model === null ? mode : `${mode}, ${model.guarantee.mechanism}`})`;
  const governanceId = secret?.again
    ? null
    : await enterGovernance(tx, {
        context,
        dataset,
        model: by,
        manifest: manifest as unknown as Json,
        batchId,
      });
  // Measuring takes longer than generating, so it is a separate run with pending scores.
  await context.enqueue(tx, 'measure', {
    batchId,
    manifestId: subject.manifestId,
    governanceId,
    roles: end.roles,
    entity: end.entity,
    guarantee: model && { unit: model.guarantee.unit, sources: model.sources },
  });
  return { records: subject.count, message: synthesisText(made, isInBank) };
}

/** Returns a commitment to the upload; `open_source_commitment` gives the organization its key. */
async function commitmentTo(
  tx: pg.PoolClient,
  manifestId: string,
  { sha256 }: Dataset,
): Promise<string> {
  const { rows } = await tx.query<{ commitment: string }>(
    'select private.source_commitment($1, $2) as commitment',
    [manifestId, sha256],
  );
  return rows[0]!.commitment;
}

function synthesisText({ subject, dataset, secret }: Synthesis, isInBank: boolean): string {
  const sentences = [
    `Generated ${subject.count} synthetic records shaped by ${dataset.filename}.`,
    ...(isInBank
      ? []
      : [
          'They are in a separate file, since their columns differ from those of the transactions.',
        ]),
    ...(secret === null ? [] : privacySentences(secret)),
  ];
  return sentences.join(' ');
}

function privacySentences(secret: PrivateRun): string[] {
  const { guarantee } = secret.model();
  const paid = secret.again
    ? 'Sampled from an existing model, so no privacy budget was spent.'
    : `Fitted with epsilon ${Number(guarantee.epsilon.toFixed(2))} per ${guarantee.unit} by ${guarantee.mechanism}; the privacy budget was debited.`;
  return [paid, ...guarantee.warnings];
}

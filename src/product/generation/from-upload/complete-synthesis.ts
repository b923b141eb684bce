import type pg from 'pg';
import { sealManifest } from '../../../engines/provenance/manifest.ts';
import { suspendTenant } from '../../../platform/database/suspend-tenant.ts';
import type { RunContext } from '../../../platform/jobs/run-context.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { completeBatch } from '../../batches/complete-batch.ts';
import type { Dataset } from '../../data/read-dataset.ts';
import { enterGovernance } from '../enter-governance.ts';
import type { PrivateRun } from './private/synthesize-privately.ts';
import type { Synthesis } from './synthesis-subject.ts';
import { synthesisManifest } from './synthesize-manifest.ts';
import { csvNameOf, type Source, type Synthesized } from './synthesized.ts';

type Batch = { table: Synthesis['tables'][number]; dataset: Dataset };

/** Stores a batch per table with its file and record, and queues their measurement. */
export async function completeSynthesis(
  tx: pg.PoolClient,
  context: RunContext,
  made: Synthesized,
): Promise<{ records: number; message: string }> {
  const { synthesis, datasets, end } = made;
  const records = Object.values(end.tables).reduce((sum, { rows }) => sum + rows, 0);
  const isInBank = made.rowsInBank === records;
  // All or nothing: half a batch in the bank would mislead.
  if (synthesis.links === null && !isInBank) {
    const resume = await suspendTenant(tx);
    await tx.query('select private.delete_bank_rows($1, $2)', [
      context.run.tenant_id,
      synthesis.tables[0]!.batchId,
    ]);
    await resume();
  }
  for (const [i, table] of synthesis.tables.entries())
    await completeTable(tx, context, made, { table, dataset: datasets[i]! });
  return { records, message: textOf(made, { records, isInBank }) };
}

async function completeTable(
  tx: pg.PoolClient,
  context: RunContext,
  made: Synthesized,
  { table, dataset }: Batch,
): Promise<void> {
  const { synthesis, secret, end, outputs, previews } = made;
  const { name, batchId, manifestId } = table;
  const { rows, roles } = end.tables[name]!;
  const model = secret?.model() ?? null;
  const commitment = secret && (await commitmentTo(tx, manifestId, dataset));
  const output = outputs[name]!;
  const manifest = sealManifest(
    synthesisManifest(made, { table, dataset, stored: output.stored, commitment }),
  );
  await completeBatch(tx, {
    batchId,
    tenantId: context.run.tenant_id,
    createdBy: context.run.created_by,
    records: rows,
    manifest,
    file: { name: csvNameOf(made, name, dataset), ...output },
    preview: previews.get(name) ?? [],
  });
  const governanceId = secret?.again
    ? null
    : await enterGovernance(tx, {
        context,
        dataset,
        model: `Synthesizer (${[synthesis.mode, ...detailsOf(made)].join(', ')})`,
        manifest: manifest as unknown as Json,
        batchId,
      });
  // Measuring takes longer than generating, so it is a separate run with pending scores.
  await context.enqueue(tx, 'measure', {
    batchId,
    manifestId,
    governanceId,
    roles,
    guarantee: model && { unit: model.guarantee.unit, sources: model.sources },
    ...(synthesis.links === null
      ? { entity: end.entity }
      : {
          manifestIds: synthesis.links.manifestIds,
          linked: { tables: synthesis.tables, relations: synthesis.links.relations },
        }),
  });
}

function detailsOf({ synthesis, secret }: Source): string[] {
  if (synthesis.links !== null) return [`${synthesis.tables.length} linked tables`];
  return secret === null ? [] : [secret.model().guarantee.mechanism];
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

function textOf(
  made: Synthesized,
  { records, isInBank }: { records: number; isInBank: boolean },
): string {
  const { synthesis, datasets, secret, end } = made;
  if (synthesis.links !== null)
    return [
      `Generated ${records} synthetic records in ${synthesis.tables.length} linked tables shaped by ${synthesis.filename}.`,
      ...end.left.map(
        ({ relation, rows }) =>
          `${rows} rows of ${relation.child} were dropped: the row that ${relation.childKey} references is missing or already used.`,
      ),
      ...(secret === null ? [] : privacySentences(secret)),
    ].join(' ');
  return [
    `Generated ${records} synthetic records shaped by ${datasets[0]!.filename}.`,
    ...(isInBank
      ? []
      : [
          `They are in the file ${csvNameOf(made, synthesis.tables[0]!.name, datasets[0]!)}: the Explorer shows only rows with the columns of a template.`,
        ]),
    ...(secret === null ? [] : privacySentences(secret)),
  ].join(' ');
}

function privacySentences(secret: PrivateRun): string[] {
  const { guarantee } = secret.model();
  const paid = secret.again
    ? 'Sampled from an existing model, so no privacy budget was spent.'
    : `Fitted with epsilon ${Number(guarantee.epsilon.toFixed(2))} per ${guarantee.unit} by ${guarantee.mechanism}; the privacy budget was debited.`;
  return [paid, ...guarantee.warnings];
}

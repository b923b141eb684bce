import type pg from 'pg';
import { type Manifest, sealManifest } from '../../../engines/provenance/manifest.ts';
import type { RunContext } from '../../../platform/jobs/run-context.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { completeBatch } from '../../batches/complete-batch.ts';
import type { Output } from '../../batches/run-batch.ts';
import type { Dataset } from '../../data/read-dataset.ts';
import { enterGovernance } from '../enter-governance.ts';
import type { TablesMessage } from './synthesize-tables-thread.ts';
import type { TablesSubject } from './tables-subject.ts';

type End = Extract<TablesMessage, { kind: 'end' }>;

function manifestOf(
  { tables, keys, relations, settings }: TablesSubject,
  {
    name,
    dataset,
    end,
    stored,
  }: { name: string; dataset: Dataset; end: End; stored: Output['stored'] },
): Manifest {
  const { seed, ...request } = settings;
  const { rows, learnedFrom, suppressed } = end.tables[name]!;
  return {
    format: 'sandbox-manifest/1',
    engine: { name: 'synthesize', version: end.engineVersion },
    seed,
    request: { ...request, table: name },
    source: {
      filename: dataset.filename,
      sha256: dataset.sha256,
      records: Number(dataset.record_count),
    },
    counts: { [name]: rows },
    files: [{ name: `${name}.csv`, rows, bytes: stored.size, sha256: stored.sha256 }],
    notes: {
      modelHash: end.modelHash,
      learnedFrom,
      heldTable: end.heldTable,
      tables: tables.map((table) => table.name),
      keys,
      relations: relations.map((relation) => ({ ...relation })),
      ...(end.left.length > 0 && {
        leftOut: end.left.map(({ relation, rows: count }) => ({ ...relation, rows: count })),
      }),
      ...(suppressed.length > 0 && { suppressedColumns: suppressed }),
      ...(Object.keys(dataset.roles).length > 0 && {
        correctedRoles: dataset.roles as { [column: string]: Json },
      }),
    },
  };
}

export async function completeTables(
  tx: pg.PoolClient,
  context: RunContext,
  {
    subject,
    datasets,
    previews,
    end,
    outputs,
  }: {
    subject: TablesSubject;
    datasets: readonly Dataset[];
    previews: Readonly<Record<string, Record<string, string | null>[]>>;
    end: End;
    outputs: Record<string, Output>;
  },
): Promise<{ records: number; message: string }> {
  const { tenant_id: tenantId, created_by: createdBy } = context.run;
  const linked = {
    tables: subject.tables.map(({ name, manifestId }, i) => ({
      name,
      manifestId,
      batchId: subject.batches[i]!.id,
    })),
    relations: subject.relations,
  };
  let records = 0;
  for (const [i, { name, manifestId }] of subject.tables.entries()) {
    const dataset = datasets[i]!;
    const output = outputs[name]!;
    const batchId = subject.batches[i]!.id;
    const { rows, roles } = end.tables[name]!;
    records += rows;
    const manifest = sealManifest(
      manifestOf(subject, { name, dataset, end, stored: output.stored }),
    );
    await completeBatch(tx, {
      batchId,
      tenantId,
      createdBy,
      records: rows,
      manifest,
      file: { name: `${name}.csv`, ...output },
      preview: previews[name] ?? [],
    });
    const governanceId = await enterGovernance(tx, {
      context,
      dataset,
      model: `Synthesizer (${subject.settings.mode}, ${subject.tables.length} linked tables)`,
      manifest: manifest as unknown as Json,
      batchId,
    });
    await context.enqueue(tx, 'measure', {
      batchId,
      manifestId,
      manifestIds: subject.manifestIds,
      governanceId,
      roles,
      linked,
    });
  }
  return { records, message: messageOf(subject, records, end) };
}

function messageOf({ tables, filename }: TablesSubject, records: number, { left }: End): string {
  const out = left.map(
    ({ relation, rows }) =>
      ` ${rows} rows of ${relation.child} were dropped: the row that ${relation.childKey} references is missing or already used.`,
  );
  return `Generated ${records} synthetic records in ${tables.length} linked tables shaped by ${filename}.${out.join('')}`;
}

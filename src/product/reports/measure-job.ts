import { identifierOwner } from '../../engines/meaning/headers/identifier-header.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { withLocalCopies } from '../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import type { RunContext, RunHandler } from '../../platform/jobs/run-context.ts';
import { threadEnd } from '../../platform/threads/thread-end.ts';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import { reportNotes, sealReports, storeReports } from '../batches/batch-reports.ts';
import { guaranteeOf } from '../data/source-guarantee.ts';
import { DISCLOSURE_RISK, disclosureRisk } from './disclosure-risk.ts';
import type { MeasureInput, MeasureMessage } from './measure-thread.ts';
import { findSources, type LinkedSubject } from './measured-set.ts';
import { reportPlace } from './report-place.ts';
import { resealManifest } from './reseal-manifest.ts';

type Subject = {
  batchId: string;
  manifestId: string;
  /** Null if no model was fitted for the batch. */
  governanceId: string | null;
  roles?: MeasureInput['roles'];
  entity?: MeasureInput['entity'];
  guarantee?: { unit: string; sources: string[] } | null;
  linked?: LinkedSubject;
};

const MODULE = new URL('./measure-thread.ts', import.meta.url);

/** Returns the protected unit of a guarantee by its column; a person may have several accounts. */
const unitOf = (column: string) =>
  column === 'row' ? 'row' : (identifierOwner(column) ?? 'entity');

export function measureHandler(parts: {
  database: Database;
  files: FileStore;
  workFolder: string;
}): RunHandler {
  return async (context) => {
    const subject = context.run.subject as Subject;
    const { batchId, manifestId, governanceId, guarantee, roles, entity, linked = null } = subject;
    const place = await parts.database.asTenant(context.run.tenant_id, (tx) =>
      reportPlace(tx, manifestId, batchId),
    );
    if ('withheld' in place)
      return withhold(parts.database, { context, batchId, reason: place.withheld });
    const { tenant_id: tenantId, id, attempt } = context.run;
    const sources = await findSources(parts.database, tenantId, { batchId, manifestId, linked });
    const stated: MeasureInput['guarantee'] = guarantee
      ? {
          ...(await parts.database.asTenant(tenantId, (tx) => guaranteeOf(tx, guarantee.sources))),
          unit: unitOf(guarantee.unit),
        }
      : null;
    const measured = await withWorkFolder(parts.workFolder, `measure-${id}-${attempt}`, (folder) =>
      withLocalCopies(parts.files, sources.keys, (paths) => {
        const input: MeasureInput = {
          ...sources.inputOf(paths, folder),
          ...sources.request,
          roles: roles ?? {},
          entity,
          guarantee: stated,
        };
        return threadEnd<MeasureMessage>(context, MODULE, input);
      }),
    );
    const sealed = sealReports({ quality: measured.quality, privacy: measured.privacy });
    return parts.database.asTenant(context.run.tenant_id, async (tx) => {
      await context.fence(tx);
      await storeReports(tx, { batchId, tenantId: context.run.tenant_id, place }, sealed);
      const manifest = await resealManifest(tx, batchId, {
        ...reportNotes(sealed),
        risk: DISCLOSURE_RISK,
      });
      await tx.query(
        'update public.governance_audit set accuracy_score = $2, risk_score = $3, manifest = $4 where run_id = $1',
        [
          governanceId,
          sealed.reports.quality?.score ?? null,
          disclosureRisk(sealed.scores.privacy),
          canonicalJson(manifest as unknown as Json),
        ],
      );
      const { quality, privacy } = sealed.scores;
      return context.complete(tx, { batchId, quality, privacy });
    });
  };
}

async function withhold(
  database: Database,
  { context, batchId, reason }: { context: RunContext; batchId: string; reason: string },
): Promise<Record<string, unknown>> {
  return database.asTenant(context.run.tenant_id, async (tx) => {
    await context.fence(tx);
    await resealManifest(tx, batchId, { privacyWithheld: reason });
    await tx.query('select private.note_withheld_report($1)', [batchId]);
    return context.complete(tx, { batchId, withheld: reason });
  });
}

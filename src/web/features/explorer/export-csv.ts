import type { BankTable } from '../../../shared/bank-tables.ts';
import { batchFile } from '../../data/batches.ts';
import { openClient } from '../../data/client.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, shortId } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { unwrap } from '../../lib/service-error.ts';

type ExportBatch = Pick<GenerationLog, 'batch_id' | 'record_count' | 'csv_url' | 'created_at'>;

async function latestExport(entity: BankTable): Promise<ExportBatch | null> {
  const client = await openClient();
  return unwrap(
    await client
      .from('generation_logs')
      .select('batch_id,record_count,csv_url,created_at')
      .eq('entity_type', entity)
      .not('csv_url', 'is', null)
      .order('created_at', { ascending: false })
      .limit(1)
      .maybeSingle<ExportBatch>(),
  );
}

export async function exportCsv(entity: BankTable): Promise<void> {
  let batch: ExportBatch | null = null;
  try {
    batch = await latestExport(entity);
  } catch (error) {
    return fail('Export Failed', error);
  }
  if (!batch?.csv_url) {
    return fail('No Export Available', `No CSV export found for ${entity}. Generate data first.`);
  }
  const data = await batchFile(batch.csv_url).catch(() => null);
  if (data === null) return fail('Export Failed', 'Could not download CSV file.');
  const id = shortId(batch.batch_id);
  saveFile(data, `SYNTHETIC-${entity}-${id}.csv`);
  notice(
    'Export ready',
    `Batch ${id}: ${formatCount(batch.record_count)} ${entity}. Search filters are not applied.`,
  );
}

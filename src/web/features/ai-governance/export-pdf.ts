import { callFunction } from '../../data/call-function.ts';
import { fail, notice } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { ServiceError } from '../../lib/service-error.ts';

const SWITCHED_OFF = 'PDF export coming soon. Use CSV for now.';

export async function exportPdf(): Promise<void> {
  try {
    const pdf = await callFunction<Blob>('export-audit-pdf', {});
    const filename = `ai-governance-audit-${new Date().toISOString().slice(0, 10)}.pdf`;
    saveFile(pdf, filename);
    notice('Export ready', filename);
  } catch (error) {
    const off = error instanceof ServiceError && (error.status === 404 || error.status === 501);
    if (off) notice(SWITCHED_OFF);
    else fail('Error', error);
  }
}

import type { InspectFileAnswer } from '../../shared/contracts/ingestion.ts';
import { MAX_INSPECTED_BYTES } from '../../shared/limits.ts';
import { uploadForm } from './upload-form.ts';

export function inspectFile(file: File, signal?: AbortSignal): Promise<InspectFileAnswer> {
  const head = new File([file.slice(0, MAX_INSPECTED_BYTES)], file.name);
  const fields = { whole: file.size <= MAX_INSPECTED_BYTES ? 'true' : 'false' };
  return uploadForm<InspectFileAnswer>('inspect-file', head, { fields, ...(signal && { signal }) });
}

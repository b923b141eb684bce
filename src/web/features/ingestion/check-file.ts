import {
  checkHeaders,
  headersValidatedMessage,
  MISSING_HEADERS_MESSAGE,
} from '../../../shared/ingestion-headers.ts';
import { MAX_UPLOAD_BYTES } from '../../../shared/limits.ts';
import { UPLOAD_TOO_LARGE, UPLOAD_TYPE_REFUSED } from '../../../shared/refusals.ts';
import { readCsvHead } from '../../lib/csv-head.ts';

export type FileCheck =
  | { kind: 'refused'; title: string; message: string }
  | { kind: 'missing'; message: string; missing: string[] }
  | { kind: 'ready'; message: string };

/** Size and name, before a byte is read. */
export function refuseFile(file: { name: string; size: number }): FileCheck | null {
  if (file.size > MAX_UPLOAD_BYTES) {
    return {
      kind: 'refused',
      title: 'File too large',
      message: UPLOAD_TOO_LARGE,
    };
  }
  if (!/\.(csv|parquet)$/i.test(file.name)) {
    return {
      kind: 'refused',
      title: 'Invalid file type',
      message: UPLOAD_TYPE_REFUSED,
    };
  }
  return null;
}

/** Whether a chosen file can be uploaded. Parquet files carry their own schema and are checked by the server. */
export async function checkFile(file: File, signal?: AbortSignal): Promise<FileCheck> {
  const refused = refuseFile(file);
  if (refused) return refused;
  if (/\.parquet$/i.test(file.name)) {
    return { kind: 'ready', message: 'Parquet file: its schema is read by the server.' };
  }
  const { headers, records } = await readCsvHead(file, signal);
  const check = checkHeaders(headers);
  if (check.kind === 'missing') {
    return { kind: 'missing', message: MISSING_HEADERS_MESSAGE, missing: check.missing };
  }
  return { kind: 'ready', message: headersValidatedMessage(records, check.template) };
}

import { formatFacts, formatLabel } from '../../../shared/bank-formats.ts';
import type { InspectFileAnswer } from '../../../shared/contracts/ingestion.ts';
import { MAX_UPLOAD_BYTES } from '../../../shared/limits.ts';
import { UPLOAD_TOO_LARGE, UPLOAD_TYPE_REFUSED } from '../../../shared/refusals.ts';
import {
  SNIFFED_BYTES,
  type SniffedFormat,
  sniffBankFormat,
} from '../../../shared/sniff-bank-format.ts';
import { compressionByName, formatByName } from '../../../shared/upload-formats.ts';
import { inspectFile } from '../../data/inspect-file.ts';

export type FileCheck =
  | { kind: 'refused'; title: string; message: string }
  | {
      kind: 'missing';
      message: string;
      missing: string[];
      columns: number;
      /** Null if only the beginning was read. */
      records: number | null;
    }
  /** `asIs`: the columns match no template but a recipe. */
  | { kind: 'ready'; message: string; asIs: boolean };

async function bankFormatOf(file: Blob): Promise<SniffedFormat | null> {
  const bytes = await file.slice(0, SNIFFED_BYTES).arrayBuffer();
  const [a, b] = new Uint8Array(bytes);
  const encoding =
    a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  return sniffBankFormat(new TextDecoder(encoding).decode(bytes));
}

export function refuseFile(
  file: { name: string; size: number },
  sniffed: SniffedFormat | null = null,
): FileCheck | null {
  if (file.size > MAX_UPLOAD_BYTES) {
    return {
      kind: 'refused',
      title: 'File too large',
      message: UPLOAD_TOO_LARGE,
    };
  }
  if (sniffed === null && formatByName(file.name) === null) {
    return {
      kind: 'refused',
      title: 'Invalid file type',
      message: UPLOAD_TYPE_REFUSED,
    };
  }
  return null;
}

function verdictOf(answer: InspectFileAnswer): FileCheck {
  const { template, missing, message, recipe } = answer;
  if (template !== null) return { kind: 'ready', message, asIs: false };
  if (recipe === null) {
    const { columns, record_count: records } = answer;
    return { kind: 'missing', message, missing, columns: columns.length, records };
  }
  return {
    kind: 'ready',
    message: `Recipe “${recipe.name}” matches this file.`,
    asIs: true,
  };
}

/** Checks if a file can be uploaded. Only the beginning of plain CSV is inspected before. */
export async function checkFile(file: File, signal?: AbortSignal): Promise<FileCheck> {
  const sniffed = await bankFormatOf(file);
  const refused = refuseFile(file, sniffed);
  if (refused) return refused;
  if (sniffed) {
    const message = `${formatLabel(sniffed)}: entries and totals are checked by the server.`;
    return { kind: 'ready', message, asIs: true };
  }
  const format = formatByName(file.name);
  if (format !== 'csv' || compressionByName(file.name) !== undefined) {
    const { label } = formatFacts(format ?? 'csv');
    const message = `${label} file: its columns are read by the server.`;
    return { kind: 'ready', message, asIs: format !== 'parquet' };
  }
  return verdictOf(await inspectFile(file, signal));
}

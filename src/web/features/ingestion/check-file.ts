import { formatFacts, formatLabel } from '../../../shared/bank-formats.ts';
import type { InspectFileAnswer } from '../../../shared/contracts/ingestion.ts';
import { MAX_INSPECTED_BYTES, MAX_UPLOAD_BYTES } from '../../../shared/limits.ts';
import { UPLOAD_TOO_LARGE, UPLOAD_TYPE_REFUSED } from '../../../shared/refusals.ts';
import {
  SNIFFED_BYTES,
  type SniffedFormat,
  sniffBankFormat,
} from '../../../shared/sniff-bank-format.ts';
import { compressionByName, formatByName } from '../../../shared/upload-formats.ts';
import { inspectFile } from '../../data/inspect-file.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { MappedFile } from './map-columns/mapping-draft.ts';

export type FileCheck =
  | { kind: 'refused'; title: string; message: string }
  | {
      kind: 'missing';
      message: string;
      missing: string[];
      columns: number;
      /** Null if only the beginning was read. */
      records: number | null;
      read: MappedFile;
    }
  /** `asIs`: the columns match no template but a recipe. `read` is null if the server reads them. */
  | {
      kind: 'ready';
      message: string;
      asIs: boolean;
      records: number | null;
      read: MappedFile | null;
    };

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

const fileOf = (filename: string, { read }: InspectFileAnswer): MappedFile => ({
  filename,
  format: formatByName(filename) ?? 'csv',
  record_count: read.rows,
  dialect: read.dialect,
  rejected_count: 0,
  skipped_count: 0,
  layout: read.layout,
  mapping: read.mapping,
  balance: read.balance,
  statement: null,
  preview: read.preview,
  profile: { columns: read.profile },
  roles: {},
});

function verdictOf(filename: string, answer: InspectFileAnswer): FileCheck {
  const { template, missing, message, recipe, record_count: records } = answer;
  const read = fileOf(filename, answer);
  if (template !== null) return { kind: 'ready', message, asIs: false, records, read };
  if (recipe === null)
    return { kind: 'missing', message, missing, columns: read.layout.length, records, read };
  return {
    kind: 'ready',
    message: `Recipe “${recipe.name}” matches this file.`,
    asIs: true,
    records,
    read,
  };
}

/** Returns the check of a file whose columns are read by the server, after the upload. */
export const unread = (message: string, asIs = true): FileCheck => ({
  kind: 'ready',
  message,
  asIs,
  records: null,
  read: null,
});

/** Checks if a file can be uploaded. Columns are read from the beginning of CSV and of small files. */
export async function checkFile(file: File, signal?: AbortSignal): Promise<FileCheck> {
  const sniffed = await bankFormatOf(file);
  const refused = refuseFile(file, sniffed);
  if (refused) return refused;
  if (sniffed)
    return unread(`${formatLabel(sniffed)}: entries and totals are checked by the server.`);
  const format = formatByName(file.name) ?? 'csv';
  const isPlain = format === 'csv' && compressionByName(file.name) === undefined;
  if (isPlain) return verdictOf(file.name, await inspectFile(file, signal));
  const { label } = formatFacts(format);
  const later = unread(`${label} file: its columns are read by the server.`, format !== 'parquet');
  if (file.size > MAX_INSPECTED_BYTES) return later;
  try {
    return verdictOf(file.name, await inspectFile(file, signal));
  } catch (error) {
    // A workbook of several tables has no columns before one is chosen.
    if (error instanceof ServiceError && error.code === 'confirmation_needed') return later;
    throw error;
  }
}

import { MAX_EVIDENCE_BYTES } from '../../shared/limits.ts';
import { EVIDENCE_TOO_LARGE, EVIDENCE_TYPE_REFUSED } from '../../shared/refusals.ts';

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export type EvidenceCheck =
  | { kind: 'fine'; extension: string; type: string }
  | { kind: 'refused'; title: string; message: string };

const NOT_ALLOWED = {
  kind: 'refused',
  title: 'Invalid file type',
  message: EVIDENCE_TYPE_REFUSED,
} as const;

/** Checks a document by name, size and first bytes. The server checks more thoroughly. */
export async function checkEvidence(file: File): Promise<EvidenceCheck> {
  const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const type = TYPES[extension];
  if (type === undefined) return NOT_ALLOWED;
  if (file.size > MAX_EVIDENCE_BYTES) {
    return { kind: 'refused', title: 'File too large', message: EVIDENCE_TOO_LARGE };
  }
  const start = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const text = new TextDecoder('latin1').decode(start);
  const fits = extension === 'pdf' ? text.includes('%PDF-') : text.startsWith('PK\u0003\u0004');
  return fits ? { kind: 'fine', extension, type } : NOT_ALLOWED;
}

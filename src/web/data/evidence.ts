import { queryOptions } from '@tanstack/react-query';
import { ServiceError, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { deleteRow } from './delete-row.ts';
import type { EvidenceDocument } from './rows.ts';
import { readFile, removeFile } from './stored-files.ts';

export const BUCKET = 'evidence-vault';
const VAULTS = ['organization', 'global'] as const;
export type Vault = (typeof VAULTS)[number];

export const documentsQuery = (vault: Vault) =>
  queryOptions({
    queryKey: ['evidence', vault],
    queryFn: async (): Promise<EvidenceDocument[]> => {
      const client = await openClient();
      const rows = unwrap(
        await client
          .from('evidence_documents')
          .select('*,evidence_links(governance_run_id)')
          .eq('is_global', vault === 'global')
          .order('created_at', { ascending: false })
          .returns<EvidenceDocument[]>(),
      );
      return rows ?? [];
    },
  });

async function sha256Of(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Downloads a document. The server verifies its hash, and on secure origins the browser too. */
export async function downloadDocument(document: EvidenceDocument): Promise<Blob> {
  const data = await readFile(BUCKET, document.storage_path);
  // Browsers offer hashing only on secure origins.
  const hashes = document.sha256 !== null && globalThis.isSecureContext;
  if (hashes && (await sha256Of(data)) !== document.sha256) {
    throw new ServiceError('Integrity check failed: file hash does not match the record.');
  }
  return data;
}

/** Deletes the row, then the file. The row of a document in use by an approval is refused. */
export async function deleteDocument(document: EvidenceDocument): Promise<void> {
  const whoMay = 'only its uploader or an administrator can delete a document';
  await deleteRow('evidence_documents', document.id, whoMay);
  await removeFile(BUCKET, document.storage_path);
}

export async function linkDocument(documentId: string, runId: string): Promise<void> {
  const client = await openClient();
  const { data } = await client.auth.getSession();
  if (!data.session) throw new ServiceError('User not authenticated');
  unwrap(
    await client.from('evidence_links').insert({
      document_id: documentId,
      governance_run_id: runId,
      linked_by: data.session.user.id,
    }),
  );
}

export async function unlinkDocument(documentId: string, runId: string): Promise<void> {
  const client = await openClient();
  unwrap(
    await client
      .from('evidence_links')
      .delete()
      .eq('document_id', documentId)
      .eq('governance_run_id', runId),
  );
}

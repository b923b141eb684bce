import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { documentsQuery, linkDocument, unlinkDocument } from '../data/evidence.ts';
import type { GovernanceRecord } from '../data/rows.ts';
import { uploadEvidence } from '../data/upload-evidence.ts';
import { notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Select } from '../ui/input.tsx';
import { checkEvidence } from './evidence-file.ts';

async function uploadAndLink(file: File, runId: string): Promise<string> {
  const checked = await checkEvidence(file);
  if (checked.kind === 'refused') throw new Error(`${file.name}: ${checked.message}`);
  const id = await uploadEvidence(file, { checked, vault: 'organization', onProgress: () => {} });
  await linkDocument(id, runId);
  return file.name;
}

/** Links documents to a record, uploads new ones, and removes links, where the approval is given. */
export function AddEvidence({ record }: { record: GovernanceRecord }) {
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const documents = useQuery(documentsQuery('organization'));
  const linked = record.evidence_links;
  const change = useMutation({
    mutationFn: (run: () => Promise<string>) => run(),
    onSuccess: (text) => notice('Evidence changed', text),
    onSettled: () =>
      Promise.all(
        ['governance', 'evidence'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const others = (documents.data ?? []).filter(
    ({ id }) => !linked.some(({ document_id }) => document_id === id),
  );
  const link = (id: string) =>
    change.mutate(async () => {
      await linkDocument(id, record.run_id);
      return `${others.find((document) => document.id === id)?.filename} is linked.`;
    });
  return (
    <div className="mt-2 space-y-2">
      {linked.map(({ document_id: id, evidence_documents: document }) => (
        <p key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{document?.filename ?? id}</span>
          <Button
            size="small"
            onClick={() =>
              change.mutate(async () => {
                await unlinkDocument(id, record.run_id);
                return `${document?.filename ?? id} is no longer linked.`;
              })
            }
          >
            Unlink<span className="sr-only"> {document?.filename}</span>
          </Button>
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        {others.length > 0 && (
          <Select
            aria-label="Link a document of the vault"
            className="max-w-72 min-w-0 flex-1 basis-48"
            value=""
            disabled={change.isPending}
            onChange={(event) => event.target.value !== '' && link(event.target.value)}
          >
            <option value="">Link a document of the vault</option>
            {others.map(({ id, filename }) => (
              <option key={id} value={id}>
                {filename}
              </option>
            ))}
          </Select>
        )}
        <FileInput
          ref={input}
          label="Evidence for this record"
          accept=".pdf,.docx"
          onFiles={([file]) =>
            file &&
            change.mutate(async () => `${await uploadAndLink(file, record.run_id)} is linked.`)
          }
        />
        <Button
          size="small"
          busy={change.isPending}
          busyLabel="Saving..."
          onClick={() => input.current?.click()}
        >
          <Upload aria-hidden /> Upload evidence
        </Button>
      </div>
      <FormError error={change.error} />
    </div>
  );
}

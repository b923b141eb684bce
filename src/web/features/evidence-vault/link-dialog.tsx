import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linkDocument, unlinkDocument } from '../../data/evidence.ts';
import { governanceChoicesQuery, type RecordChoice } from '../../data/governance.ts';
import type { EvidenceDocument } from '../../data/rows.ts';
import { formatUtc } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useIssue } from '../../ui/use-issue.ts';

const nameOf = (record: RecordChoice) =>
  `${record.model_type} · ${record.dataset_ref} · ${formatUtc(record.created_at)}`;

export function LinkDialog(props: { document: EvidenceDocument | undefined; onClose: () => void }) {
  const { document } = props;
  return (
    <Dialog
      open={document !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title="Link to governance record"
      description={document ? `“${document.filename}” as evidence for a model run` : ''}
    >
      {document && <LinkBody key={document.id} document={document} />}
    </Dialog>
  );
}

function useLinkChanges(document: EvidenceDocument, onLinked: () => void) {
  const queries = useQueryClient();
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['evidence'] });
    void queries.invalidateQueries({ queryKey: ['governance'] });
  };
  const link = useMutation({
    mutationFn: (runId: string) => linkDocument(document.id, runId),
    onSuccess: () => {
      notice('Document linked', document.filename);
      onLinked();
    },
    onError: (error) => fail('Link failed', error),
    onSettled: refresh,
  });
  const unlink = useMutation({
    mutationFn: (runId: string) => unlinkDocument(document.id, runId),
    onSuccess: () => notice('Link removed', document.filename),
    onError: (error) => fail('Unlink failed', error),
    onSettled: refresh,
  });
  return { link, unlink };
}

function LinkBody({ document }: { document: EvidenceDocument }) {
  const records = useQuery(governanceChoicesQuery);
  const [runId, setRunId] = useState('');
  const { link, unlink } = useLinkChanges(document, () => setRunId(''));
  const linked = new Set(document.evidence_links.map((record) => record.governance_run_id));
  const { issueAt, mark } = useIssue<'record'>();
  const submit = () => {
    if (runId === '') {
      const message = 'Please select a governance record';
      mark({ field: 'record', message });
      return fail('Link failed', message);
    }
    link.mutate(runId);
  };
  return (
    <QueryView query={records} errorTitle="Error loading audit entries" skeletonRows={3}>
      {(choices) => (
        <div className="space-y-6">
          {choices.length === 0 ? (
            <p className="text-ink-soft">
              No governance records yet. Each analysis and each trained model creates one.
            </p>
          ) : (
            <div className="flex flex-wrap items-end gap-3">
              <SelectField
                label="Governance record"
                issue={issueAt('record')}
                className="min-w-0 flex-1 basis-64"
                value={runId}
                options={choices
                  .filter((record) => !linked.has(record.run_id))
                  .map((record) => ({ value: record.run_id, label: nameOf(record) }))}
                placeholder="Select a record"
                onChange={setRunId}
              />
              <Button
                variant="primary"
                busy={link.isPending}
                busyLabel="Linking..."
                onClick={submit}
              >
                Link Document
              </Button>
            </div>
          )}
          {linked.size > 0 && (
            <LinkedRecords
              ids={[...linked]}
              choices={choices}
              busyId={unlink.isPending ? unlink.variables : undefined}
              onUnlink={unlink.mutate}
            />
          )}
        </div>
      )}
    </QueryView>
  );
}

function LinkedRecords(props: {
  ids: readonly string[];
  choices: readonly RecordChoice[];
  busyId: string | undefined;
  onUnlink: (runId: string) => void;
}) {
  return (
    <section aria-labelledby="linked-records">
      <h3 id="linked-records" className="mb-1 text-base">
        Linked records
      </h3>
      <ul className="divide-y divide-line">
        {props.ids.map((id) => {
          const record = props.choices.find(({ run_id }) => run_id === id);
          const name = record ? nameOf(record) : id;
          return (
            <li key={id} className="flex items-center justify-between gap-3 py-2">
              <span className="min-w-0 break-words">{name}</span>
              <Button size="small" busy={props.busyId === id} onClick={() => props.onUnlink(id)}>
                Unlink<span className="sr-only"> {name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

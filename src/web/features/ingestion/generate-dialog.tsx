import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_PROPOSED_ROWS } from '../../../shared/limits.ts';
import { MIN_SCORED_ROWS } from '../../../shared/scored-rows.ts';
import { previewQuery } from '../../data/dataset-preview.ts';
import type { Dataset } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { ConditionsField } from './conditions-field.tsx';
import { emptyForm, type FormIssue, type GenerateForm, readForm } from './generate-request.ts';
import { PrivateFields } from './private-fields.tsx';
import { ReceiverField } from './receiver-field.tsx';
import { RolesLine } from './roles-line.tsx';
import { useGenerateFrom } from './use-generate-from.ts';

export function GenerateDialog(props: {
  dataset: Dataset;
  onClose: () => void;
  onCheckColumns: () => void;
}) {
  const { dataset } = props;
  const records = Number(dataset.record_count);
  const [form, setForm] = useState(() => emptyForm(Math.min(records, MAX_PROPOSED_ROWS)));
  const [issue, setIssue] = useState<FormIssue | null>(null);
  const preview = useQuery(previewQuery(dataset.id));
  const navigate = useNavigate();
  const generate = useGenerateFrom();
  const change = (part: Partial<GenerateForm>) => {
    setForm({ ...form, ...part });
    setIssue(null);
  };
  const submit = () => {
    const read = readForm(form);
    if (read.kind === 'issue') return setIssue(read.issue);
    generate.mutate(
      { manifestId: dataset.id, request: read.request },
      {
        onSuccess: ({ batchId }) => void navigate({ to: '/reports', search: { batch: batchId } }),
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      width="wide"
      title="Generate Synthetic Data"
      description={`A model is trained on ${dataset.filename}, and new rows with its columns are sampled.`}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={generate.isPending}
            busyLabel="Generating..."
            onClick={submit}
          >
            Generate
          </Button>
        </>
      }
    >
      <div className="space-y-6 pt-1">
        <SizeFields form={form} records={records} issue={issue} onChange={change} />
        <ReceiverField value={form.mode} onChange={(mode) => change({ mode })} />
        {form.mode === 'private' && (
          <PrivateFields dataset={dataset} form={form} onChange={change} />
        )}
        <ConditionsField
          conditions={form.conditions}
          columns={preview.data?.profile?.columns ?? []}
          error={issue?.field === 'conditions' ? issue.message : undefined}
          onChange={(conditions) => change({ conditions })}
        />
        {preview.data && <RolesLine data={preview.data} onCheck={props.onCheckColumns} />}
        <FormError error={generate.error} />
      </div>
    </Dialog>
  );
}

function SizeFields({
  form,
  records,
  issue,
  onChange,
}: {
  form: GenerateForm;
  records: number;
  issue: FormIssue | null;
  onChange: (part: Partial<GenerateForm>) => void;
}) {
  const few = Number(form.rows) < MIN_SCORED_ROWS;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field
        label="Rows"
        hint={
          few && form.rows !== ''
            ? `Below ${MIN_SCORED_ROWS} rows, quality and privacy get no score.`
            : `The file has ${formatCount(records)}.`
        }
        issue={issue?.field === 'rows' ? issue : undefined}
      >
        {(wiring) => (
          <Input
            {...wiring}
            inputMode="numeric"
            value={form.rows}
            onChange={(event) => onChange({ rows: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Seed"
        hint="Random if empty. Same seed, same data."
        issue={issue?.field === 'seed' ? issue : undefined}
      >
        {(wiring) => (
          <Input
            {...wiring}
            inputMode="numeric"
            value={form.seed}
            onChange={(event) => onChange({ seed: event.target.value })}
          />
        )}
      </Field>
      <Field label="Name (optional)">
        {(wiring) => (
          <Input
            {...wiring}
            value={form.name}
            maxLength={120}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

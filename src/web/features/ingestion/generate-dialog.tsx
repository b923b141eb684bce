import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MIN_SCORED_ROWS } from '../../../shared/scored-rows.ts';
import { previewQuery } from '../../data/dataset-preview.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { ConditionsField } from './conditions-field.tsx';
import { type FormIssue, type GenerateForm, readForm, readTablesForm } from './generate-request.ts';
import {
  formOf,
  type GenerateSource,
  recordsOf,
  tableNameOf,
  useConditionColumns,
} from './generate-source.ts';
import { LinkFields, type Links } from './linked-tables/relation-fields.tsx';
import { PrivateFields } from './private-fields.tsx';
import { openIn, Readings } from './readings.tsx';
import { ReceiverField } from './receiver-field.tsx';
import { RolesLine } from './roles-line.tsx';
import { type GenerationCall, useGenerateFrom } from './use-generate-from.ts';

const linksOf = ({ set }: GenerateSource): Links => ({
  keys: set?.keys ?? {},
  relations: set?.relations ?? [],
  leaveOrphansOut: set?.leave_orphans_out ?? false,
});

/** Returns the call that the form asks for, or the first issue. */
function callOf(
  { set, datasets }: GenerateSource,
  form: GenerateForm,
  links: Links,
): GenerationCall | FormIssue {
  if (set === null) {
    const read = readForm(form);
    if (read.kind === 'issue') return read.issue;
    return { kind: 'dataset', manifestId: datasets[0]!.id, request: read.request };
  }
  const read = readTablesForm(form);
  if (read.kind === 'issue') return read.issue;
  return { kind: 'tables', tableSetId: set.id, links, request: read.request };
}

export function GenerateDialog(props: {
  source: GenerateSource;
  /** Protection chosen at first; balanced if undefined. */
  mode: GenerateForm['mode'] | undefined;
  onClose: () => void;
  onCheckColumns: (datasetId: string) => void;
  onMap: (datasetId: string) => void;
}) {
  const { source } = props;
  const { set, datasets } = source;
  const [form, setForm] = useState(() => ({
    ...formOf(source),
    ...(props.mode && { mode: props.mode }),
  }));
  const [links, setLinks] = useState(() => linksOf(source));
  const [issue, setIssue] = useState<FormIssue | null>(null);
  const columns = useConditionColumns(source, form.conditions.length > 0);
  const only = useQuery(previewQuery(set === null ? datasets[0]?.id : undefined));
  const isOpen = only.data != null && openIn(only.data).length > 0;
  const isEmpty = recordsOf(source) === 0;
  const isProfiled =
    set !== null ||
    (!only.isPending && (only.data?.kind !== 'upload' || only.data.profile !== null || isEmpty));
  const navigate = useNavigate();
  const generate = useGenerateFrom();
  const change = (part: Partial<GenerateForm>) => {
    setForm({ ...form, ...part });
    setIssue(null);
  };
  const submit = () => {
    const call = callOf(source, form, links);
    if (!('kind' in call)) return setIssue(call);
    generate.mutate(call, {
      onSuccess: ({ batchId }) => void navigate({ to: '/reports', search: { batch: batchId } }),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      width="wide"
      title={set === null ? 'Generate Synthetic Data' : 'Linked tables'}
      description={
        set === null
          ? `A model is trained on ${datasets[0]!.filename}, and new rows with its columns are sampled.`
          : `${set.name}: one model is trained on all tables, and rows with matching keys are sampled.`
      }
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={
              isOpen || isEmpty || !isProfiled || (set !== null && links.relations.length === 0)
            }
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
        {isEmpty && (
          <p role="alert" className="text-danger">
            {set === null ? 'The file has' : 'These files have'} no rows, so nothing can be learned.
            Upload a file with rows.
          </p>
        )}
        {set !== null && <LinkFields datasets={datasets} links={links} onChange={setLinks} />}
        <SizeFields form={form} source={source} issue={issue} onChange={change} />
        <ReceiverField value={form.mode} onChange={(mode) => change({ mode })} />
        {form.mode === 'private' && (
          <PrivateFields datasets={datasets} form={form} onChange={change} />
        )}
        <ConditionsField
          conditions={form.conditions}
          columns={columns}
          error={issue?.field === 'conditions' ? issue.message : undefined}
          onChange={(conditions) => change({ conditions })}
        />
        <RolesOfTables source={source} onCheck={props.onCheckColumns} onMap={props.onMap} />
        <FormError error={generate.error} />
      </div>
    </Dialog>
  );
}

/** Column roles: of the only table, or of the linked table whose tab is open. */
function RolesOfTables({
  source: { datasets },
  onCheck,
  onMap,
}: {
  source: GenerateSource;
  onCheck: (datasetId: string) => void;
  onMap: (datasetId: string) => void;
}) {
  const [open, setOpen] = useState(datasets[0]?.id ?? '');
  const preview = useQuery(previewQuery(open));
  const roles = preview.data && (
    <div className="space-y-3">
      <Readings data={preview.data} onMap={() => onMap(open)} />
      <RolesLine data={preview.data} onCheck={() => onCheck(open)} />
    </div>
  );
  if (datasets.length === 1) return roles;
  const tabs = datasets.map((dataset) => ({ value: dataset.id, label: tableNameOf(dataset) }));
  return (
    <Tabs label="Tables" value={open} onChange={setOpen} tabs={tabs}>
      <TabPanel value={open}>{roles}</TabPanel>
    </Tabs>
  );
}

function sizeHint(source: GenerateSource, size: string): string {
  const records = recordsOf(source);
  if (source.set !== null) {
    const scaled = Math.round(records * (Number(size) || 0));
    return `About ${formatCount(scaled)} rows; the files have ${formatCount(records)}.`;
  }
  return size !== '' && Number(size) < MIN_SCORED_ROWS
    ? `Below ${MIN_SCORED_ROWS} rows, quality and privacy get no score.`
    : `The file has ${formatCount(records)}.`;
}

function SizeFields({
  form,
  source,
  issue,
  onChange,
}: {
  form: GenerateForm;
  source: GenerateSource;
  issue: FormIssue | null;
  onChange: (part: Partial<GenerateForm>) => void;
}) {
  const isRows = source.set === null;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field
        label={isRows ? 'Rows' : 'Scale'}
        hint={sizeHint(source, form.size)}
        issue={issue?.field === 'size' ? issue : undefined}
      >
        {(wiring) => (
          <Input
            {...wiring}
            inputMode={isRows ? 'numeric' : 'decimal'}
            value={form.size}
            onChange={(event) => onChange({ size: event.target.value })}
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

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isSeed, SEED_RANGE } from '../../../../shared/seed.ts';
import type { Dataset } from '../../../data/rows.ts';
import { runsQuery } from '../../../data/runs.ts';
import {
  generateTables,
  setRelations,
  type TableSet,
  tableSetsQuery,
} from '../../../data/table-sets.ts';
import { formatCount } from '../../../lib/format.ts';
import { notice } from '../../../lib/notices.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Input } from '../../../ui/input.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { RECEIVERS } from '../protection.ts';
import { KeyFields, type Links, RelationFields } from './relation-fields.tsx';

type Mode = 'fidelity' | 'balanced' | 'cautious';
type Form = { scale: string; seed: string; mode: Mode; leaveOrphansOut: boolean };

const MODES = RECEIVERS.flatMap(({ value, label, mode }) =>
  value === 'private' ? [] : [{ value: value as Mode, label: `${label} (${mode})` }],
);

function useGenerateTables(set: TableSet) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ links, form }: { links: Links; form: Form }) => {
      const scale = Number(form.scale);
      if (!(scale > 0)) throw new Error('Enter a scale above 0');
      if (form.seed !== '' && !isSeed(form.seed))
        throw new Error(`Enter ${SEED_RANGE} as seed, or leave it empty for a random one`);
      const { relations } = await setRelations({
        table_set_id: set.id,
        ...links,
        leave_orphans_out: form.leaveOrphansOut,
      });
      void queries.invalidateQueries({ queryKey: tableSetsQuery.queryKey });
      const broken = relations.find(({ orphans }) => orphans > 0);
      if (broken && !form.leaveOrphansOut)
        throw new Error(
          `${formatCount(broken.orphans)} rows of ${broken.child} have no matching parent: their ${broken.childKey} is missing from ${broken.parent}.${broken.parentKey}. Exclude these rows, or change the relation.`,
        );
      return generateTables({
        table_set_id: set.id,
        scale,
        mode: form.mode,
        ...(form.seed !== '' && { seed: form.seed }),
      });
    },
    onSuccess: ({ batchId, status, message }) => {
      notice(status === 'queued' ? 'Generation started' : 'Synthetic data generated', message);
      void queries.invalidateQueries({ queryKey: runsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ['batches'] });
      void queries.invalidateQueries({ queryKey: ['counts'] });
      void navigate({ to: '/reports', search: { batch: batchId } });
    },
  });
}

export function TablesDialog(props: { set: TableSet; datasets: Dataset[]; onClose: () => void }) {
  const { set, datasets } = props;
  const [links, setLinks] = useState<Links>({ keys: set.keys, relations: set.relations });
  const [form, setForm] = useState<Form>({
    scale: '1',
    seed: '',
    mode: 'balanced',
    leaveOrphansOut: set.leave_orphans_out,
  });
  const generate = useGenerateTables(set);
  const tables = datasets.map((dataset) => ({
    name: dataset.table_name ?? dataset.filename,
    columns: Object.keys(dataset.schema),
  }));
  const rows = datasets.reduce((sum, dataset) => sum + Number(dataset.record_count), 0);
  const scaled = Math.round(rows * (Number(form.scale) || 0));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      width="wide"
      title="Linked tables"
      description={`${set.name}: one model is trained on all tables, and rows with matching keys are sampled.`}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={links.relations.length === 0}
            busy={generate.isPending}
            busyLabel="Generating..."
            onClick={() => generate.mutate({ links, form })}
          >
            Generate
          </Button>
        </>
      }
    >
      <div className="space-y-6 pt-1">
        <RelationFields tables={tables} links={links} onChange={setLinks} />
        <KeyFields tables={tables} links={links} onChange={setLinks} />
        <Checkbox
          label="Exclude rows that refer to a missing row"
          checked={form.leaveOrphansOut}
          onChange={(event) => setForm({ ...form, leaveOrphansOut: event.target.checked })}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <Field
            label="Scale"
            hint={`About ${formatCount(scaled)} rows; the files have ${formatCount(rows)}.`}
          >
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="decimal"
                value={form.scale}
                onChange={(event) => setForm({ ...form, scale: event.target.value })}
              />
            )}
          </Field>
          <Field label="Seed" hint="Random if empty. Same seed, same data.">
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="numeric"
                value={form.seed}
                onChange={(event) => setForm({ ...form, seed: event.target.value.trim() })}
              />
            )}
          </Field>
          <SelectField
            label="Who will receive the data?"
            value={form.mode}
            options={MODES}
            onChange={(mode) => setForm({ ...form, mode })}
          />
        </div>
        <FormError error={generate.error} />
      </div>
    </Dialog>
  );
}

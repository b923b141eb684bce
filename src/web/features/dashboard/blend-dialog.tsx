import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callFunction } from '../../data/call-function.ts';
import type { Dataset } from '../../data/rows.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useIssue } from '../../ui/use-issue.ts';

type Blended = { manifest_id: string; batchId: string; message?: string };

export function BlendDialog(props: {
  open: boolean;
  datasets: readonly Dataset[];
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [manifestId, setManifestId] = useState('');
  const [percent, setPercent] = useState(50);
  const [count, setCount] = useState('1000');
  const blend = useMutation({
    mutationFn: () =>
      callFunction<Blended>('create-blend', {
        manifest_id: manifestId,
        real_share: percent / 100,
        count: Number(count),
      }),
    onSuccess: (answer) => {
      notice('Blend created', answer.message);
      void navigate({ to: '/reports', search: { batch: answer.batchId } });
    },
    onError: (error) => fail('Generation failed', error),
    onSettled: () => {
      for (const key of ['datasets', 'runs', 'counts', 'batches']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
  });
  const { issueAt, mark, refuse } = useIssue<'dataset' | 'rows'>();
  const submit = () => {
    if (manifestId === '') {
      const message = 'Please select a valid dataset';
      mark({ field: 'dataset', message });
      return fail('Invalid manifest', message);
    }
    if (!Number.isInteger(Number(count)) || Number(count) < 1) {
      return refuse({ field: 'rows', message: 'Rows must be a whole number of at least 1' });
    }
    blend.mutate();
  };
  const real = Math.round((Number(count) || 0) * (percent / 100));
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title="Create Blend"
      description="Direct identifiers are removed from the real rows; each row is tagged real or synthetic."
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" busy={blend.isPending} busyLabel="Blending..." onClick={submit}>
            Create Blend
          </Button>
        </>
      }
    >
      <div className="space-y-4 pt-1">
        <SelectField
          label="Dataset"
          issue={issueAt('dataset')}
          value={manifestId}
          options={props.datasets.map(({ id, filename }) => ({ value: id, label: filename }))}
          placeholder="Select a dataset"
          onChange={setManifestId}
        />
        <Field label="Rows" issue={issueAt('rows')}>
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="numeric"
              value={count}
              onChange={(event) => setCount(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={`Real share: ${percent}%`}
          hint={`About ${real} real and ${Math.max(0, (Number(count) || 0) - real)} synthetic rows`}
        >
          {(wiring) => (
            <input
              {...wiring}
              type="range"
              min={0}
              max={100}
              step={5}
              value={percent}
              onChange={(event) => setPercent(Number(event.target.value))}
              className="w-full accent-action"
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

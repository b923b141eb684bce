import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DatasetRole } from '../../../shared/contracts/dataset-profile.ts';
import { type DatasetPreview, setDatasetRoles } from '../../data/dataset-preview.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Select } from '../../ui/input.tsx';

const ROLES: readonly { value: DatasetRole; label: string }[] = [
  { value: 'feature', label: 'Feature' },
  { value: 'key', label: 'Key' },
  { value: 'reference', label: 'Reference' },
  { value: 'personal', label: 'Personal' },
  { value: 'text', label: 'Free text' },
  { value: 'ignored', label: 'Ignored' },
];

export function ColumnRole({ data, column }: { data: DatasetPreview; column: string }) {
  const queries = useQueryClient();
  const proposed = data.profile?.columns.find(({ name }) => name === column)?.role;
  const save = useMutation({
    mutationFn: (roles: DatasetPreview['roles']) => setDatasetRoles(data.id, roles),
    onSuccess: () => {
      notice('Column corrected', 'It applies to the next model trained on this dataset.');
      void queries.invalidateQueries({ queryKey: ['datasets'] });
    },
    onError: (error) => fail('Error', error),
  });
  if (proposed === undefined) return null;
  const corrected = data.roles[column];
  const change = (value: DatasetRole) => {
    const { [column]: _, ...others } = data.roles;
    save.mutate(value === proposed ? others : { ...others, [column]: value });
  };
  return (
    <dd className="mt-auto pt-1.5">
      <Select
        aria-label={`Role of ${column}`}
        className="w-full text-xs"
        value={corrected ?? proposed}
        disabled={save.isPending}
        onChange={(event) => change(event.target.value as DatasetRole)}
      >
        {ROLES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {corrected && (
        <span className="text-xs text-ink-soft">
          corrected; proposed: {ROLES.find(({ value }) => value === proposed)?.label}
        </span>
      )}
    </dd>
  );
}

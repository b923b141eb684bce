import type { DatasetRole } from '../../../shared/contracts/dataset-profile.ts';
import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { LinkButton } from '../../ui/link-button.tsx';

const GENERATED: readonly DatasetRole[] = ['key', 'reference', 'personal', 'text'];

export function RolesLine({ data, onCheck }: { data: DatasetPreview; onCheck: () => void }) {
  const { profile, roles } = data;
  if (profile === null) {
    return (
      <p className="text-ink-soft">
        {data.kind === 'upload'
          ? 'Columns are being profiled…'
          : 'Only uploads are profiled: the roles of these columns are set in training.'}
      </p>
    );
  }
  const roleOf = (column: { name: string; role: DatasetRole }) => roles[column.name] ?? column.role;
  const having = (wanted: readonly DatasetRole[]) =>
    profile.columns.filter((column) => wanted.includes(roleOf(column))).map(({ name }) => name);
  const parts = [
    ['Modeled', having(['feature'])],
    ['Generated', having(GENERATED)],
    ['Left out', having(['ignored'])],
  ] as const;
  return (
    <div className="rounded-md border border-line px-4 py-3">
      <dl className="space-y-1">
        {parts.map(([word, names]) => (
          <div key={word} className="flex gap-3">
            <dt className="w-20 shrink-0 text-ink-soft">{word}</dt>
            <dd className="min-w-0 wrap-anywhere">{names.join(', ') || 'none'}</dd>
          </div>
        ))}
        {profile.sequence && (
          <div className="flex gap-3">
            <dt className="w-20 shrink-0 text-ink-soft">Sequences</dt>
            <dd>
              {profile.sequence.entity}, ordered by {profile.sequence.time}
              {profile.sequence.balance && `; running balance ${profile.sequence.balance.column}`}
            </dd>
          </div>
        )}
      </dl>
      <p className="mt-2 text-xs">
        <LinkButton onClick={onCheck}>Check column roles</LinkButton>
      </p>
    </div>
  );
}

import { TriangleAlert } from 'lucide-react';
import { COLUMN_KINDS, declaredOf, kindOf, treatmentOf } from '../../../shared/column-kinds.ts';
import type { ColumnProfile, DatasetPreview } from '../../data/dataset-preview.ts';
import { classes } from '../../ui/classes.ts';
import { LinkButton } from '../../ui/link-button.tsx';

const GROUPS = [
  ['learned', 'Learned'],
  ['generated', 'Generated'],
  ['left out', 'Left out'],
] as const;

/** Columns by what happens to them: learned, generated or left out. */
export function RolesLine({ data, onCheck }: { data: DatasetPreview; onCheck: () => void }) {
  const { profile, roles } = data;
  if (profile === null) {
    return (
      <p role="status" className="text-ink-soft">
        {data.kind === 'upload'
          ? 'Columns are being profiled…'
          : 'Only uploads are profiled: the kinds of these columns are set in training.'}
      </p>
    );
  }
  const treatment = (column: ColumnProfile) =>
    treatmentOf(declaredOf(roles, column.name) ?? column.role);
  const exposed = profile.columns.filter(
    (column) => column.personal !== null && treatment(column) === 'learned',
  );
  return (
    <div className="rounded-md border border-line px-4 py-3">
      <dl className="space-y-2">
        {GROUPS.map(([key, label]) => (
          <div key={key} className="flex flex-wrap gap-x-3 gap-y-1.5">
            <dt className="w-20 shrink-0 text-ink-soft">{label}</dt>
            <dd className="flex min-w-0 flex-1 basis-60 flex-wrap gap-1.5">
              {profile.columns
                .filter((column) => treatment(column) === key)
                .map((column) => (
                  <Chip
                    key={column.name}
                    column={column}
                    kind={COLUMN_KINDS[kindOf(column, declaredOf(roles, column.name))]}
                    isExposed={exposed.includes(column)}
                  />
                ))}
              {profile.columns.every((column) => treatment(column) !== key) && 'none'}
            </dd>
          </div>
        ))}
        {profile.sequence && (
          <div className="flex gap-3">
            <dt className="w-20 shrink-0 text-ink-soft">Sequences</dt>
            <dd className="min-w-0 wrap-anywhere">
              {profile.sequence.entity}, ordered by {profile.sequence.time}
              {profile.sequence.balance && `; running balance ${profile.sequence.balance.column}`}
            </dd>
          </div>
        )}
      </dl>
      {exposed.length > 0 && (
        <p className="mt-2 text-warning">
          {exposed.map(({ name }) => name).join(', ')}: looks like personal data and is learned, so
          real values can appear.
        </p>
      )}
      <p className="mt-2 text-xs">
        <LinkButton onClick={onCheck}>Check columns</LinkButton>
      </p>
    </div>
  );
}

function Chip(props: { column: ColumnProfile; kind: string; isExposed: boolean }) {
  return (
    <span
      className={classes(
        'inline-flex max-w-full items-center gap-1.5 rounded-sm border px-1.5 text-xs leading-5',
        props.isExposed ? 'border-warning text-warning' : 'border-line',
      )}
    >
      {props.isExposed && <TriangleAlert aria-hidden className="size-3 shrink-0" />}
      <span className="truncate">{props.column.name}</span>
      <span className={props.isExposed ? '' : 'text-ink-soft'}>{props.kind}</span>
    </span>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  COLUMN_KINDS,
  type ColumnKind,
  type DeclaredColumns,
  declaredOf,
  kindOf,
  treatmentOf,
} from '../../../shared/column-kinds.ts';
import {
  type ColumnProfile,
  type DatasetPreview,
  setDatasetRoles,
} from '../../data/dataset-preview.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Select } from '../../ui/input.tsx';

/** Returns the declarations with that of one column; the proposed kind needs none. */
function withKind(
  roles: DeclaredColumns,
  column: ColumnProfile,
  kind: ColumnKind,
): DeclaredColumns {
  const others = Object.entries(roles).filter(([name]) => name !== column.name);
  return Object.fromEntries(
    kind === kindOf(column) ? others : [...others, [column.name, kind] as const],
  );
}

/** Kind of a column with what happens to it below, and the proposal where a user changed it. */
export function KindSelect(props: {
  column: ColumnProfile;
  roles: DeclaredColumns;
  disabled?: boolean;
  onChange: (roles: DeclaredColumns) => void;
}) {
  const { column, roles } = props;
  const declared = declaredOf(roles, column.name);
  const kind = kindOf(column, declared);
  const proposed = kindOf(column);
  return (
    <div>
      <Select
        aria-label={`Kind of ${column.name}`}
        className="w-full text-xs"
        value={kind}
        disabled={props.disabled ?? false}
        onChange={(event) =>
          props.onChange(withKind(roles, column, event.target.value as ColumnKind))
        }
      >
        {Object.entries(COLUMN_KINDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <span className="text-xs text-ink-soft">
        {treatmentOf(declared ?? column.role)}
        {kind !== proposed && `; proposed: ${COLUMN_KINDS[proposed]}`}
      </span>
      {column.evidence && (
        <p className="text-xs text-ink-soft">
          {column.evidence}
          {column.otherwise && ` Otherwise: ${COLUMN_KINDS[column.otherwise]}.`}
        </p>
      )}
    </div>
  );
}

export function ColumnKindField({ data, name }: { data: DatasetPreview; name: string }) {
  const queries = useQueryClient();
  const column = data.profile?.columns.find((each) => each.name === name);
  const save = useMutation({
    mutationFn: (roles: DeclaredColumns) => setDatasetRoles(data.id, roles),
    onSuccess: () => {
      notice('Column corrected', 'It applies to the next model trained on this dataset.');
      void queries.invalidateQueries({ queryKey: ['datasets'] });
    },
    onError: (error) => fail('Error', error),
  });
  if (column === undefined) return null;
  return (
    <dd className="mt-auto pt-1.5">
      <KindSelect
        column={column}
        roles={data.roles}
        disabled={save.isPending}
        onChange={(roles) => save.mutate(roles)}
      />
    </dd>
  );
}

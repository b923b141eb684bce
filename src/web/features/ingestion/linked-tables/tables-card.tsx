import { useState } from 'react';
import { DeleteDialog } from '../../../components/delete-dialog.tsx';
import { datasetsOfSet } from '../../../data/datasets.ts';
import type { Dataset } from '../../../data/rows.ts';
import { deleteTableSet, type TableSet } from '../../../data/table-sets.ts';
import { counted, formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHead } from '../../../ui/card.tsx';
import { DeleteButton } from '../../../ui/delete-button.tsx';

export function TablesCard(props: {
  sets: readonly TableSet[] | undefined;
  datasets: readonly Dataset[] | undefined;
  onGenerate: (id: string) => void;
}) {
  const { sets = [], datasets } = props;
  const [pendingDelete, setPendingDelete] = useState<TableSet | null>(null);
  if (sets.length === 0) return null;
  return (
    <Card aria-labelledby="linked-tables" className="mb-8">
      <CardHead id="linked-tables" title="Linked tables" />
      <ul className="border-t border-line">
        {sets.map((set) => {
          const tables = datasetsOfSet(datasets, set.id);
          const rows = tables.reduce((sum, { record_count: count }) => sum + Number(count), 0);
          return (
            <li
              key={set.id}
              className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3 last:border-b-0"
            >
              <span className="min-w-0 wrap-anywhere">
                {set.name}
                <span className="block text-xs text-ink-soft">
                  {tables.length} tables · {formatCount(rows)} records ·{' '}
                  {counted(set.relations.length, 'relation', 'relations')}
                </span>
              </span>
              <span className="flex flex-wrap gap-1.5">
                <Button size="small" onClick={() => props.onGenerate(set.id)}>
                  Relations and generate<span className="sr-only"> from {set.name}</span>
                </Button>
                <DeleteButton name={set.name} onClick={() => setPendingDelete(set)} />
              </span>
            </li>
          );
        })}
      </ul>
      <DeleteDialog
        item={pendingDelete}
        kind="linked tables"
        nameOf={({ name }) => name}
        remove={deleteTableSet}
        reload={['table-sets', 'datasets']}
        onClose={() => setPendingDelete(null)}
      >
        <p>Deleted permanently: all their files and previews. Runs that read them stop.</p>
        <p>Kept: batches already generated from them, the audit trail, and the files’ SHA-256.</p>
      </DeleteDialog>
    </Card>
  );
}

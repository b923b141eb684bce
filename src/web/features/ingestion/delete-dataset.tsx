import { useQuery } from '@tanstack/react-query';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { type DatasetDeletion, datasetDeletionQuery, deleteDataset } from '../../data/datasets.ts';
import type { Dataset } from '../../data/rows.ts';
import { counted } from '../../lib/format.ts';
import { formatterOf } from '../../lib/formatter-of.ts';

const listed = formatterOf(() => new Intl.ListFormat('en', { type: 'conjunction' }));

function deletedOf(counts: DatasetDeletion | null | undefined): string {
  if (!counts) {
    return listed().format([
      'the file',
      'its preview',
      'the models, analyses and cases made from it',
    ]);
  }
  const cases = counted(counts.cases, 'case', 'cases');
  const decisions = counted(counts.decisions, 'decision', 'decisions');
  const parts: [number, string][] = [
    [counts.models, counted(counts.models, 'model', 'models')],
    [counts.analyses, counted(counts.analyses, 'analysis', 'analyses')],
    [counts.cases, counts.decisions > 0 ? `${cases} (${decisions})` : cases],
  ];
  const existing = parts.filter(([count]) => count > 0).map(([, text]) => text);
  return listed().format(['the file', 'its preview', ...existing]);
}

function keptOf(counts: DatasetDeletion | null | undefined): string {
  const batches =
    counts === null || counts === undefined
      ? ['batches already generated from it']
      : counts.kept_batches > 0
        ? [counted(counts.kept_batches, 'batch generated from it', 'batches generated from it')]
        : [];
  return listed().format([...batches, 'the audit trail', 'the file’s SHA-256']);
}

export function DeleteDataset(props: { dataset: Dataset | null; onClose: () => void }) {
  const { dataset, onClose } = props;
  const counts = useQuery({
    ...datasetDeletionQuery(dataset?.id ?? ''),
    enabled: dataset !== null,
  });
  const blends = counts.data?.kept_blends ?? 0;
  return (
    <DeleteDialog
      item={dataset}
      kind="dataset"
      nameOf={({ filename }) => filename}
      remove={deleteDataset}
      reload={['datasets', 'exceptions', 'results']}
      onClose={onClose}
    >
      <p>Deleted permanently: {deletedOf(counts.data)}. Runs that read it stop.</p>
      <p>Kept: {keptOf(counts.data)}.</p>
      {blends > 0 && (
        <p>
          {counted(blends, 'blend', 'blends')} of it will keep real rows of this file: delete{' '}
          {blends === 1 ? 'it' : 'them'} separately.
        </p>
      )}
    </DeleteDialog>
  );
}

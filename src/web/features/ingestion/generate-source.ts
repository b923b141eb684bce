import { useQueries } from '@tanstack/react-query';
import { MAX_PROPOSED_ROWS } from '../../../shared/limits.ts';
import { type ColumnProfile, previewQuery } from '../../data/dataset-preview.ts';
import { datasetsOfSet } from '../../data/datasets.ts';
import type { Dataset } from '../../data/rows.ts';
import type { TableSet } from '../../data/table-sets.ts';
import { emptyForm } from './generate-request.ts';

/** Datasets to generate from: one, or the linked ones of a set. */
export type GenerateSource = { set: TableSet | null; datasets: readonly Dataset[] };

/** Returns the dataset or the linked tables with an id, once they are loaded. */
export function sourceOf(
  id: string | null,
  sets: readonly TableSet[] = [],
  datasets: readonly Dataset[] = [],
): GenerateSource | null {
  const set = sets.find((each) => each.id === id);
  if (set) return { set, datasets: datasetsOfSet(datasets, set.id) };
  const dataset = datasets.find((each) => each.id === id);
  return dataset ? { set: null, datasets: [dataset] } : null;
}

export const tableNameOf = (dataset: Dataset): string => dataset.table_name ?? dataset.filename;

export const recordsOf = ({ datasets }: GenerateSource): number =>
  datasets.reduce((sum, dataset) => sum + Number(dataset.record_count), 0);

export const formOf = (source: GenerateSource) =>
  emptyForm(source.set === null ? Math.min(recordsOf(source), MAX_PROPOSED_ROWS) : 1);

/** Returns the columns that conditions may name; those of linked tables as `table.column`. */
export function useConditionColumns(
  { set, datasets }: GenerateSource,
  enabled: boolean,
): ColumnProfile[] {
  const previews = useQueries({
    queries: datasets.map(({ id }) => ({ ...previewQuery(id), enabled })),
  });
  return previews.flatMap(({ data }, i) =>
    (data?.profile?.columns ?? []).map((column) =>
      set === null ? column : { ...column, name: `${tableNameOf(datasets[i]!)}.${column.name}` },
    ),
  );
}

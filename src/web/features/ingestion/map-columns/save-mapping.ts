import type { ColumnLayout } from '../../../../shared/column-layout.ts';
import type { MapDatasetAnswer } from '../../../../shared/contracts/mapping.ts';
import { mapDataset } from '../../../data/dataset-mapping.ts';
import { type DatasetPreview, setDatasetRoles } from '../../../data/dataset-preview.ts';
import { bodyOf, type MappingDraft } from './mapping-draft.ts';

/** Saves formats and roles, then the kinds that were corrected. */
export async function saveMapping(
  data: Pick<DatasetPreview, 'id' | 'roles'> & { layout: readonly ColumnLayout[] },
  draft: MappingDraft,
  recipe: string,
): Promise<MapDatasetAnswer> {
  const answer = await mapDataset(bodyOf(data, draft, recipe));
  if (JSON.stringify(draft.kinds) === JSON.stringify(data.roles)) return answer;
  const ignored = data.layout.filter(({ name }) => draft.roles[name] === 'ignore');
  const kinds = Object.entries(draft.kinds).filter(([, kind]) => kind !== 'ignored');
  const all = [...kinds, ...ignored.map(({ name }) => [name, 'ignored'] as const)];
  await setDatasetRoles(data.id, Object.fromEntries(all));
  return answer;
}

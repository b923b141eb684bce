import type { QueryClient } from '@tanstack/react-query';
import { previewQuery } from '../../../data/dataset-preview.ts';
import { fail, notice } from '../../../lib/notices.ts';
import { messageOf } from '../../../lib/service-error.ts';
import { carryDraft, isUnsure, type MappedFile, type MappingDraft } from './mapping-draft.ts';
import { saveMapping } from './save-mapping.ts';

/** Columns as a user checked them before the upload. */
export type CheckedColumns = { read: MappedFile; draft: MappingDraft; recipe: string };

/**
 * Saves the corrections of a file with its dataset. Those that the whole file contradicts, or that
 * could not be saved, are returned for the mapping page.
 */
export async function applyChecked(
  queries: QueryClient,
  id: string,
  { read, draft, recipe }: CheckedColumns,
): Promise<{ map: boolean; draft: MappingDraft | null }> {
  const data = await queries.fetchQuery(previewQuery(id));
  if (!data?.layout || !data.mapping) return { map: false, draft: null };
  const { layout, mapping, roles } = data;
  const carried = carryDraft(draft, read, { layout, mapping, roles });
  const open = { map: true, draft: carried.draft };
  if (carried.unfit.length > 0) {
    fail(
      'Columns not mapped',
      `The whole file contradicts the chosen format: ${carried.unfit.join(', ')}. Choose it again.`,
    );
    return open;
  }
  if (layout.some((column) => isUnsure(column, carried.draft))) return open;
  if (!carried.isChanged && recipe.trim() === '') return { map: false, draft: null };
  try {
    const saved = await saveMapping({ id, roles, layout }, carried.draft, recipe);
    if (saved.recipe)
      notice('Columns mapped', `Recipe “${saved.recipe.name}” now applies to files like this one.`);
    return { map: false, draft: null };
  } catch (error) {
    fail('Columns not mapped', messageOf(error));
    return open;
  }
}

import type { ColumnForm, ColumnLayout } from '../../../../shared/column-layout.ts';
import type { ColumnMapping, SignRule, StatementRole } from '../../../../shared/column-mapping.ts';
import type { DatasetPreview } from '../../../data/dataset-preview.ts';

export type MappingDraft = {
  roles: Record<string, StatementRole>;
  /** Chosen formats; columns without one use the detected format. */
  forms: Record<string, ColumnForm>;
  sign: SignRule | null;
  entity: string | null;
  order: string | null;
};

export const draftOf = (mapping: ColumnMapping): MappingDraft => ({
  roles: Object.fromEntries(mapping.columns.map(({ name, role }) => [name, role])),
  forms: {},
  sign: mapping.sign,
  entity: mapping.entity,
  order: mapping.order,
});

export const isUnsure = (layout: ColumnLayout, draft: MappingDraft): boolean =>
  layout.ambiguous && draft.forms[layout.name] === undefined;

export const inOrderOfDoubt = (layouts: readonly ColumnLayout[]): ColumnLayout[] =>
  [...layouts].sort((a, b) => Number(b.ambiguous) - Number(a.ambiguous));

export const formOfColumn = (layout: ColumnLayout, draft: MappingDraft): ColumnForm =>
  draft.forms[layout.name] ?? layout.form;

export const bodyOf = (data: DatasetPreview, draft: MappingDraft, recipe: string) => ({
  manifest_id: data.id,
  columns: (data.layout ?? []).map(({ name }) => ({
    name,
    role: draft.roles[name] ?? 'other',
    ...(draft.forms[name] && { form: draft.forms[name] }),
  })),
  sign: draft.sign,
  entity: draft.entity,
  order: draft.order,
  ...(recipe.trim() !== '' && { save_as: recipe.trim() }),
});

import { type DeclaredColumns, declaredKinds } from '../../../../shared/column-kinds.ts';
import type { ColumnForm, ColumnLayout } from '../../../../shared/column-layout.ts';
import type { ColumnMapping, SignRule, StatementRole } from '../../../../shared/column-mapping.ts';
import type { DatasetProfile } from '../../../../shared/contracts/dataset-profile.ts';
import { possibleForms } from '../../../../shared/layouts/with-form.ts';
import type { DatasetPreview } from '../../../data/dataset-preview.ts';
import { formWords } from './form-words.ts';

/** Columns to map, of a dataset or of a file before its upload. */
export type MappedFile = Pick<
  DatasetPreview,
  | 'filename'
  | 'format'
  | 'record_count'
  | 'dialect'
  | 'rejected_count'
  | 'skipped_count'
  | 'balance'
  | 'statement'
  | 'preview'
  | 'roles'
> & {
  layout: ColumnLayout[];
  mapping: ColumnMapping;
  profile: Pick<DatasetProfile, 'columns'> | null;
};

export type MappingDraft = {
  roles: Record<string, StatementRole>;
  /** Chosen formats; columns without one use the detected format. */
  forms: Record<string, ColumnForm>;
  /** Kinds that a user declared. */
  kinds: DeclaredColumns;
  sign: SignRule | null;
  entity: string | null;
  order: string | null;
};

export const draftOf = (mapping: ColumnMapping, kinds: DeclaredColumns): MappingDraft => ({
  kinds,
  roles: Object.fromEntries(mapping.columns.map(({ name, role }) => [name, role])),
  forms: {},
  sign: mapping.sign,
  entity: mapping.entity,
  order: mapping.order,
});

export const isUnsure = (layout: ColumnLayout, draft: MappingDraft): boolean =>
  layout.ambiguous && draft.forms[layout.name] === undefined;

/** Open question that one answer settles for all columns with the same choices. */
export type Question = { columns: ColumnLayout[]; choices: ColumnForm[] };

/** Returns the open questions, each once for all columns that share it. */
export function questionsOf(layouts: readonly ColumnLayout[]): Question[] {
  const questions = new Map<string, Question>();
  for (const layout of layouts) {
    if (!layout.ambiguous) continue;
    const choices = possibleForms(layout);
    const key = choices.map(formWords).join('\n');
    const question = questions.get(key) ?? { columns: [], choices };
    question.columns.push(layout);
    questions.set(key, question);
  }
  return [...questions.values()];
}

/** Returns the draft with one form for all columns of a question. */
export const withAnswer = (
  draft: MappingDraft,
  { columns }: Question,
  form: ColumnForm,
): MappingDraft => ({
  ...draft,
  forms: { ...draft.forms, ...Object.fromEntries(columns.map(({ name }) => [name, form])) },
});

export const formOfColumn = (layout: ColumnLayout, draft: MappingDraft): ColumnForm =>
  draft.forms[layout.name] ?? layout.form;

export function bodyOf(
  { id, layout }: { id: string; layout: readonly ColumnLayout[] },
  draft: MappingDraft,
  recipe: string,
) {
  const kinds = declaredKinds(draft.kinds);
  return {
    manifest_id: id,
    columns: layout.map(({ name }) => ({
      name,
      role: draft.roles[name] ?? 'other',
      ...(Object.hasOwn(kinds, name) && { kind: kinds[name] }),
      ...(draft.forms[name] && { form: draft.forms[name] }),
    })),
    sign: draft.sign,
    entity: draft.entity,
    order: draft.order,
    ...(recipe.trim() !== '' && { save_as: recipe.trim() }),
  };
}

/**
 * Returns what a user changed before the upload as a draft of the stored dataset, and the columns
 * whose chosen form does not fit all rows.
 */
export function carryDraft(
  draft: MappingDraft,
  from: Pick<MappedFile, 'mapping' | 'roles'>,
  to: Pick<MappedFile, 'mapping' | 'roles' | 'layout'>,
): { draft: MappingDraft; isChanged: boolean; unfit: string[] } {
  const shown = draftOf(from.mapping, from.roles);
  const own = draftOf(to.mapping, to.roles);
  const kept = <Key extends 'sign' | 'entity' | 'order'>(key: Key) =>
    JSON.stringify(draft[key]) === JSON.stringify(shown[key]) ? own[key] : draft[key];
  const roles = Object.entries(draft.roles).filter(([name, role]) => role !== shown.roles[name]);
  const chosen = to.layout.flatMap((layout) => {
    const wanted = draft.forms[layout.name];
    if (wanted === undefined) return [];
    const words = formWords(wanted);
    return [
      { name: layout.name, form: possibleForms(layout).find((form) => formWords(form) === words) },
    ];
  });
  const carried: MappingDraft = {
    ...own,
    roles: { ...own.roles, ...Object.fromEntries(roles) },
    forms: Object.fromEntries(chosen.flatMap(({ name, form }) => (form ? [[name, form]] : []))),
    kinds: { ...own.kinds, ...draft.kinds },
    sign: kept('sign'),
    entity: kept('entity'),
    order: kept('order'),
  };
  return {
    draft: carried,
    isChanged: JSON.stringify(carried) !== JSON.stringify(own),
    unfit: chosen.flatMap(({ name, form }) => (form ? [] : [name])),
  };
}

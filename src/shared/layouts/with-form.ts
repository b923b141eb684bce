import type { ColumnForm, ColumnLayout } from '../column-layout.ts';
import { typeOfForm } from './type-of-form.ts';

/** The layout of a column once somebody has said which of its possible forms is meant. */
export const withForm = (layout: ColumnLayout, form: ColumnForm): ColumnLayout => ({
  ...layout,
  type: typeOfForm(form),
  form,
  fits: form.kind === 'unknown' ? 0 : layout.values,
  // What was not meant stays possible, for the user to correct.
  alternatives: possibleForms(layout).filter(
    (other) => other.kind !== 'text' && JSON.stringify(other) !== JSON.stringify(form),
  ),
  ambiguous: false,
  notices: layout.notices.filter((notice) => !notice.includes('can be read in more than one way')),
});

/** The forms that all values of a column have, the proposed one first; text is always one. */
export function possibleForms({ form, alternatives }: ColumnLayout): ColumnForm[] {
  const forms = [form, ...alternatives];
  return forms.some(({ kind }) => kind === 'text') ? forms : [...forms, { kind: 'text' }];
}

import type { ColumnForm, ColumnLayout } from '../column-layout.ts';
import { typeOfForm } from './type-of-form.ts';

export const withForm = (layout: ColumnLayout, form: ColumnForm): ColumnLayout => ({
  ...layout,
  type: typeOfForm(form),
  form,
  fits: form.kind === 'unknown' ? 0 : layout.values,
  // Keep the other forms, so that the user can correct the choice.
  alternatives: possibleForms(layout).filter(
    (other) => other.kind !== 'text' && JSON.stringify(other) !== JSON.stringify(form),
  ),
  ambiguous: false,
  inferred: undefined,
  notices: layout.notices.filter(
    (notice) => notice !== layout.inferred && !notice.includes('can be read in more than one way'),
  ),
});

/** Returns the forms that fit all values, the proposed one first; text always fits. */
export function possibleForms({ form, alternatives }: ColumnLayout): ColumnForm[] {
  const forms = [form, ...alternatives];
  return forms.some(({ kind }) => kind === 'text') ? forms : [...forms, { kind: 'text' }];
}

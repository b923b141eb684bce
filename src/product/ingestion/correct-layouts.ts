import type { ColumnForm, ColumnLayout } from '../../shared/column-layout.ts';
import { AppError } from '../../shared/errors.ts';
import { possibleForms, withForm } from '../../shared/layouts/with-form.ts';

/** Layouts with the forms that somebody chose of those that all values have. */
export function correctLayouts(
  layouts: readonly ColumnLayout[],
  chosen: Readonly<Partial<Record<string, (form: ColumnForm) => boolean>>>,
): ColumnLayout[] {
  return layouts.map((layout) => {
    const isChosen = Object.hasOwn(chosen, layout.name) ? chosen[layout.name] : undefined;
    if (isChosen === undefined) return layout;
    const form = possibleForms(layout).find(isChosen);
    if (form === undefined) {
      throw new AppError(
        'bad_request',
        `Not all values of column ${layout.name} have the form that was chosen for it.`,
      );
    }
    return withForm(layout, form);
  });
}

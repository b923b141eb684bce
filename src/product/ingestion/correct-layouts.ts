import type { ColumnForm, ColumnLayout } from '../../shared/column-layout.ts';
import { AppError } from '../../shared/errors.ts';
import { possibleForms, withForm } from '../../shared/layouts/with-form.ts';

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
        `Not all values of column ${layout.name} match the chosen format.`,
      );
    }
    return withForm(layout, form);
  });
}

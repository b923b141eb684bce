import type { ColumnForm, ColumnLayout } from '../../shared/column-layout.ts';
import { AppError } from '../../shared/errors.ts';
import { inferForms } from '../../shared/layouts/infer-forms.ts';
import { possibleForms, withForm } from '../../shared/layouts/with-form.ts';

/** Sets chosen forms; a choice also settles ambiguous columns of the same kind. */
export function correctLayouts(
  layouts: readonly ColumnLayout[],
  chosen: Readonly<Partial<Record<string, (form: ColumnForm) => boolean>>>,
): ColumnLayout[] {
  const corrected = layouts.map((layout) => {
    const matches = Object.hasOwn(chosen, layout.name) ? chosen[layout.name] : undefined;
    if (matches === undefined) return layout;
    const form = possibleForms(layout).find(matches);
    if (form === undefined) {
      throw new AppError(
        'bad_request',
        `Not all values of column ${layout.name} match the chosen format.`,
      );
    }
    return withForm(layout, form);
  });
  const isChosen = (i: number) => Object.hasOwn(chosen, layouts[i]!.name);
  return inferForms(corrected, {
    proves: (i) =>
      corrected[i]!.inferred === undefined &&
      (isChosen(i) || corrected[i]!.form.kind === 'datetime'),
  });
}

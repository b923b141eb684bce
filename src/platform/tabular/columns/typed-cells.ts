import type { CellStyle } from '../../../shared/cell-styles.ts';
import type { ColumnForm, ColumnLayout } from '../../../shared/column-layout.ts';

const isPlain = (form: ColumnForm): boolean =>
  form.kind === 'number' && form.decimalMark === '.' && form.groupMark === '';

/**
 * Settles ambiguous columns whose cells were numbers: these are spelled with a decimal point, so
 * 1.234 can't be a thousand.
 */
export function settleTyped(
  layouts: readonly ColumnLayout[],
  styles: readonly CellStyle[],
): ColumnLayout[] {
  return layouts.map((layout, i) => {
    if (styles[i]?.kind !== 'number' || !layout.ambiguous) return layout;
    const form = [layout.form, ...layout.alternatives].find(isPlain);
    if (form === undefined) return layout;
    return {
      ...layout,
      form,
      alternatives: [],
      ambiguous: false,
      notices: layout.notices.slice(1),
    };
  });
}

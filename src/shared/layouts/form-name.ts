import type { ColumnForm } from '../column-layout.ts';

/** Returns a form in the words of notices and questions. */
export function formName(form: ColumnForm): string {
  if (form.kind === 'datetime') return form.pattern.replaceAll(/[[\]]/g, '');
  if (form.kind !== 'number') return form.kind;
  const thousands =
    form.groupMark === '' ? '' : `, ${JSON.stringify(form.groupMark)} between thousands`;
  return `a number with ${JSON.stringify(form.decimalMark)} before decimals${thousands}`;
}

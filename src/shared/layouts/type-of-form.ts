import type { ColumnForm, LayoutType } from '../column-layout.ts';
import { hasClock, hasDay } from './pattern-tokens.ts';

export function typeOfForm(form: ColumnForm): LayoutType {
  if (form.kind === 'number') return form.decimals === 0 ? 'integer' : 'decimal';
  if (form.kind === 'boolean') return 'boolean';
  if (form.kind !== 'datetime') return 'text';
  if (!hasDay(form.pattern)) return 'time';
  return hasClock(form.pattern) ? 'timestamp' : 'date';
}

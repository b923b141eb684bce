import type { ColumnForm, DatetimeForm } from '../../../shared/column-layout.ts';
import { formName } from '../../../shared/layouts/form-name.ts';

export const ambiguityNotice = (
  form: ColumnForm,
  others: readonly ColumnForm[],
  values: number,
): string =>
  `All ${values} values can be read in more than one way: ${[form, ...others].map(formName).join('; or ')}. ` +
  `The first is proposed${form.kind === 'datetime' ? ', since the dates then lie closer together' : ''}.`;

export const patternsNotice = (form: DatetimeForm, counts: readonly number[]): string =>
  `The times have several formats: ${form.also
    .map((pattern, i) => `${counts[i]} values as ${pattern}`)
    .join(', ')}. All are read, and are written as ${form.pattern}.`;

export const offsetsNotice = (offsets: readonly (readonly [string, number])[]): string =>
  `The times have different offsets: ${offsets
    .map(([offset, count]) => `${offset} (${count} values)`)
    .join(', ')}. All are converted to ${offsets[0]![0]}.`;

export const FINE_TIMES = 'Times are truncated to microseconds.';

export const unknownNotice = ({ values, recurs }: { values: number; recurs: boolean }): string =>
  `The form of its ${values} values is not known: digits and separators. ${
    recurs ? 'They are taken as codes, not as numbers or times.' : 'Nothing is learned from it.'
  }`;

export const twinNotice = (name: string): string =>
  `An earlier column has the same header, so this one is named ${JSON.stringify(name)}. Files in the source's format keep the header as it was.`;

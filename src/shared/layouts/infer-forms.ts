import type { ColumnForm, ColumnLayout } from '../column-layout.ts';
import { calendarRule } from './calendar-rule.ts';
import { datetimeParser } from './datetime-parser.ts';
import { formName } from './form-name.ts';
import { tokensOf } from './pattern-tokens.ts';
import { withForm } from './with-form.ts';

/** Convention of a file that the form of one column can prove for another. */
type Convention = 'day first' | 'month first' | 'decimal point' | 'decimal comma';

/** Returns the order of day and month in digits; null for years first and months in letters. */
function dateOrder(pattern: string): Convention | null {
  const fields = tokensOf(pattern)
    .flatMap((token) => (token.kind === 'field' && /^[YMD]/.test(token.token) ? [token.token] : []))
    .filter((field) => field !== 'MMM');
  const [day, month] = ['D', 'M'].map((letter) => fields.findIndex((f) => f.startsWith(letter)));
  if (day === -1 || month === -1 || fields[0]!.startsWith('Y')) return null;
  return day! < month! ? 'day first' : 'month first';
}

function conventionOf(form: ColumnForm): Convention | null {
  if (form.kind === 'datetime') return dateOrder(form.pattern);
  if (form.kind !== 'number') return null;
  const { decimals, decimalMark, groupMark } = form;
  if (decimals === 0 && groupMark !== ',' && groupMark !== '.') return null;
  return decimalMark === '.' ? 'decimal point' : 'decimal comma';
}

const OPPOSITES: readonly (readonly [Convention, Convention])[] = [
  ['day first', 'month first'],
  ['decimal point', 'decimal comma'],
];

type Proofs = ReadonlyMap<Convention, string>;

/** Returns the conventions that a column proves and none contradicts, with that column's name. */
function proofsIn(layouts: readonly ColumnLayout[], proves: (i: number) => boolean): Proofs {
  const proofs = new Map<Convention, string>();
  for (const [i, { name, form, values, ambiguous }] of layouts.entries()) {
    const convention = conventionOf(form);
    const isProof = !ambiguous && values > 0 && proves(i);
    if (convention !== null && isProof && !proofs.has(convention)) proofs.set(convention, name);
  }
  for (const [one, other] of OPPOSITES) {
    if (!proofs.has(one) || !proofs.has(other)) continue;
    proofs.delete(one);
    proofs.delete(other);
  }
  return proofs;
}

const inferredAs = (layout: ColumnLayout, form: ColumnForm, reason: string): ColumnLayout => {
  const sentence = `Read as ${formName(form)}, inferred ${reason}.`;
  const settled = withForm(layout, form);
  return { ...settled, inferred: sentence, notices: [sentence, ...settled.notices] };
};

/** Returns true for a date with dots whose day comes first, as in each country that writes dots. */
const isDotted = (form: ColumnForm): boolean =>
  form.kind === 'datetime' && /^D+\.M+\.Y/.test(form.pattern);

/**
 * Settles ambiguous columns by the columns of the same kind whose values allow one reading only:
 * day or month first, and the decimal sign. Columns that contradict each other prove nothing. Dates
 * with dots have the day first, unless another column proves the month.
 *
 * @param proves false for columns that prove nothing, such as those whose values were not written by
 * the file's author; by default those that were inferred themselves
 */
export function inferForms(
  layouts: readonly ColumnLayout[],
  {
    proves = (i) => layouts[i]!.inferred === undefined,
  }: { proves?: (column: number) => boolean } = {},
): ColumnLayout[] {
  const proofs = proofsIn(layouts, proves);
  return layouts.map((layout) => {
    if (!layout.ambiguous) return layout;
    const dotted = [layout.form, ...layout.alternatives].find(isDotted);
    if (dotted !== undefined)
      return proofs.has('month first')
        ? layout
        : inferredAs(layout, dotted, 'from the dots: with them the day comes first');
    const proven = [layout.form, ...layout.alternatives].filter((form) =>
      proofs.has(conventionOf(form)!),
    );
    const [form] = proven;
    // Thousands and lakhs group the same digits.
    if (form === undefined || new Set(proven.map(formName)).size > 1) return layout;
    return inferredAs(layout, form, `from column ${proofs.get(conventionOf(form)!)}`);
  });
}

/**
 * Settles an ambiguous date column if its dates obey a calendar rule under one reading only.
 *
 * @param counts distinct values of the column, with their rows
 */
export function inferByCalendar(
  layout: ColumnLayout,
  counts: readonly (readonly [text: string, rows: number])[],
): ColumnLayout {
  if (!layout.ambiguous || layout.form.kind !== 'datetime') return layout;
  const ruled = [layout.form, ...layout.alternatives].flatMap((form) => {
    if (form.kind !== 'datetime') return [];
    const parse = datetimeParser(form);
    const rule = calendarRule(counts.map(([text, rows]) => ({ time: parse(text), rows })));
    return rule === null ? [] : [{ form, rule }];
  });
  const [first] = ruled;
  if (first === undefined || ruled.length > 1) return layout;
  return inferredAs(
    layout,
    first.form,
    `from the calendar: ${first.rule} in at least 99.5% of the rows`,
  );
}

/** Describes the open choices of ambiguous columns; empty if none is open. */
export const openChoices = (
  layouts: readonly ColumnLayout[],
): { column: string; choices: string[] }[] =>
  layouts
    .filter(({ ambiguous }) => ambiguous)
    .map(({ name, form, alternatives }) => ({
      column: name,
      choices: [form, ...alternatives].map(formName),
    }));

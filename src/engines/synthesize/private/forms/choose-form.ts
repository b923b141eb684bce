import type { DatetimeForm, NumberForm } from '../../../../shared/column-layout.ts';
import { NAMES_A_TIME } from '../../../../shared/layouts/choose-datetime.ts';
import { numberForms } from '../../../../shared/layouts/choose-number.ts';
import { formOf } from '../../../../shared/layouts/datetime-candidates.ts';
import type { Mask } from './mask-values.ts';

/** Masks that enough persons have, with their noisy counts. */
export type Votes = readonly { mask: Mask; count: number }[];

export type PublicForm = NumberForm | DatetimeForm | { kind: 'words' };

/** Of the votes: below it the other values are too many to be missing. */
const MAJORITY = 0.9;
/** Numbers are days only where nearly all of them can be. */
const NEARLY_ALL = 0.99;

const countOf = (votes: Votes, holds: (mask: Mask) => boolean) =>
  votes.reduce((sum, { mask, count }) => sum + (holds(mask) ? count : 0), 0);

function compactForm(name: string, votes: Votes, total: number): DatetimeForm | null {
  const patterns = votes.flatMap(({ mask }) => (mask.kind === 'number' ? mask.compact : []));
  const pattern = [...new Set(patterns)].find(
    (each) =>
      (NAMES_A_TIME.test(name) || !/^[Xx]$/.test(each)) &&
      countOf(votes, (mask) => mask.kind === 'number' && mask.compact.includes(each)) >=
        NEARLY_ALL * total,
  );
  return pattern === undefined ? null : formOf(pattern, { names: null, letters: 'lower' });
}

/** The form of the numbers that voted; where they can be read in two ways, as the table was. */
function numberForm(votes: Votes, read: NumberForm | undefined): NumberForm {
  const texts = votes.flatMap(({ mask }) => (mask.kind === 'number' ? [mask.text] : []));
  const together = numberForms(texts, null);
  const forms = together.length > 0 ? together : numberForms(texts.slice(0, 1), null);
  const same = forms.find(
    (form) => form.decimalMark === read?.decimalMark && form.groupMark === read.groupMark,
  );
  const form = same ?? forms[0]!;
  return { ...form, minDecimals: form.decimals, apostrophe: false };
}

/** The layout that reads most of the dates that voted; of equals the one that the table was read by. */
function datetimeForm(votes: Votes, read: DatetimeForm | undefined): DatetimeForm {
  const counts = new Map<string, { form: DatetimeForm; count: number }>();
  for (const { mask, count } of votes) {
    if (mask.kind !== 'datetime') continue;
    for (const { pattern, names, letters } of mask.forms) {
      const found = counts.get(pattern);
      if (found) found.count += count;
      else {
        const form = formOf(pattern, { names, letters } as Pick<DatetimeForm, 'names' | 'letters'>);
        counts.set(pattern, { form, count });
      }
    }
  }
  const most = Math.max(...Array.from(counts.values(), ({ count }) => count));
  const own = read && counts.get(read.pattern);
  if (own && own.count === most) return own.form;
  return [...counts.values()].find(({ count }) => count === most)!.form;
}

/**
 * A column's form as enough of its persons have it: numbers or times where nine in ten of the votes are for them,
 * words otherwise, or where nobody's vote stands out of the noise.
 *
 * @param read how the table was read; it decides alone between readings that the votes leave open
 */
export function choosePublicForm(
  name: string,
  votes: Votes,
  read: NumberForm | DatetimeForm | undefined,
): PublicForm {
  const total = countOf(votes, () => true);
  if (votes.length === 0) return { kind: 'words' };
  const compact = compactForm(name, votes, total);
  if (compact !== null) return compact;
  const isMost = (kind: Mask['kind']) =>
    countOf(votes, (mask) => mask.kind === kind) >= MAJORITY * total;
  if (isMost('number')) return numberForm(votes, read?.kind === 'number' ? read : undefined);
  if (isMost('datetime')) return datetimeForm(votes, read?.kind === 'datetime' ? read : undefined);
  return { kind: 'words' };
}

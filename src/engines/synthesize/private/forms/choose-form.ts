import type { DatetimeForm, NumberForm } from '../../../../shared/column-layout.ts';
import { NAMES_A_TIME } from '../../../../shared/layouts/choose-datetime.ts';
import { numberForms } from '../../../../shared/layouts/choose-number.ts';
import { formOf } from '../../../../shared/layouts/datetime-candidates.ts';
import { EPOCHS } from '../../../../shared/layouts/epochs.ts';
import type { Mask } from './mask-values.ts';

/** Masks of enough persons, with their noisy counts. */
export type Votes = readonly { mask: Mask; count: number }[];

export type PublicForm = NumberForm | DatetimeForm | { kind: 'words' };

/** Minimum share of votes; below it, too many other values would become missing. */
const MAJORITY = 0.9;
const NEARLY_ALL = 0.99;

const countOf = (votes: Votes, holds: (mask: Mask) => boolean) =>
  votes.reduce((sum, { mask, count }) => sum + (holds(mask) ? count : 0), 0);

function compactForm(name: string, votes: Votes, total: number): DatetimeForm | null {
  const patterns = votes.flatMap(({ mask }) => (mask.kind === 'number' ? mask.compact : []));
  const pattern = [...new Set(patterns)].find(
    (mark) =>
      (NAMES_A_TIME.test(name) || !Object.hasOwn(EPOCHS, mark)) &&
      countOf(votes, (mask) => mask.kind === 'number' && mask.compact.includes(mark)) >=
        NEARLY_ALL * total,
  );
  return pattern === undefined ? null : formOf(pattern, { names: null, letters: 'lower' });
}

/** Returns the form of the numbers that voted; ambiguity is resolved as the table was read. */
function numberForm(votes: Votes, detected: NumberForm | undefined): NumberForm {
  const texts = votes.flatMap(({ mask }) => (mask.kind === 'number' ? [mask.text] : []));
  const together = numberForms(texts, null);
  const forms = together.length > 0 ? together : numberForms(texts.slice(0, 1), null);
  const same = forms.find(
    (form) => form.decimalMark === detected?.decimalMark && form.groupMark === detected.groupMark,
  );
  const form = same ?? forms[0]!;
  return { ...form, minDecimals: form.decimals, apostrophe: false };
}

/** Returns the layout that reads most dates that voted; ties are resolved as the table was read. */
function datetimeForm(votes: Votes, detected: DatetimeForm | undefined): DatetimeForm {
  const counts = new Map<string, { form: DatetimeForm; count: number }>();
  for (const { mask, count } of votes) {
    if (mask.kind !== 'datetime') continue;
    for (const { pattern, names, letters } of mask.forms) {
      const existing = counts.get(pattern);
      if (existing) existing.count += count;
      else {
        const form = formOf(pattern, { names, letters } as Pick<DatetimeForm, 'names' | 'letters'>);
        counts.set(pattern, { form, count });
      }
    }
  }
  const most = Math.max(...Array.from(counts.values(), ({ count }) => count));
  const own = detected && counts.get(detected.pattern);
  if (own && own.count === most) return own.form;
  return [...counts.values()].find(({ count }) => count === most)!.form;
}

/**
 * Chooses a column's form by private vote: numbers or times if they have nine in ten votes;
 * otherwise categories, also if no vote is significant.
 *
 * @param detected form in which the table was read; only resolves ambiguous votes
 */
export function choosePublicForm(
  name: string,
  votes: Votes,
  detected: NumberForm | DatetimeForm | undefined,
): PublicForm {
  const total = countOf(votes, () => true);
  if (votes.length === 0) return { kind: 'words' };
  const compact = compactForm(name, votes, total);
  if (compact !== null) return compact;
  const isMost = (kind: Mask['kind']) =>
    countOf(votes, (mask) => mask.kind === kind) >= MAJORITY * total;
  if (isMost('number'))
    return numberForm(votes, detected?.kind === 'number' ? detected : undefined);
  if (isMost('datetime'))
    return datetimeForm(votes, detected?.kind === 'datetime' ? detected : undefined);
  return { kind: 'words' };
}

import { isDateOnly } from '../../../table/datetime-form.ts';
import type { CategoryColumn, Column } from '../../../table/table.ts';
import type { Field } from '../../codec/field.ts';
import type { Bounded } from '../bound-contributions.ts';
import { choosePublicForm, type PublicForm } from '../forms/choose-form.ts';
import { maskOf, maskValues } from '../forms/mask-values.ts';
import type { RandomIntegers } from '../random-integers.ts';
import {
  anyAmounts,
  type PublicDomain,
  publicDays,
  publicHours,
  publicRange,
  publicWords,
} from './public-domain.ts';
import { selectBins } from './select-bins.ts';
import { selectCounts } from './select-counts.ts';
import { selectMonths } from './select-months.ts';
import { selectWords } from './select-words.ts';
import { weighWords } from './weigh-words.ts';

/** Budget of a column: rho for form and domain, and delta for each if categories are voted on. */
type Budget = { rhoForm: number; rhoDomain: number; delta: number; random: RandomIntegers };

export type Chooser = {
  /** Returns the form of a column, which becomes public. */
  formOf: (column: Column, domain: PublicDomain | undefined) => PublicForm;
  /** Returns the field of a number of rows; its form is public. */
  countOf: (values: Float64Array) => Field;
  fieldsOf: (column: Column, domain: PublicDomain | undefined) => Field[];
  spent: () => number;
  warnings: () => string[];
};

const wordsOf = ({ codes, dictionary }: CategoryColumn): (string | null)[] =>
  Array.from(codes, (code) => (code < 0 ? null : dictionary[code]));

export function createChooser(
  bounded: Bounded,
  { rhoForm, rhoDomain, delta, random }: Budget,
): Chooser {
  const { weights, scale, mostRows } = bounded;
  const empty: string[] = [];
  const cut: string[] = [];
  let spent = 0;
  const paid = <Result extends { rho: number }>(result: Result): Result => {
    spent += result.rho;
    return result;
  };
  const vote = (
    categories: readonly (string | null)[],
    counted: { weights: Int32Array | null; rho: number },
  ) => paid(selectWords(categories, { scale, mostRows, delta, ...counted, random }));
  const chooseWords = (column: CategoryColumn): string[] => {
    const categories = wordsOf(column);
    return vote(categories, { weights: weighWords(categories, bounded), rho: rhoDomain }).words;
  };
  const ofDomain = { weights, scale, rho: rhoDomain, random };
  const fieldsOf = (column: Column, domain: PublicDomain | undefined): Field[] => {
    switch (column.kind) {
      case 'category': {
        const categories = domain?.kind === 'words' ? domain.values : chooseWords(column);
        if (categories.length === 0) empty.push(column.name);
        return [{ part: 'whole', codec: publicWords(categories) }];
      }
      case 'number': {
        const { values, decimals } = column;
        if (domain?.kind === 'range')
          return [{ part: 'whole', codec: publicRange(domain.low, domain.high, decimals) }];
        const selected = paid(selectBins(values, { decimals, ...ofDomain }));
        if (selected.cut) cut.push(column.name);
        return [{ part: 'whole', codec: selected.codec ?? anyAmounts(decimals) }];
      }
      case 'datetime': {
        const { spans } = paid(selectMonths(column.values, ofDomain));
        if (spans.length === 0) empty.push(column.name);
        const day: Field = { part: 'day', codec: publicDays(spans) };
        return isDateOnly(column.form) ? [day] : [day, { part: 'clock', codec: publicHours() }];
      }
    }
  };
  return {
    countOf: (values) => ({
      part: 'whole',
      codec: paid(selectCounts(values, { weights, scale, rho: rhoForm + rhoDomain, random })).codec,
    }),
    formOf: (column, domain) => {
      if (domain?.kind === 'words') return { kind: 'words' };
      const { words, counts } = vote(maskValues(column), { weights, rho: rhoForm });
      const votes = words.map((word, i) => ({ mask: maskOf(word), count: counts[i]! }));
      const detected = column.kind === 'category' ? undefined : column.form;
      return choosePublicForm(column.name, votes, detected);
    },
    fieldsOf,
    spent: () => spent,
    warnings: () => [
      ...(cut.length === 0
        ? []
        : [
            `Only part of the range of ${cut.join(', ')} is shared by enough customers to be learned at this epsilon: values beyond are drawn at its ends.`,
          ]),
      ...(empty.length === 0
        ? []
        : [
            `No value of ${empty.join(', ')} is shared by enough customers to be learned at this epsilon: the column holds none of the real ones.`,
          ]),
    ],
  };
}

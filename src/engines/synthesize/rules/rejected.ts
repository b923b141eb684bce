import type { Table } from '../../table/table.ts';
import { belongingSentence } from './belonging.ts';
import { betweenSentence } from './between-rows/between-rows.ts';
import { calendarSentence } from './calendars/calendar.ts';
import { orderSentence } from './column-orders.ts';
import { dayValueSentence } from './day-values.ts';
import { RuleRefused } from './declared/scanner.ts';
import { derivedSentences } from './derived/derived-sentence.ts';
import type { FoundRules } from './found-rules.ts';
import { lawSentence } from './laws/law-sentence.ts';
import { rangeSentence, wordLimitSentence } from './word-limits.ts';

/** Returns a rule without its conditions, of which other rows may show others. */
const consequence = (sentence: string): string => sentence.split(' where ', 1)[0]!;

/**
 * Leaves out rules by their sentences.
 *
 * @param options.areFromOtherRows true if the rules were rejected as other rows of the file show
 * them: then all with the same consequence are left out, and some may not be found
 * @throws RuleRefused if there is no such rule
 */
export function withoutRejected(
  rules: FoundRules,
  rejected: readonly string[],
  { columns, areFromOtherRows }: Pick<Table, 'columns'> & { areFromOtherRows: boolean },
): FoundRules {
  if (rejected.length === 0) return rules;
  const keyOf = areFromOtherRows ? consequence : (sentence: string) => sentence;
  const keys = new Set(rejected.map(keyOf));
  const open = new Set(areFromOtherRows ? [] : rejected);
  const found: string[] = [];
  const isKept = (sentence: string) => {
    found.push(sentence);
    open.delete(sentence);
    return !keys.has(keyOf(sentence));
  };
  const nameOf = (column: number) => columns[column]!.name;
  const kept: FoundRules = {
    ...rules,
    laws: rules.laws.filter(({ law }) => isKept(lawSentence(law, nameOf))),
    derived: rules.derived.flatMap((own) => {
      const sentences = derivedSentences(own, nameOf);
      const cases = own.cases.filter((_, i) => isKept(sentences[i]!));
      return cases.length === 0 ? [] : [{ ...own, cases }];
    }),
    calendars: rules.calendars.filter((own) => isKept(calendarSentence(own, nameOf))),
    ranges: rules.ranges.filter((own) => isKept(rangeSentence(own, nameOf))),
    wordLimits: rules.wordLimits.filter((own) => isKept(wordLimitSentence(own, nameOf))),
    dayValues: rules.dayValues.filter((own) => isKept(dayValueSentence(own, nameOf))),
    belongings: rules.belongings.filter((own) => isKept(belongingSentence(own, nameOf))),
    between: rules.between.filter((own) => isKept(betweenSentence(own, nameOf))),
    orders: rules.orders.filter((own) => isKept(orderSentence(own, { columns }))),
  };
  const [missing] = open;
  if (missing === undefined) return kept;
  throw new RuleRefused(
    `No rule "${missing}" was found, so it cannot be rejected. Found: ${found.join('; ') || 'none'}.`,
  );
}

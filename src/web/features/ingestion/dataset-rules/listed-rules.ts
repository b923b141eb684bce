import type { DatasetRules } from '../../../../shared/column-mapping.ts';
import type { DatasetProfile } from '../../../../shared/contracts/dataset-profile.ts';

/** Treatment of a rule: kept as often as in the file, in every row, or not at all. */
export type RuleChoice = 'found' | 'declared' | 'rejected';

export type ListedRule = {
  sentence: string;
  choice: RuleChoice;
  isFound: boolean;
  isDeclarable: boolean;
};

const NONE: DatasetRules = { declared: [], rejected: [] };

/** Lists the rules found in a file, and those declared in addition. */
export function listedRules(profile: DatasetProfile, rules: DatasetRules | null): ListedRule[] {
  const { laws = [], undeclarable = [], dateOrders = [] } = profile;
  const { declared, rejected } = rules ?? NONE;
  const found = [
    ...laws,
    ...dateOrders.map(({ first, second }) => `${second} is never before ${first}`),
  ];
  const choiceOf = (sentence: string): RuleChoice =>
    declared.includes(sentence) ? 'declared' : rejected.includes(sentence) ? 'rejected' : 'found';
  const own = declared.filter((sentence) => !found.includes(sentence));
  return [
    ...own.map((sentence) => ({ sentence, isFound: false, isDeclarable: true })),
    ...found.map((sentence) => ({
      sentence,
      isFound: true,
      isDeclarable: !undeclarable.includes(sentence),
    })),
  ].map((rule) => ({ ...rule, choice: choiceOf(rule.sentence) }));
}

/** Returns the rules with another choice for one. */
export function withChoice(
  rules: DatasetRules | null,
  sentence: string,
  choice: RuleChoice,
): DatasetRules {
  const { declared, rejected } = rules ?? NONE;
  const others = (of: readonly string[]) => of.filter((each) => each !== sentence);
  return {
    declared: [...others(declared), ...(choice === 'declared' ? [sentence] : [])],
    rejected: [...others(rejected), ...(choice === 'rejected' ? [sentence] : [])],
  };
}

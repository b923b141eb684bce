import type { YearLaw } from './year-law.ts';

/** What a law says, for people. */
export function lawSentence(law: YearLaw, nameOf: (column: number) => string): string {
  const own = nameOf(law.column);
  if (law.kind === 'completed')
    return `${own} is the years completed from ${nameOf(law.since)} to ${nameOf(law.until)}`;
  if (law.kind === 'birthday')
    return law.until < 0
      ? `${own} follows from ${nameOf(law.years)}`
      : `${own} lies ${nameOf(law.years)} years before ${nameOf(law.until)}`;
  const parts = law.terms.map(({ column }) => nameOf(column));
  return `${own} follows from ${parts.join(' and ')}`;
}

import type { Law } from './law.ts';
import type { YearTerm } from './year-law.ts';

/** A law to hold against the rows; `ordered` where years are only never before others. */
export type Candidate = { law: Law; ordered?: boolean };

/** Places of columns that may be years, ages and dates. */
export type Known = { years: number[]; ages: number[]; dates: number[] };

const terms = (...parts: [column: number, factor: 1 | -1][]): YearTerm[] =>
  parts.map(([column, factor]) => ({ column, factor }));

/** Of rows that are drawn one by one: dates and years of birth follow from ages, which are kept as they are. */
export function flatCandidates({ years, ages, dates }: Known): Candidate[] {
  const moments = [...dates, ...years];
  const birthdays = ages.flatMap((age) =>
    dates.flatMap((column) =>
      [...dates.filter((until) => until !== column), -1].map(
        (until): Candidate => ({ law: { kind: 'birthday', column, years: age, until } }),
      ),
    ),
  );
  const sums = (parts: (column: number) => YearTerm[][], ordered = false) =>
    years.flatMap((column) =>
      parts(column).map(
        (each): Candidate => ({ law: { kind: 'years', column, terms: each }, ordered }),
      ),
    );
  const another = (column: number) => moments.filter((moment) => moment !== column);
  const apart = (column: number) => another(column).map((moment) => terms([moment, 1]));
  const younger = (column: number) =>
    ages.flatMap((age) => [
      ...another(column).map((until) => terms([until, 1], [age, -1])),
      terms([age, -1]),
    ]);
  return [...birthdays, ...sums(apart), ...sums(younger), ...sums(apart, true)];
}

/** Of histories: ages follow from dates and years, since a birthday is one for all rows of a customer. */
export function historyCandidates({ years, ages, dates }: Known): Candidate[] {
  const found: Candidate[] = [];
  const moments = [...dates, ...years];
  for (const column of ages) {
    for (const since of dates)
      for (const until of dates)
        if (since !== until) found.push({ law: { kind: 'completed', column, since, until } });
    for (const until of moments)
      for (const since of years)
        if (since !== until)
          found.push({ law: { kind: 'years', column, terms: terms([until, 1], [since, -1]) } });
  }
  for (const column of years)
    for (const date of dates)
      found.push({ law: { kind: 'years', column, terms: terms([date, 1]) } });
  return found;
}

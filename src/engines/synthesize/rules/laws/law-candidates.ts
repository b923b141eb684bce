import type { Law } from './law.ts';
import type { YearTerm } from './year-law.ts';

/** Law to verify against the rows; `ordered` if years are only never before others. */
export type Candidate = { law: Law; ordered?: boolean };

/** Indexes of columns that may be years, ages and dates. */
export type Known = { years: number[]; ages: number[]; dates: number[] };

const terms = (...parts: [column: number, factor: 1 | -1][]): YearTerm[] =>
  parts.map(([column, factor]) => ({ column, factor }));

/** Returns candidates for independent rows: dates and years of birth follow from modeled ages. */
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
        (yearTerms): Candidate => ({ law: { kind: 'years', column, terms: yearTerms }, ordered }),
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

/** Returns candidates for sequences: ages follow from dates and years; birthdays are constant. */
export function historyCandidates({ years, ages, dates }: Known): Candidate[] {
  const candidates: Candidate[] = [];
  const moments = [...dates, ...years];
  for (const column of ages) {
    for (const since of dates)
      for (const until of dates)
        if (since !== until) candidates.push({ law: { kind: 'completed', column, since, until } });
    for (const until of moments)
      for (const since of years)
        if (since !== until)
          candidates.push({
            law: { kind: 'years', column, terms: terms([until, 1], [since, -1]) },
          });
  }
  for (const column of years)
    for (const date of dates)
      candidates.push({ law: { kind: 'years', column, terms: terms([date, 1]) } });
  return candidates;
}

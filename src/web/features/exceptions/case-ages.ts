import type { CaseRow } from '../../data/cases.ts';

const HOUR = 3_600_000;

type Dated = Pick<CaseRow, 'created_at' | 'closed_at'>;

const spanText = (milliseconds: number): string => {
  const hours = milliseconds / HOUR;
  if (hours < 1) return 'less than 1 h';
  return hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`;
};

const spanOf = ({ created_at, closed_at }: Dated, now: number): number =>
  Math.max(0, (closed_at === null ? now : Date.parse(closed_at)) - Date.parse(created_at));

/** Time since a case was opened; of a closed one, until its decision. */
export const ageText = (row: Dated, now: number): string => spanText(spanOf(row, now));

/** Median time from opening to decision of the closed cases; null without any. */
export function medianDecision(cases: readonly Dated[]): string | null {
  const spans = cases
    .filter(({ closed_at }) => closed_at !== null)
    .map((row) => spanOf(row, 0))
    .sort((a, b) => a - b);
  return spans.length === 0 ? null : spanText(spans[Math.floor((spans.length - 1) / 2)]!);
}

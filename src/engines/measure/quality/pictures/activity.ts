import { formatIsoDate } from '../../../../shared/civil-date.ts';
import type { PictureFigures } from '../../../../shared/report-sentences/picture-table.ts';
import type { SidedNumbers } from '../align-columns.ts';
import { type Persons, shareBins, shareCells } from './count-cells.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;
const HOURS = Array.from({ length: 24 }, (_, hour) => `${hour} h`);
const DAYS_OF_MONTH = ['1–5', '6–10', '11–15', '16–20', '21–25', '26–31'];
const MAX_MONTHS = 60;

const weekdayOf = (day: number) =>
  Number.isNaN(day) ? -1 : (((Math.floor(day) + FIRST_WEEKDAY) % 7) + 7) % 7;
const SECONDS = 86_400;
/** Days are binary fractions, so that 23:00 can lie just below its hour. */
const hourOf = (day: number) =>
  Number.isNaN(day)
    ? -1
    : Math.floor((Math.round((day - Math.floor(day)) * SECONDS) % SECONDS) / 3600);
const monthText = (day: number) => formatIsoDate(Math.floor(day)).slice(0, 7);
const fifthOf = (day: number) => {
  if (Number.isNaN(day)) return -1;
  const dayOfMonth = Number(formatIsoDate(Math.floor(day)).slice(8));
  return Math.min(5, Math.floor((dayOfMonth - 1) / 5));
};

/** Draws rows by weekday and hour of a time column; by part of the month if it has days only. */
export function activity(
  { values }: SidedNumbers,
  persons: readonly [real: Persons, synthetic: Persons],
): PictureFigures {
  const hasTime = values[0].some((day) => day !== Math.floor(day));
  const x = hasTime
    ? { title: 'hour', labels: HOURS, of: hourOf }
    : { title: 'day of the month', labels: DAYS_OF_MONTH, of: fifthOf };
  const cells = (side: 0 | 1) =>
    shareCells({
      x: Array.from(values[side], x.of),
      y: Array.from(values[side], weekdayOf),
      size: [x.labels.length, WEEKDAYS.length],
      persons: persons[side],
      hide: side === 0,
    });
  return {
    kind: 'grid',
    name: 'activity',
    x: { title: x.title, labels: x.labels },
    y: { title: 'weekday', labels: WEEKDAYS },
    sides: [
      { side: 'real', cells: cells(0) },
      { side: 'synthetic', cells: cells(1) },
    ],
  };
}

/** Draws rows by month, or by year if there are more than 60; null within a single month. */
export function months(
  { name, values }: SidedNumbers,
  persons: readonly [real: Persons, synthetic: Persons],
): PictureFigures | null {
  const textsOf = (side: 0 | 1) =>
    Array.from(values[side], (day) => (Number.isNaN(day) ? null : monthText(day)));
  let texts = [textsOf(0), textsOf(1)] as const;
  const labelsOf = () => [...new Set(texts[0])].filter((text) => text !== null).sort();
  if (labelsOf().length > MAX_MONTHS)
    texts = texts.map((side) => side.map((text) => text?.slice(0, 4) ?? null)) as never;
  const labels = labelsOf();
  if (labels.length < 2 || labels.length > MAX_MONTHS) return null;
  const codeOf = new Map(labels.map((label, i) => [label, i]));
  const other = labels.length;
  const shares = ([0, 1] as const).map((side) =>
    shareBins(
      texts[side].map((text) => (text === null ? -1 : (codeOf.get(text) ?? other))),
      other + 1,
      { persons: persons[side], hide: side === 0 },
    ),
  );
  const bins = [...labels, '(other)'].map((label, i) => ({
    label,
    real: shares[0][i],
    synthetic: shares[1][i],
  }));
  // A month of so few people is not named either.
  const shown = bins.filter(
    ({ label, real, synthetic }) => real !== null && (label !== '(other)' || synthetic !== 0),
  );
  return { kind: 'bars', name: 'months', column: name, bins: shown };
}

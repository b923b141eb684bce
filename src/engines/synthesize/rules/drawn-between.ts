import { type Between, type BetweenRows, betweenOf } from './between-rows/between-rows.ts';
import { reads } from './dependencies.ts';
import { isOnlyEmptied, sourcesOfDerived } from './derived/derived-column.ts';
import type { FoundRules } from './found-rules.ts';
import { sourcesOf } from './laws/law.ts';

/** Rules among the columns of a row. */
export type InRows = Omit<FoundRules, 'between'>;

/** Returns the rules between rows about columns that nothing else derives. */
export function drawnBetween(
  between: readonly BetweenRows[],
  found: InRows,
  carried: readonly Between<'carried'>[],
): BetweenRows[] {
  const sources = sourcesByColumn(found);
  const digits = found.calendars.filter(({ kind }) => kind === 'digits');
  const emptied = new Set(found.derived.filter(isOnlyEmptied).map(({ column }) => column));
  const following = new Set([
    ...sources.keys(),
    ...[...found.lags, ...digits].map(({ column }) => column),
  ]);
  const isDrawn = (rule: BetweenRows): boolean => {
    if (rule.kind === 'carried') return carried.includes(rule);
    if (rule.kind === 'run' && reads(sources, rule.movement, rule.column)) return false;
    const isCarried = carried.some(({ column }) => column === rule.column);
    // Steps are added up before values are emptied.
    const isFree =
      (rule.kind === 'monotone' && emptied.has(rule.column)) || !following.has(rule.column);
    return isFree && (rule.kind === 'starts' || !isCarried);
  };
  const drawn = between.filter((rule) => rule.kind !== 'ends' && isDrawn(rule));
  const balances = drawn.flatMap((rule) =>
    rule.kind === 'carried' ? [rule.from] : rule.kind === 'run' ? [rule.column] : [],
  );
  const ends = betweenOf(between, 'ends').filter(({ column }) => balances.includes(column));
  return [...drawn, ...ends];
}

export const sourcesByColumn = ({ laws, derived }: InRows) =>
  new Map([
    ...laws.map(({ law }) => [law.column, sourcesOf(law)] as const),
    ...derived.map((own) => [own.column, sourcesOfDerived(own)] as const),
  ]);

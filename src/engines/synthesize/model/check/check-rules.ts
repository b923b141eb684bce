import type { ColumnPlan } from '../../columns/column-plan.ts';
import { isNearDay } from '../../rules/date-lags.ts';
import { reads } from '../../rules/dependencies.ts';
import { isOfWords } from '../../rules/derived/condition.ts';
import {
  type Case,
  isOnlyEmptied,
  sourcesOfCase,
  sourcesOfDerived,
} from '../../rules/derived/derived-column.ts';
import { isOfAmounts, type Law, sourcesOf } from '../../rules/laws/law.ts';
import type { Rules } from '../../rules/rules.ts';
import type { Model } from '../model.ts';
import { ensure } from '../model-unreadable.ts';

type Ruled = Rules & Pick<Model, 'columns'>;

/** Returns whether a modeled column is of a kind. */
const kindIn = (columns: Ruled['columns']) => (place: number, kind: string) =>
  columns[place]?.made === null && columns[place].layout.kind === kind;

/** Rejects rules over columns that are missing, of another kind, or derived later. */
export function checkRules(read: Ruled): void {
  const model = { ...read, columns: [...read.columns, ...plansAbove(read)] };
  ensure(isOwn(read), 'columns of the parent');
  checkLags(model);
  checkLaws(model);
  checkDerived(model);
  checkCalendars(model);
  checkBelongings(model);
  checkRanges(model);
  checkWordLimits(model);
  checkDayValues(model);
  checkOrders(model);
  checkBetween(model);
}

/** Returns plans for the numbers of the parent's row, which rules read. */
const plansAbove = ({ above = [] }: Pick<Ruled, 'above'>): ColumnPlan[] =>
  above.map(({ name }) => ({
    layout: { kind: 'number', name, decimals: 0 },
    role: 'feature',
    made: null,
  }));

/** Returns true if no rule derives a column of the parent's. */
function isOwn({ columns, above = [], ...model }: Ruled): boolean {
  const { laws = [], lags = [], derived = [], between = [] } = model;
  const written = [
    ...laws,
    ...lags,
    ...derived,
    ...between.filter(({ kind }) => kind !== 'length'),
  ];
  return (
    written.every(({ column }) => column < columns.length) &&
    above.every(({ column }, i) => column === columns.length + i)
  );
}

function checkLags({ columns, lags = [] }: Ruled): void {
  const isDate = (place: number) => {
    const plan = columns[place];
    return plan?.layout.kind === 'datetime' && plan.made === null;
  };
  ensure(
    lags.every(
      ({ column, from }, i) =>
        isDate(column) && isDate(from) && lags.slice(i).every((other) => other.column !== from),
    ) && new Set(lags.map(({ column }) => column)).size === lags.length,
    'date lags',
  );
}

/** Rejects laws over columns derived later, or over columns not modeled as numbers or dates. */
function checkLaws({ columns, laws = [], lags = [] }: Ruled): void {
  const isKind = (place: number, ...kinds: string[]) => {
    const plan = columns[place];
    return plan?.made === null && kinds.includes(plan.layout.kind);
  };
  const fits = (law: Law) => {
    if (isOfAmounts(law)) {
      const words = 'payments' in law ? [law.payments] : [];
      const dates =
        law.kind === 'remaining' && law.made.kind === 'months'
          ? [law.made.since, law.made.until]
          : [];
      return sourcesOf(law).every((place) =>
        dates.includes(place)
          ? isKind(place, 'datetime')
          : isKind(place, 'number') || (words.includes(place) && isKind(place, 'category')),
      );
    }
    if (law.kind === 'completed')
      return [law.since, law.until].every((place) => isKind(place, 'datetime'));
    if (law.kind === 'birthday')
      return isKind(law.years, 'number') && (law.until < 0 || isKind(law.until, 'datetime'));
    return law.terms.every(({ column }) => isKind(column, 'number', 'datetime'));
  };
  const derivedColumns = [...laws, ...lags].map(({ column }) => column);
  ensure(
    laws.every(
      (law, i) =>
        isKind(law.column, law.kind === 'birthday' ? 'datetime' : 'number') &&
        fits(law) &&
        // Laws are applied one after another.
        !laws.slice(i).some(({ column }) => sourcesOf(law).includes(column)),
    ) && new Set(derivedColumns).size === derivedColumns.length,
    'derived columns',
  );
}

/** Rejects derived columns that are no modeled ones, or that read others of the wrong kind. */
function checkDerived({ columns, laws = [], lags = [], derived = [] }: Ruled): void {
  const kindOf = (place: number) =>
    columns[place]?.made === null ? columns[place].layout.kind : null;
  const isNumber = (place: number) => kindOf(place) === 'number';
  const isDate = (place: number) => kindOf(place) === 'datetime';
  const fits = ({ formula, high }: Case, own: number) => {
    if (high !== undefined && 'column' in high && !isNumber(high.column)) return false;
    if (formula.kind === 'empty') return kindOf(own) !== null;
    if (formula.kind === 'later')
      return (
        isDate(own) &&
        isDate(formula.from) &&
        (typeof formula.steps === 'number' || kindOf(formula.steps.column) !== null)
      );
    if (!isNumber(own)) return false;
    if (formula.kind === 'between') return isDate(formula.from) && isDate(formula.until);
    return true;
  };
  const areFit = derived.every(({ column, cases }) =>
    cases.every(
      (rule) =>
        fits(rule, column) &&
        rule.where.every(
          (condition) =>
            isNumber(condition.column) ||
            (isOfWords(condition) && kindOf(condition.column) === 'category'),
        ) &&
        sourcesOfCase(rule).every((place) => kindOf(place) !== null),
    ),
  );
  const sources = new Map([
    ...laws.map((law) => [law.column, sourcesOf(law)] as const),
    ...derived.map((own) => [own.column, sourcesOfDerived(own)] as const),
  ]);
  const isFree = [...sources].every(
    ([column, own]) => !own.some((source) => reads(sources, source, column)),
  );
  const lawColumns = laws.map(({ column }) => column);
  const own = derived.map(({ column }) => column);
  ensure(
    areFit &&
      isFree &&
      new Set([...lawColumns, ...own]).size === lawColumns.length + own.length &&
      lags.every(({ from }) => !own.includes(from)),
    'derived columns',
  );
}

/** Rejects calendars of columns that are no modeled dates, or numbers that are derived. */
function checkCalendars({ columns, calendars = [], laws = [] }: Ruled): void {
  const isDate = (place: number) => columns[place]?.layout.kind === 'datetime';
  ensure(
    calendars.every(
      (own) =>
        (own.kind === 'digits'
          ? columns[own.column]?.layout.kind === 'number' &&
            laws.every(({ column }) => column !== own.column)
          : isDate(own.column)) &&
        columns[own.column].made === null &&
        (own.kind !== 'same day' || (isDate(own.from) && own.from !== own.column)),
    ),
    'calendars',
  );
}

/** Rejects belongings of columns that are no modeled words, or that belong to themselves. */
function checkBelongings({ columns, belongings = [] }: Ruled): void {
  const isWord = (place: number) =>
    columns[place]?.layout.kind === 'category' && columns[place].made === null;
  const parents = new Map(belongings.map(({ column, of }) => [column, [of]]));
  ensure(
    parents.size === belongings.length &&
      belongings.every(
        ({ column, of, words, values }) =>
          isWord(column) &&
          isWord(of) &&
          words.length === values.length &&
          !reads(parents, of, column),
      ),
    'belongings',
  );
}

/** Rejects ranges of columns that are no modeled numbers, or by columns that are no words. */
function checkRanges({ columns, ranges = [] }: Ruled): void {
  const isKind = kindIn(columns);
  ensure(
    ranges.every(
      ({ column, of, words, low, high }) =>
        isKind(column, 'number') &&
        isKind(of, 'category') &&
        low.length === words.length &&
        high.length === words.length &&
        low.every((value, i) => value <= high[i]!),
    ),
    'ranges',
  );
}

/** Rejects limits of columns that are no words, or by columns that are no dates or numbers. */
function checkWordLimits({ columns, wordLimits = [] }: Ruled): void {
  const isKind = kindIn(columns);
  ensure(
    wordLimits.every(
      ({ column, by, words, from, to, where }) =>
        isKind(column, 'category') &&
        (where === undefined ||
          isKind(where.column, 'category') ||
          isKind(where.column, 'number')) &&
        (isKind(by, 'datetime') || isKind(by, 'number')) &&
        from.length === words.length &&
        to.length === words.length,
    ),
    'limits of words',
  );
}

/** Rejects values of days of columns that are no modeled numbers, dates and words. */
function checkDayValues({ columns, dayValues = [] }: Ruled): void {
  const isKind = kindIn(columns);
  ensure(
    dayValues.every(
      ({ column, date, of, words, days, values }) =>
        isKind(column, 'number') &&
        isKind(date, 'datetime') &&
        (of === null
          ? days.length === 1
          : isKind(of, 'category') && words.length === days.length) &&
        values.length === days.length &&
        days.every((each, i) => each.length === values[i]!.length),
    ),
    'values of days',
  );
}

/** Rejects orders of derived columns, or of columns that are not two modeled numbers or dates. */
function checkOrders({ columns, orders = [], laws = [], lags = [] }: Ruled): void {
  const few = lags.filter((lag) => !isNearDay(lag));
  const following = new Set([...laws, ...few].map(({ column }) => column));
  const kindOf = (place: number) => {
    const plan = columns[place];
    return plan?.made === null && !following.has(place) ? plan.layout.kind : 'category';
  };
  ensure(
    orders.every(
      ({ low, high }) => low !== high && kindOf(low) !== 'category' && kindOf(low) === kindOf(high),
    ),
    'column orders',
  );
}

/** Kinds of columns other than numbers that rules between rows are about. */
const KIND_BETWEEN: { [kind: string]: string } = { stepped: 'datetime', last: 'category' };

/** Rejects rules between rows of derived columns, or of columns of the wrong kind. */
function checkBetween({ columns, between = [], laws = [], lags = [], derived = [] }: Ruled): void {
  const isKind = kindIn(columns);
  const isOther = (place: number, own: number) => isKind(place, 'number') && place !== own;
  const following = new Set([...laws, ...lags, ...derived].map(({ column }) => column));
  const emptied = new Set(derived.filter(isOnlyEmptied).map(({ column }) => column));
  ensure(
    between.every(
      (rule) =>
        isKind(rule.column, KIND_BETWEEN[rule.kind] ?? 'number') &&
        (rule.kind === 'ends' ||
          (rule.kind === 'monotone' && emptied.has(rule.column)) ||
          !following.has(rule.column)) &&
        ((rule.kind !== 'carried' && rule.kind !== 'starts') || isOther(rule.from, rule.column)) &&
        (rule.kind !== 'run' ||
          (isOther(rule.movement, rule.column) &&
            (rule.resets === null || columns[rule.resets]?.layout.kind === 'datetime'))) &&
        (rule.kind !== 'monotone' ||
          rule.resets === null ||
          columns[rule.resets]?.layout.kind === 'datetime'),
    ),
    'rules between rows',
  );
}

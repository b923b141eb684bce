import { isWeekend, weekdayOf } from '../../../shared/civil-date.ts';
import { DAY } from '../../table/datetime-form.ts';
import { isNull } from '../../table/format-table.ts';
import type {
  CategoryColumn,
  Column,
  DatetimeColumn,
  NumberColumn,
  Table,
} from '../../table/table.ts';
import { mix } from '../columns/scatter-index.ts';
import { excessOf, type WordLimits } from './word-limits.ts';

/** Column whose value goes with a word; a date or number by its distance from another. */
type Companion = {
  column: number;
  from?: number | undefined;
  /** True for dates that are never on a weekend. */
  isOnWeekdays?: boolean;
};

/** Rows among which one with a word to exchange is looked for. */
const MAX_PARTNERS = 200;
const WEEK = 7;
const NEARLY_ALL = 0.98;

const dayAt = (moment: number) => Math.floor(moment / DAY);

/** Returns a date at a distance from another, on the weekday of a third if its column has no weekends. */
function dateAt(since: number, distance: number, like: number, isOnWeekdays: boolean): number {
  const weekdayAt = (moment: number) => weekdayOf(dayAt(moment));
  const moment = since + distance;
  if (!isOnWeekdays || Number.isNaN(moment)) return moment;
  const later = (weekdayAt(like) - weekdayAt(moment) + WEEK) % WEEK;
  const days = later > WEEK / 2 ? later - WEEK : later;
  return moment + DAY * (distance >= 0 && distance + DAY * days < 0 ? later : days);
}

/** Drawn columns that change, all columns as derived, and what goes with the word. */
type Exchanged = {
  columns: readonly Column[];
  derived: readonly Column[];
  companions: readonly Companion[];
};

/**
 * Gives a row the companions of another. A distance is that of a third row with the word, as a date of
 * a row beyond its limits was perhaps moved.
 */
function giveCompanions(
  { columns, derived, companions }: Exchanged,
  { to, from, like }: { to: number; from: readonly (number | undefined)[]; like: number },
): void {
  companions.forEach(({ column, from: since, isOnWeekdays = false }, i) => {
    const own = columns[column]!;
    const values = own.kind === 'category' ? own.codes : own.values;
    const days =
      since === undefined ? null : (derived[since] as DatetimeColumn | NumberColumn).values;
    values[to] =
      days === null
        ? from[i]!
        : dateAt(days[to]!, values[like]! - days[like]!, values[like]!, isOnWeekdays);
  });
}

/** Returns the companions of a row as they are. */
const companionsAt = ({ columns, companions }: Exchanged, row: number) =>
  companions.map(({ column }) => {
    const own = columns[column]!;
    return own.kind === 'category' ? own.codes[row] : own.values[row];
  });

/** Returns the columns that are empty in nearly all rows of some words, and in hardly any of others. */
function companionsOf(columns: readonly Column[], { codes, dictionary }: CategoryColumn): number[] {
  const rows = new Float64Array(dictionary.length);
  for (const code of codes) if (code >= 0) rows[code]!++;
  return columns.flatMap((own, column) => {
    const empty = new Float64Array(dictionary.length);
    codes.forEach((code, row) => {
      if (code >= 0 && isNull(own, row)) empty[code]!++;
    });
    const shares = Array.from(empty.keys())
      .filter((word) => rows[word]! > 0)
      .map((word) => empty[word]! / rows[word]!);
    const areSome = shares.some((share) => share >= NEARLY_ALL);
    const areNone = shares.some((share) => share <= 1 - NEARLY_ALL);
    const areClear = shares.every((share) => share >= NEARLY_ALL || share <= 1 - NEARLY_ALL);
    return areSome && areNone && areClear ? [column] : [];
  });
}

const copied = (own: Column): Column =>
  own.kind === 'category'
    ? { ...own, codes: own.codes.slice() }
    : { ...own, values: own.values.slice() };

/**
 * Returns by how much a row would be beyond the limits of some columns with the words of another row,
 * as they are in `columns`.
 */
function excessesOf(
  limited: readonly { column: number; rules: readonly WordLimits[] }[],
  { derived, columns }: { derived: Table; columns: readonly Column[] },
) {
  const all = limited.map(({ column, rules }) => {
    const excesses = rules.map((rule) => excessOf(rule, derived));
    const { codes } = columns[column] as CategoryColumn;
    const of = (code: number, row: number) =>
      excesses.reduce((sum, excess) => sum + excess(code, row), 0);
    return { codes, of };
  });
  const withWordsOf = (other: number, row: number) =>
    all.reduce((sum, { codes, of }) => sum + of(codes[other]!, row), 0);
  return {
    withWord: all[0]!.of,
    isAllowed: (other: number, row: number) => withWordsOf(other, row) === 0,
  };
}

/**
 * Exchanges words of drawn rows beyond their limits: between two such rows, so that words keep their
 * counts, else for the most frequent word that may stand there, or comes nearest. What stands with
 * some words alone is exchanged too, within its own limits, or taken from a row that has the word.
 *
 * @param derived the same rows with derived dates and numbers
 * @param options.sinceOf column from which another is measured: the date that it follows, or what it never is below
 * @returns the drawn rows with other words; null if none is changed
 */
export function withWordsInLimits(
  drawn: Table,
  derived: Table,
  {
    rules,
    isGiven,
    sinceOf,
  }: {
    rules: readonly WordLimits[];
    isGiven: (column: number) => boolean;
    sinceOf: (column: number) => number | undefined;
  },
): Table | null {
  const byColumn = Map.groupBy(rules, (rule) => rule.column);
  let columns: Column[] = drawn.columns;
  for (const column of byColumn.keys()) {
    if (isGiven(column)) continue;
    const companions = companionsOf(derived.columns, columns[column] as CategoryColumn).filter(
      (each) => !isGiven(each),
    );
    const moved = [column, ...companions];
    const next = columns.map((each, i) => (moved.includes(i) ? copied(each) : each));
    const limited = moved.flatMap((each) => {
      const own = byColumn.get(each);
      return own === undefined ? [] : [{ column: each, rules: own }];
    });
    const isChanged = exchange(next, {
      column,
      companions: companions.map((each) => {
        const date = next[each]!;
        const isOnWeekdays =
          date.kind === 'datetime' && !date.values.some((value) => isWeekend(dayAt(value)));
        return { column: each, from: sinceOf(each), isOnWeekdays };
      }),
      derived: derived.columns,
      ...excessesOf(limited, { derived, columns: next }),
    });
    if (isChanged) columns = next;
  }
  return columns === drawn.columns ? null : { rows: drawn.rows, columns };
}

/** Exchanges words in place; returns whether any was. */
function exchange(
  columns: Column[],
  {
    column,
    companions,
    derived,
    withWord,
    isAllowed,
  }: { column: number } & Pick<Exchanged, 'companions' | 'derived'> & ReturnType<typeof excessesOf>,
): boolean {
  const { codes, dictionary } = columns[column] as CategoryColumn;
  const broken = Array.from(codes.keys()).filter((row) => codes[row]! >= 0 && !isAllowed(row, row));
  if (broken.length === 0) return false;
  const kept = Array.from(codes.keys()).filter((row) => isAllowed(row, row));
  const rowsOf = Map.groupBy(kept, (row) => codes[row]!);
  /** Returns a row with a word, one that may have the words of another row if there is one. */
  const rowWith = (word: number, row: number): number | undefined => {
    const all = rowsOf.get(word) ?? [];
    const some = all.slice(0, MAX_PARTNERS).map((_, k) => all[(mix(row, 0) + k) % all.length]!);
    return some.find((other) => isAllowed(other, row)) ?? some[0];
  };
  const byCount = byFrequency(codes, dictionary.length);
  const exchanged = { columns, derived, companions };
  let isChanged = false;
  broken.forEach((row, i) => {
    if (isAllowed(row, row)) return;
    const partner = broken
      .slice(i + 1, i + 1 + MAX_PARTNERS)
      .find((other) => isAllowed(other, row) && isAllowed(row, other));
    if (partner !== undefined) {
      const [own, other] = [row, partner].map((each) => companionsAt(exchanged, each));
      const [word, wanted] = [codes[row]!, codes[partner]!];
      giveCompanions(exchanged, { to: row, from: other!, like: rowWith(wanted, row) ?? partner });
      giveCompanions(exchanged, { to: partner, from: own!, like: rowWith(word, partner) ?? row });
      [codes[row], codes[partner]] = [wanted, word];
      isChanged = true;
      return;
    }
    // Of equally near words, the first is the most frequent.
    let nearest = codes[row]!;
    for (const code of byCount) if (withWord(code, row) < withWord(nearest, row)) nearest = code;
    const like = rowWith(nearest, row);
    if (nearest === codes[row] || like === undefined) return;
    giveCompanions(exchanged, { to: row, from: companionsAt(exchanged, like), like });
    codes[row] = nearest;
    isChanged = true;
  });
  return isChanged;
}

/** Returns the codes of a column, the most frequent first. */
function byFrequency(codes: Int32Array, words: number): number[] {
  const counts = new Uint32Array(words);
  for (const code of codes) if (code >= 0) counts[code]!++;
  return Array.from(counts.keys())
    .filter((code) => counts[code]! > 0)
    .sort((a, b) => counts[b]! - counts[a]!);
}

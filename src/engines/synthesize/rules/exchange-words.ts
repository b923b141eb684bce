import { weekdayOf } from '../../../shared/civil-date.ts';
import { DAY } from '../../table/datetime-form.ts';
import { isNull } from '../../table/format-table.ts';
import type { CategoryColumn, Column, DatetimeColumn, Table } from '../../table/table.ts';
import { mix } from '../columns/scatter-index.ts';
import { excessOf, type WordLimits, wordsAt } from './word-limits.ts';

/** Column whose value goes with a word; a date by its distance from another. */
type Companion = { column: number; from?: number | undefined };

/** Rows among which one with a word to exchange is looked for. */
const MAX_PARTNERS = 200;
const WEEK = 7;
const NEARLY_ALL = 0.98;

/** Returns a date at a distance from another, on the weekday of a third. */
function dateAt(since: number, distance: number, like: number): number {
  const weekdayAt = (moment: number) => weekdayOf(Math.floor(moment / DAY));
  const moment = since + distance;
  const later = (weekdayAt(like) - weekdayAt(moment) + WEEK) % WEEK;
  const days = later > WEEK / 2 ? later - WEEK : later;
  return moment + DAY * (distance >= 0 && distance + DAY * days < 0 ? later : days);
}

/** Gives one row the companions of another; `isBoth` to exchange them. */
function giveCompanions(
  columns: readonly Column[],
  companions: readonly Companion[],
  { to, from, isBoth }: { to: number; from: number; isBoth: boolean },
): void {
  for (const { column, from: since } of companions) {
    const own = columns[column]!;
    const values = own.kind === 'category' ? own.codes : own.values;
    const [given, taken] = [values[from]!, values[to]!];
    const days = since === undefined ? null : (columns[since] as DatetimeColumn).values;
    const at = (row: number, value: number, before: number) =>
      days === null ? value : dateAt(days[row]!, value - days[before]!, value);
    values[to] = at(to, given, from);
    if (isBoth) values[from] = at(from, taken, to);
  }
}

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
 * Exchanges words of drawn rows beyond their limits: between two such rows, so that words keep their
 * counts, else for the most frequent word that may stand there, or comes nearest. What goes with the
 * word is exchanged too, or taken from a row that has the word, best one where the first may not stand.
 *
 * @param options.sinceOf date from which another is measured, such as the one that it follows
 * @param derived the same rows with derived dates and numbers
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
    sinceOf: (date: number) => number | undefined;
  },
): Table | null {
  let columns: Column[] = drawn.columns;
  for (const [column, own] of Map.groupBy(rules, (rule) => rule.column)) {
    if (isGiven(column)) continue;
    const excesses = own.map((rule) => excessOf(rule, derived));
    const excess = (code: number, row: number) =>
      excesses.reduce((sum, of) => sum + of(code, row), 0);
    const isAllowed = (code: number, row: number) => excess(code, row) === 0;
    const words = wordsAt({ ...drawn, columns }, column);
    const { codes: before, dictionary } = words;
    const broken = Array.from(before.keys()).filter((row) => !isAllowed(before[row]!, row));
    if (broken.length === 0) continue;
    const companions = companionsOf(columns, words)
      .filter((each) => !isGiven(each))
      .map((each) => ({ column: each, from: sinceOf(each) }));
    const changed = new Set([column, ...companions.map((each) => each.column)]);
    const next = columns.map((each, i) => (changed.has(i) ? copied(each) : each));
    const { codes } = next[column] as CategoryColumn;
    const rowsOf = Map.groupBy(before.keys(), (row) => before[row]!);
    const byCount = byFrequency(before, dictionary.length);
    broken.forEach((row, i) => {
      if (isAllowed(codes[row]!, row)) return;
      const partner = broken
        .slice(i + 1, i + 1 + MAX_PARTNERS)
        .find((other) => isAllowed(codes[other]!, row) && isAllowed(codes[row]!, other));
      if (partner !== undefined) {
        giveCompanions(next, companions, { to: row, from: partner, isBoth: true });
        [codes[row], codes[partner]] = [codes[partner]!, codes[row]!];
        return;
      }
      // Of equally near words, the first is the most frequent.
      const word = codes[row]!;
      for (const code of byCount)
        if (excess(code, row) < excess(codes[row]!, row)) codes[row] = code;
      if (codes[row] === word) return;
      const all = rowsOf.get(codes[row]!)!;
      const alike = all.filter((other) => !isAllowed(word, other));
      const donors = alike.length > 0 ? alike : all;
      const from = donors[mix(row, 0) % donors.length]!;
      giveCompanions(next, companions, { to: row, from, isBoth: false });
    });
    columns = next;
  }
  return columns === drawn.columns ? null : { rows: drawn.rows, columns };
}

/** Returns the codes of a column, the most frequent first. */
function byFrequency(codes: Int32Array, words: number): number[] {
  const counts = new Uint32Array(words);
  for (const code of codes) if (code >= 0) counts[code]!++;
  return Array.from(counts.keys())
    .filter((code) => counts[code]! > 0)
    .sort((a, b) => counts[b]! - counts[a]!);
}

import type { SidedColumn } from '../../quality/align-columns.ts';
import { predictedByOthers } from './predicted-by-others.ts';

/** A guessed number counts as right within 5 % of the true one. */
const TOLERANCE = 0.05;

/**
 * Whether a guessed value is right: equal categories; numbers within 5 % of the true value or half a unit of its last
 * digit, whichever is more; dates of the same day. The bound is on the true value, so a negative guess earns nothing.
 */
export function guessIsRight(
  column: SidedColumn,
  { side, row, guess }: { side: number; row: number; guess: number },
): boolean {
  if (column.kind === 'category') return column.codes[side][row] === column.codes[1][guess];
  const truth = column.values[side][row];
  const guessed = column.values[1][guess];
  if (Number.isNaN(truth) || Number.isNaN(guessed)) {
    return Number.isNaN(truth) && Number.isNaN(guessed);
  }
  if (column.datetime) return Math.abs(truth - guessed) < 1;
  const unit = 0.5 * 10 ** -column.decimals;
  return Math.abs(truth - guessed) <= Math.max(TOLERANCE * Math.abs(truth), unit);
}

/** Above this the success that is left to gain is too small to be distinguished from chance, and what is revealed is no secret. */
const MAX_PREDICTED = 0.8;

/**
 * Columns worth guessing: the four that other columns tell least of, at least one of them a category where there is any.
 * A column that anybody who knows the population guesses right says little of what leaked about one person: beyond the one
 * revealed least, none of those is chosen.
 *
 * @returns names of the secrets, and of the columns that the population tells
 */
export function chooseSecrets(
  columns: readonly SidedColumn[],
  most = 4,
): { secrets: string[]; known: string[] } {
  const predicted = predictedByOthers(columns);
  const ranked = Array.from(columns.keys()).sort((a, b) => predicted[a] - predicted[b]);
  const worth = ranked.filter((at, rank) => rank === 0 || predicted[at] <= MAX_PREDICTED);
  const category = worth.find((at) => columns[at].kind === 'category');
  const chosen = worth.slice(0, most);
  if (category !== undefined && !chosen.includes(category)) chosen[chosen.length - 1] = category;
  const namesOf = (list: number[]) => list.map((at) => columns[at].name);
  return { secrets: namesOf(chosen), known: namesOf(ranked.slice(worth.length)) };
}

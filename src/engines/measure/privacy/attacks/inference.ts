import type { SidedColumn } from '../../quality/align-columns.ts';
import { predictedByOthers } from './predicted-by-others.ts';

const TOLERANCE = 0.05;

/**
 * Returns true if a guess is right: equal categories; numbers within 5 % of the true value or half
 * a unit of its last digit, whichever is more; dates of the same day. The bound is on the true
 * value, so a negative guess earns nothing.
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

/** Maximum predictability from the population: above it, too little gain is left to measure. */
const MAX_PREDICTED = 0.8;

/**
 * Chooses the columns to infer: the four least predictable from others, at least one of them a
 * category if possible. Columns predictable from the population indicate little leakage about a
 * person: at most the least predictable of them is chosen.
 *
 * @returns names of the secrets and of the columns predictable from the population
 */
export function chooseSecrets(
  columns: readonly SidedColumn[],
  most = 4,
): { secrets: string[]; knownColumns: string[] } {
  const predicted = predictedByOthers(columns);
  const ranked = Array.from(columns.keys()).sort((a, b) => predicted[a] - predicted[b]);
  const worth = ranked.filter((at, rank) => rank === 0 || predicted[at] <= MAX_PREDICTED);
  const category = worth.find((at) => columns[at].kind === 'category');
  const chosen = worth.slice(0, most);
  if (category !== undefined && !chosen.includes(category)) chosen[chosen.length - 1] = category;
  const namesOf = (list: number[]) => list.map((at) => columns[at].name);
  return { secrets: namesOf(chosen), knownColumns: namesOf(ranked.slice(worth.length)) };
}

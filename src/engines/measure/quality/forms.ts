import { formReader } from '../../../shared/layouts/form-reader.ts';
import { isNumeric } from '../../../shared/layouts/is-numeric.ts';
import type { ColumnRole } from '../../table/column-role.ts';
import { isNull } from '../../table/format-table.ts';
import { type CategoryColumn, type Column, lengthOf, type Table } from '../../table/table.ts';

export type FormCheck = {
  column: string;
  /** Share of values that are read as the source's are: times and numbers by its form, words as words it has. */
  parse: number | null;
  /** Share of values that look like the source's: marks, letters and digits at the same places. */
  mask: number | null;
};

type Shares = { parse: number; mask: number };

const nullsOf = (column: Column): number => {
  let nulls = 0;
  for (let row = 0; row < lengthOf(column); row++) if (isNull(column, row)) nulls++;
  return nulls;
};

const STANDARD_ERRORS = 3;

/** Rows that must hold a value: all but the missing ones that the source's share and chance account for. */
function expectedValues(real: Column, synthetic: Column): number {
  const [known, rows] = [lengthOf(real), lengthOf(synthetic)];
  const share = known === 0 ? 1 : nullsOf(real) / known;
  const error = Math.sqrt(share * (1 - share) * (1 / Math.max(1, known) + 1 / Math.max(1, rows)));
  return rows * Math.max(0, 1 - share - STANDARD_ERRORS * error);
}

/** Stands for words that too few customers have. */
const REST_WORD = 'other';

/** Marks of a code, without what its letters and digits are. */
const maskOf = (text: string): string =>
  text.replace(/[\p{L}\p{N}]+/gu, 'x') + (/\d/.test(text) ? '9' : '');

/** The share of a column's values that pass, which are words. */
function shareOf(column: CategoryColumn, passes: (word: string) => boolean): number {
  const verdicts = column.dictionary.map(passes);
  let held = 0;
  let seen = 0;
  for (const code of column.codes) {
    if (code < 0) continue;
    seen++;
    if (verdicts[code]) held++;
  }
  return seen === 0 ? 0 : held / seen;
}

function sharesOfWords(real: CategoryColumn, synthetic: CategoryColumn, role: ColumnRole): Shares {
  const words = new Set([...real.dictionary, REST_WORD]);
  const masks = new Set(real.dictionary.map(maskOf));
  const isLike = (word: string) => masks.has(maskOf(word));
  if (role === 'feature')
    return {
      parse: shareOf(synthetic, (word) => words.has(word)),
      mask: shareOf(synthetic, isLike),
    };
  if (role === 'key' || role === 'reference') {
    const mask = shareOf(synthetic, isLike);
    return { parse: mask, mask };
  }
  // Personal data and text are made in forms of their own; only words are separated from numbers.
  const numeric = shareOf(real, isNumeric);
  const alike = shareOf(synthetic, (word) =>
    isNumeric(word) ? numeric > 0 : numeric < 1 || real.dictionary.length === 0,
  );
  return { parse: alike, mask: alike };
}

function sharesOf(real: Column, synthetic: Column, role: ColumnRole): Shares {
  if (real.kind === 'category') {
    if (synthetic.kind === 'category') return sharesOfWords(real, synthetic, role);
    return { parse: 0, mask: 0 };
  }
  if (synthetic.kind !== 'category') {
    const same = synthetic.kind === real.kind ? 1 : 0;
    return { parse: same, mask: same };
  }
  const fits =
    real.form === undefined
      ? (word: string) => word.trim() !== '' && !Number.isNaN(Number(word))
      : formReader(real.form);
  const share = shareOf(synthetic, fits);
  return { parse: share, mask: share };
}

/**
 * Holds the form of each column of a synthetic table against the source's.
 *
 * Missing values count as broken where there are more than the source's share of them and three standard errors.
 * Personal data and text are made in neutral forms, so of them it is only said whether digits stand for words or words
 * for digits. Ignored columns are left out.
 *
 * @param roles of the source's columns
 * @returns shares from 0 to 1; null where the source holds no value to compare with
 */
export function formChecks(
  real: Table,
  synthetic: Table,
  roles: readonly { name: string; role: ColumnRole }[],
): FormCheck[] {
  return roles.flatMap(({ name, role }): FormCheck[] => {
    const source = real.columns.find((column) => column.name === name);
    const made = synthetic.columns.find((column) => column.name === name);
    if (source === undefined || made === undefined || role === 'ignored') return [];
    if (lengthOf(made) === 0 || nullsOf(source) === lengthOf(source))
      return [{ column: name, parse: null, mask: null }];
    const present = lengthOf(made) - nullsOf(made);
    const { parse, mask } = sharesOf(source, made, role);
    const filled = Math.min(1, present / Math.max(1, expectedValues(source, made)));
    return [{ column: name, parse: parse * filled, mask: mask * filled }];
  });
}

const GOOD = 0.99;
const BROKEN = 0.9;

/** The column whose form is worst, null where none is worse than chance lets it be. */
export function worstForm(forms: readonly FormCheck[]): { column: string; share: number } | null {
  let worst: { column: string; share: number } | null = null;
  for (const { column, parse, mask } of forms) {
    if (parse === null || mask === null) continue;
    const share = Math.min(parse, mask);
    if (share < GOOD && (worst === null || share < worst.share)) worst = { column, share };
  }
  return worst;
}

/** The score that a table with such forms has at most: below a half where one in ten values of a column is broken. */
export function cappedScore(score: number | null, forms: readonly FormCheck[]): number | null {
  const worst = worstForm(forms);
  if (score === null || worst === null) return score;
  return Math.min(score, worst.share < BROKEN ? worst.share / 2 : worst.share);
}

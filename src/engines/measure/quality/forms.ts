import { formReader } from '../../../shared/layouts/form-reader.ts';
import { isNumeric } from '../../../shared/layouts/is-numeric.ts';
import type { ColumnRole } from '../../meaning/roles/column-role.ts';
import { isNull } from '../../table/format-table.ts';
import { type CategoryColumn, type Column, lengthOf, type Table } from '../../table/table.ts';

export type FormCheck = {
  column: string;
  /** Share of values that parse like the source's: times, numbers, and known categories. */
  parse: number | null;
  /** Share of values with the source's pattern: marks, letters and digits at the same places. */
  mask: number | null;
};

type Shares = { parse: number; mask: number };

const nullsOf = (column: Column): number => {
  let nulls = 0;
  for (let row = 0; row < lengthOf(column); row++) if (isNull(column, row)) nulls++;
  return nulls;
};

export const STANDARD_ERRORS = 3;

/** Returns the minimum rows with a value, given the source's missing share and chance. */
function expectedValues(real: Column, synthetic: Column): number {
  const [realRows, rows] = [lengthOf(real), lengthOf(synthetic)];
  const share = realRows === 0 ? 1 : nullsOf(real) / realRows;
  const error = Math.sqrt(
    share * (1 - share) * (1 / Math.max(1, realRows) + 1 / Math.max(1, rows)),
  );
  return rows * Math.max(0, 1 - share - STANDARD_ERRORS * error);
}

/** Replacement of categories that too few customers have. */
const REST_WORD = 'other';

/** Returns the pattern of a code, without the identity of letters and digits. */
const maskOf = (text: string): string =>
  text.replace(/[\p{L}\p{N}]+/gu, 'x') + (/\d/.test(text) ? '9' : '');

function shareOf(column: CategoryColumn, passes: (word: string) => boolean): number {
  const verdicts = column.dictionary.map(passes);
  let matching = 0;
  let seen = 0;
  for (const code of column.codes) {
    if (code < 0) continue;
    seen++;
    if (verdicts[code]) matching++;
  }
  return seen === 0 ? 0 : matching / seen;
}

const RARE_ROWS = 5;
const RARE_SHARE = 0.001;

/** Returns the share of rows whose word is rare, in place of which new words may be made. */
function rareShare({ codes, dictionary }: CategoryColumn): number {
  const rows = new Float64Array(dictionary.length);
  for (const code of codes) if (code >= 0) rows[code]++;
  const filled = rows.reduce((sum, count) => sum + count, 0);
  const most = Math.max(RARE_ROWS - 1, RARE_SHARE * filled);
  const rare = rows.reduce((sum, count) => sum + (count <= most ? count : 0), 0);
  // A sample of the rows has more of them by chance.
  return rare === 0 ? 0 : rare / filled + (STANDARD_ERRORS * Math.sqrt(rare)) / filled;
}

function sharesOfWords(real: CategoryColumn, synthetic: CategoryColumn, role: ColumnRole): Shares {
  const categories = new Set([...real.dictionary, REST_WORD]);
  const masks = new Set(real.dictionary.map(maskOf));
  const isLike = (word: string) => masks.has(maskOf(word));
  if (role === 'feature') {
    const known = shareOf(synthetic, (word) => categories.has(word));
    const made = shareOf(synthetic, (word) => !categories.has(word) && isLike(word));
    return { parse: known + Math.min(made, rareShare(real)), mask: shareOf(synthetic, isLike) };
  }
  if (role === 'key' || role === 'reference') {
    const mask = shareOf(synthetic, isLike);
    return { parse: mask, mask };
  }
  // Personal data and text are generated in own forms; only text and numbers are compared.
  const numeric = shareOf(real, isNumeric);
  const similarShare = shareOf(synthetic, (word) =>
    isNumeric(word) ? numeric > 0 : numeric < 1 || real.dictionary.length === 0,
  );
  return { parse: similarShare, mask: similarShare };
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
 * Compares the form of each column of a synthetic table with the source's.
 *
 * Missing values count as broken if they exceed the source's share by three standard errors.
 * Personal data and text are generated in neutral forms, so only swaps of text and digits are
 * reported for them. Ignored columns are skipped.
 *
 * @param roles of the source's columns
 * @returns shares from 0 to 1; null if the source has no values, or so few that none is expected
 */
export function formChecks(
  real: Table,
  synthetic: Table,
  roles: readonly { name: string; role: ColumnRole }[],
): FormCheck[] {
  return roles.flatMap(({ name, role }): FormCheck[] => {
    const source = real.columns.find((column) => column.name === name);
    const syntheticColumn = synthetic.columns.find((column) => column.name === name);
    if (source === undefined || syntheticColumn === undefined || role === 'ignored') return [];
    if (lengthOf(syntheticColumn) === 0 || nullsOf(source) === lengthOf(source))
      return [{ column: name, parse: null, mask: null }];
    const present = lengthOf(syntheticColumn) - nullsOf(syntheticColumn);
    const expected = expectedValues(source, syntheticColumn);
    if (present === 0 && expected < 1) return [{ column: name, parse: null, mask: null }];
    const { parse, mask } = sharesOf(source, syntheticColumn, role);
    const filled = Math.min(1, present / Math.max(1, expected));
    return [{ column: name, parse: parse * filled, mask: mask * filled }];
  });
}

const GOOD = 0.99;
const BROKEN = 0.9;

/** Returns the column with the worst form; null if none is worse than chance allows. */
export function worstForm(forms: readonly FormCheck[]): { column: string; share: number } | null {
  let worst: { column: string; share: number } | null = null;
  for (const { column, parse, mask } of forms) {
    if (parse === null || mask === null) continue;
    const share = Math.min(parse, mask);
    if (share < GOOD && (worst === null || share < worst.share)) worst = { column, share };
  }
  return worst;
}

/** Caps a score by its worst form: below a half if one in ten of a column's values is broken. */
export function cappedScore(score: number | null, forms: readonly FormCheck[]): number | null {
  const worst = worstForm(forms);
  if (score === null || worst === null) return score;
  return Math.min(score, worst.share < BROKEN ? worst.share / 2 : worst.share);
}

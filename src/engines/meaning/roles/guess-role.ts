import type { ColumnKind } from '../../../shared/column-kinds.ts';
import { isCode } from '../../../shared/layouts/choose-form.ts';
import { isKeyName, isReferenceName } from '../../../shared/layouts/identifier-name.ts';
import { isNumeric } from '../../../shared/layouts/is-numeric.ts';
import { choosePair } from '../../../shared/layouts/pair-form.ts';
import { areNoCategories, recursSeldom } from '../../../shared/layouts/recurs-seldom.ts';
import { type Column, lengthOf } from '../../table/table.ts';
import { identifierOwner } from '../headers/identifier-header.ts';
import type { PersonalKind } from '../kinds/kinds.ts';
import type { ColumnRole } from './column-role.ts';
import { isMaskedNumber } from './masked-number.ts';
import { areStateStrings } from './state-string.ts';
import { isWebAddress } from './web-address.ts';

/** How sure a reading is: shown by form and header, by one of them, or by nothing else. */
export type Confidence = 'high' | 'medium' | 'low';

/** Role of a column, why it has it, and the next best kind. */
export type RoleGuess = {
  role: ColumnRole;
  evidence: string;
  confidence: Confidence;
  otherwise: ColumnKind | null;
};

type Facts = { present: number; distinct: number; samples: readonly string[] };
type Seen = Facts & {
  column: Column;
  personal: PersonalKind | null;
  isLabel: boolean;
  isWholeNumber: boolean;
  /** True if each row has another value, and there are several. */
  isUnique: boolean;
};

type Rule = Omit<RoleGuess, 'role'> & {
  role: ColumnRole | ((seen: Seen) => ColumnRole);
  test: (seen: Seen) => boolean;
};

const rule = (
  role: Rule['role'],
  [evidence, confidence, otherwise]: [string, Confidence, ColumnKind | null],
  test: Rule['test'],
): Rule => ({ role, evidence, confidence, otherwise, test });

/** Rules in order; the first that a column passes decides. */
const RULES: readonly Rule[] = [
  rule(
    'reference',
    ['The header names accounts or customers, whose numbers recur.', 'high', 'category'],
    isOwnersColumn,
  ),
  rule('personal', ['', 'high', 'category'], ({ personal }) => personal !== null),
  rule(
    'feature',
    ['Values are pairs, such as coordinates.', 'high', 'text'],
    ({ column, samples, isLabel }) => isLabel && choosePair(column.name, samples) !== null,
  ),
  rule(
    'text',
    ['Values are addresses of the web.', 'high', 'category'],
    ({ distinct, present, samples }) =>
      recursSeldom(distinct, present) && samples.every(isWebAddress),
  ),
  rule('text', ['Values are strings of states over time.', 'high', 'code'], areStates),
  rule(
    'key',
    ['The header names an identifier, and no value occurs twice.', 'high', 'link'],
    ({ column, isUnique, isLabel, isWholeNumber }) =>
      isUnique && (isLabel || isWholeNumber) && isKeyName(column.name),
  ),
  rule(
    'key',
    ['Values count the rows.', 'high', 'amount'],
    ({ column, isUnique, isWholeNumber }) => isUnique && isWholeNumber && isCounter(column),
  ),
  rule(
    'key',
    ['Values are long numbers of one length, each once.', 'medium', 'amount'],
    ({ present, samples, isUnique, isWholeNumber }) =>
      isUnique && isWholeNumber && present >= MIN_NAMED && areLongNumbers(samples),
  ),
  rule(
    'key',
    ['Values are codes, each once.', 'medium', 'text'],
    ({ present, samples, isUnique, isLabel }) =>
      isUnique && isLabel && present >= MIN_NAMED && samples.every(isCode),
  ),
  rule(
    'feature',
    ['Values are dates or times.', 'high', null],
    ({ column }) => column.kind === 'datetime',
  ),
  rule(
    'reference',
    ['The header names an identifier, and values recur.', 'high', 'category'],
    (seen) =>
      isReferenceName(seen.column.name) &&
      (seen.isLabel || seen.isWholeNumber) &&
      areNoCategories(seen.distinct, seen.present) &&
      seen.distinct > 1 &&
      !isClass(seen),
  ),
  rule(
    'reference',
    ['Values are numbers with a prefix or masked digits.', 'medium', 'category'],
    ({ distinct, samples, isLabel }) =>
      isLabel &&
      distinct > MIN_NAMED &&
      (samples.every(isPrefixedNumber) || samples.every(isMaskedNumber)),
  ),
  rule(
    ({ samples }) => roleOfText(samples),
    ['Values recur seldom.', 'medium', 'category'],
    ({ distinct, present, isLabel }) => isLabel && recursSeldom(distinct, present),
  ),
];

/**
 * Guesses a column's role.
 *
 * @param present number of non-missing values
 * @param distinct number of distinct values
 * @param samples some of the values as text
 */
export function guessRole(
  column: Column,
  { personal, ...facts }: Facts & { personal: PersonalKind | null },
): RoleGuess {
  const rows = lengthOf(column);
  const { present, distinct } = facts;
  const seen: Seen = {
    ...facts,
    column,
    personal,
    isLabel: column.kind === 'category',
    isWholeNumber: isWhole(column),
    isUnique: distinct === present && present === rows && rows > 1,
  };
  const found = RULES.find(({ test }) => test(seen));
  if (found !== undefined) {
    const { role, evidence, confidence, otherwise } = found;
    return {
      role: typeof role === 'function' ? role(seen) : role,
      evidence,
      confidence,
      otherwise,
    };
  }
  return seen.isLabel
    ? { role: 'feature', evidence: 'Values recur.', confidence: 'medium', otherwise: 'code' }
    : { role: 'feature', evidence: 'Values are numbers.', confidence: 'medium', otherwise: 'code' };
}

const isWhole = (column: Column) => column.kind === 'number' && column.decimals === 0;

/** Returns true for strings of states that are too many to be categories. */
function areStates({ distinct, samples, isLabel }: Seen): boolean {
  return isLabel && distinct > MAX_STATE_STRINGS && areStateStrings(samples);
}
const MAX_STATE_STRINGS = 50;

/** Minimum of three digits in account or customer identifiers with letters. */
const IDENTIFIER = /\d.*\d.*\d/;

/** Returns true for recurring account or customer identifiers, which are never modeled. */
function isOwnersColumn(seen: Seen): boolean {
  const { column, present, distinct, samples, personal } = seen;
  if (distinct === present || identifierOwner(column.name) === null) return false;
  if (personal !== null && personal !== 'iban') return false;
  if (isClass(seen)) return false;
  return seen.isLabel ? samples.every((text) => IDENTIFIER.test(text)) : seen.isWholeNumber;
}

/**
 * Matches a letter prefix and a long number (ACC-1598451071, PF62636/74): an identifier by form.
 */
const isPrefixedNumber = (text: string) => /^[A-Za-z]{1,6}[-_ ]?\d{5,}([-_/. ]\d+)*$/.test(text);
const MIN_NAMED = 20;

/** Returns true for recurring years and letter codes: categories in a column named like an ID. */
function isClass({ column, present, distinct, samples }: Seen): boolean {
  if (present < MIN_ROWS_A_CLASS * distinct || distinct > MAX_CLASSES) return false;
  if (column.kind === 'category') return samples.every((text) => /^[A-Za-z]{1,4}$/.test(text));
  return samples.every((text) => Number(text) >= 1800 && Number(text) <= 2100);
}
const MIN_ROWS_A_CLASS = 5;
const MAX_CLASSES = 300;

/** Matches one word of capitals and digits, such as a bank's BIC. */
const isCapitalCode = (text: string): boolean => /^[A-Z0-9]{3,40}$/.test(text);

/** Returns the role of a text column; digits with separators in an unknown form are no text. */
function roleOfText(samples: readonly string[]): ColumnRole {
  if (samples.every(isCode) || samples.every(isCapitalCode)) return 'reference';
  const numeric = samples.filter(isNumeric).length;
  return numeric > NUMERIC_SHARE * samples.length ? 'ignored' : 'text';
}
const NUMERIC_SHARE = 0.9;

/** Returns true for integers of equal length, too long for amounts: generated identifiers. */
const areLongNumbers = (samples: readonly string[]) =>
  samples.every((text) => /^\d{10,}$/.test(text) && text.length === samples[0]?.length);

function isCounter(column: Column): boolean {
  if (column.kind === 'category') return false;
  const { values } = column;
  if (values.length < 20) return false;
  for (let i = 1; i < values.length; i++) if (values[i] - values[i - 1] !== 1) return false;
  return true;
}

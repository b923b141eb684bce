import type { ColumnKind } from '../../../shared/column-kinds.ts';
import { isCode } from '../../../shared/layouts/choose-form.ts';
import { isKeyName, isReferenceName } from '../../../shared/layouts/identifier-name.ts';
import { isNumeric } from '../../../shared/layouts/is-numeric.ts';
import { choosePair } from '../../../shared/layouts/pair-form.ts';
import { areNoCategories, recursSeldom } from '../../../shared/layouts/recurs-seldom.ts';
import { type Column, lengthOf } from '../../table/table.ts';
import {
  identifierOwner,
  namesNumberedThing,
  namesNumberOfThing,
} from '../headers/identifier-header.ts';
import type { PersonalKind } from '../kinds/kinds.ts';
import type { ColumnRole } from './column-role.ts';
import { isMaskedNumber } from './masked-number.ts';
import { areStateStrings } from './state-string.ts';
import { isWebAddress } from './web-address.ts';

/** Certainty of a reading: by form or by header and values, by one of them, or by neither. */
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
  name: string;
  personal: PersonalKind | null;
  isLabel: boolean;
  isInteger: boolean;
};
type Found = [ColumnRole, evidence: string, Confidence, otherwise: ColumnKind | null];

/** Reads keys: columns with another value in each row. */
function keyOf({ column, name, samples, isLabel, isInteger }: Seen): Found | null {
  const isLong = lengthOf(column) >= MIN_NAMED;
  if ((isLabel || isInteger) && isKeyName(name))
    return ['key', 'The header names an identifier; no value occurs twice.', 'high', 'link'];
  if (isInteger && isCounter(column)) return ['key', 'Values count the rows.', 'high', 'amount'];
  if (isInteger && isLong && areLongNumbers(samples))
    return ['key', 'Values are long numbers, each once.', 'medium', 'amount'];
  if (isLabel && isLong && samples.every(isCode))
    return ['key', 'Values are codes, each once.', 'medium', 'text'];
  return null;
}

/** Reads identifiers that recur, and texts. */
function recurringOf(seen: Seen): Found | null {
  const { name, present, distinct, samples, isLabel, isInteger } = seen;
  const isNamed =
    (isReferenceName(name) || namesNumberOfThing(name)) &&
    areNoCategories(distinct, present) &&
    distinct > 1;
  if (isNamed && (isLabel || isInteger) && !isClass(seen))
    return ['reference', 'The header names an identifier; values recur.', 'high', 'category'];
  if (!isLabel) return null;
  const isNumbered = (namesNumberedThing(name) || isKeyName(name)) && samples.every(isNumberedCode);
  if (distinct > MIN_NAMED && isNumbered && !isClass(seen))
    return ['reference', 'The header names what the codes identify.', 'high', 'category'];
  const areNumbers = [isPrefixedNumber, isMaskedNumber, isHugeNumber].some((is) =>
    samples.every(is),
  );
  if (distinct > MIN_NAMED && areNumbers)
    return ['reference', 'Values are long, prefixed or masked numbers.', 'medium', 'category'];
  return recursSeldom(distinct, present)
    ? [roleOfText(samples), 'Values recur seldom.', 'medium', 'category']
    : null;
}

function roleFound(seen: Seen): Found {
  const { column, name, personal, present, distinct, samples, isLabel } = seen;
  if (isOwnersColumn(seen))
    return ['reference', 'The header names accounts or customers.', 'high', 'category'];
  if (personal !== null) return ['personal', '', 'high', 'category'];
  if (isLabel && choosePair(name, samples) !== null)
    return ['feature', 'Values are pairs, such as coordinates.', 'high', 'text'];
  if (recursSeldom(distinct, present) && samples.every(isWebAddress))
    return ['text', 'Values are addresses of the web.', 'high', 'category'];
  if (isLabel && distinct > MAX_STATE_STRINGS && areStateStrings(samples))
    return ['text', 'Values are strings of states over time.', 'high', 'code'];
  const rows = lengthOf(column);
  const key = distinct === present && present === rows && rows > 1 ? keyOf(seen) : null;
  if (key !== null) return key;
  if (column.kind === 'datetime') return ['feature', 'Values are dates or times.', 'high', null];
  return (
    recurringOf(seen) ?? [
      'feature',
      `Values ${isLabel ? 'recur' : 'are numbers'}.`,
      'medium',
      'code',
    ]
  );
}

/**
 * Guesses a column's role.
 *
 * @param present number of non-missing values
 * @param distinct number of distinct values
 * @param samples some of the values as text
 */
export function guessRole(
  column: Column,
  facts: Facts & { personal: PersonalKind | null },
): RoleGuess {
  const isInteger = column.kind === 'number' && column.decimals === 0;
  const seen = {
    ...facts,
    column,
    name: column.name,
    isLabel: column.kind === 'category',
    isInteger,
  };
  const [role, evidence, confidence, otherwise] = roleFound(seen);
  return { role, evidence, confidence, otherwise };
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
  return seen.isLabel ? samples.every((text) => IDENTIFIER.test(text)) : seen.isInteger;
}

/**
 * Matches a letter prefix and a long number (ACC-1598451071, PF62636/74): an identifier by form.
 */
const isPrefixedNumber = (text: string) => /^[A-Za-z]{1,6}[-_ ]?\d{5,}([-_/. ]\d+)*$/.test(text);
const MIN_NAMED = 20;

/** Matches a code that ends in three digits or more: `L5000`, `KV-0012`. */
const isNumberedCode = (text: string) => /^[A-Za-z]{0,6}[-_/ ]?(?:\d+-)*\d{3,}$/.test(text);

/** Matches a number that is too long to count or measure anything: an identifier by form. */
const isHugeNumber = (text: string) => /^-?\d{16,20}$/.test(text);

/** Matches a short code that begins with a letter: `BOS`, and `BS1` among such. */
const SHORT_CODE = /^[A-Za-z][A-Za-z\d]{0,3}$/;

/**
 * Returns true for recurring years and short codes, most of them of letters alone: categories in a
 * column named like an ID, such as teams, countries or airports.
 */
function isClass({ column, present, distinct, samples }: Seen): boolean {
  if (present < MIN_ROWS_A_CLASS * distinct || distinct > MAX_CLASSES) return false;
  if (column.kind === 'category') {
    const lettered = samples.filter((text) => /^[A-Za-z]+$/.test(text)).length;
    return 2 * lettered > samples.length && samples.every((text) => SHORT_CODE.test(text));
  }
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
  // Numbers of operations skip those of others.
  const isRunning = values[0]! >= 1e7 && values.at(-1)! < 10 * values[0]!;
  for (let i = 1; i < values.length; i++) {
    const step = values[i]! - values[i - 1]!;
    if (!(isRunning ? step > 0 : step === 1)) return false;
  }
  return true;
}

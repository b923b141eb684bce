import {
  type ColumnKind,
  type DeclaredColumns,
  kindOfPersonal,
  type ColumnRole as Role,
  roleOf,
} from '../../../shared/column-kinds.ts';
import { isCode } from '../../../shared/layouts/choose-form.ts';
import { isKeyName, isReferenceName } from '../../../shared/layouts/identifier-name.ts';
import { isNumeric } from '../../../shared/layouts/is-numeric.ts';
import { choosePair } from '../../../shared/layouts/pair-form.ts';
import { areNoCategories, recursSeldom } from '../../../shared/layouts/recurs-seldom.ts';
import { type Column, lengthOf } from '../../table/table.ts';
import { identifierOwner } from '../headers/identifier-header.ts';
import type { PersonalKind } from '../kinds/list.ts';
import { isMaskedNumber } from './masked-number.ts';
import { areStateStrings } from './state-string.ts';
import { isWebAddress } from './web-address.ts';

/**
 * Role of a column, which decides how it is synthesized:
 * - `feature` is modeled;
 * - `key` is unique and generated;
 * - `reference` names a recurring entity and is generated with distinct values;
 * - `personal` and `text` are generated, never modeled;
 * - `ignored` is left empty: its value form is unknown, or a user chose so.
 */
export type ColumnRole = Role;

/** Returns the role that a user declared; safe for columns named like inherited properties. */
export function fixedRole(declared: DeclaredColumns, name: string): ColumnRole | undefined {
  const own = Object.hasOwn(declared, name) ? declared[name] : undefined;
  return own && roleOf(own);
}

/** Kind of personal data by declared kind, of columns whose own values show none. */
const DECLARED_PERSONAL: Partial<Record<ColumnKind, PersonalKind>> = {
  person: 'person_name',
  'id-number': 'national_id',
  address: 'address',
};

/** Returns the kind of personal data that a user declared and the detected one is not of. */
export function declaredPersonal(
  declared: DeclaredColumns,
  {
    name,
    detected,
    samples,
  }: { name: string; detected: PersonalKind | null; samples: readonly string[] },
): PersonalKind | null {
  const own = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (own === undefined || (detected !== null && kindOfPersonal(detected) === own)) return detected;
  if (own === 'contact') return samples.some((text) => text.includes('@')) ? 'email' : 'phone';
  return DECLARED_PERSONAL[own as ColumnKind] ?? detected;
}

type Seen = { present: number; distinct: number; samples: readonly string[] };

const isWhole = (column: Column) => column.kind === 'number' && column.decimals === 0;

/**
 * Guesses a column's role.
 *
 * @param present number of non-missing values
 * @param distinct number of distinct values
 * @param samples some of the values as text
 */
export function guessRole(
  column: Column,
  {
    present,
    distinct,
    samples,
    personal,
  }: {
    present: number;
    distinct: number;
    samples: readonly string[];
    personal: PersonalKind | null;
  },
): ColumnRole {
  if (isOwnersColumn(column, { present, distinct, samples }, personal)) return 'reference';
  if (personal !== null) return 'personal';
  if (column.kind === 'category' && choosePair(column.name, samples) !== null) return 'feature';
  const rows = lengthOf(column);
  if (recursSeldom(distinct, present) && samples.every(isWebAddress)) return 'text';
  if (areStates(column, distinct, samples)) return 'text';
  const unique = distinct === present && present === rows && rows > 1;
  const label = column.kind === 'category';
  if (unique && (label || isWhole(column)) && isKeyName(column.name)) return 'key';
  if (unique && isWhole(column) && isCounter(column)) return 'key';
  if (unique && isWhole(column) && rows >= 20 && areLongNumbers(samples)) return 'key';
  if (unique && label && rows >= 20 && samples.every(isCode)) return 'key';
  if (column.kind === 'datetime') return 'feature';
  if (
    isReferenceName(column.name) &&
    (label || isWhole(column)) &&
    areNoCategories(distinct, present) &&
    distinct > 1 &&
    !isClass(column, { present, distinct, samples })
  ) {
    return 'reference';
  }
  if (
    label &&
    distinct > MIN_NAMED &&
    (samples.every(isPrefixedNumber) || samples.every(isMaskedNumber))
  )
    return 'reference';
  if (label && recursSeldom(distinct, present)) {
    return roleOfText(samples);
  }
  return 'feature';
}

/** Returns true for strings of states that are too many to be categories. */
const areStates = (column: Column, distinct: number, samples: readonly string[]): boolean =>
  column.kind === 'category' && distinct > MAX_STATE_STRINGS && areStateStrings(samples);
const MAX_STATE_STRINGS = 50;

/** Minimum of three digits in account or customer identifiers with letters. */
const IDENTIFIER = /\d.*\d.*\d/;

/** Returns true for recurring account or customer identifiers, which are never modeled. */
function isOwnersColumn(column: Column, seen: Seen, personal: PersonalKind | null): boolean {
  const { present, distinct, samples } = seen;
  if (distinct === present || identifierOwner(column.name) === null) return false;
  if (personal !== null && personal !== 'iban') return false;
  if (isClass(column, seen)) return false;
  return column.kind === 'category'
    ? samples.every((text) => IDENTIFIER.test(text))
    : isWhole(column);
}

/**
 * Matches a letter prefix and a long number (ACC-1598451071, PF62636/74): an identifier by form.
 */
const isPrefixedNumber = (text: string) => /^[A-Za-z]{1,6}[-_ ]?\d{5,}([-_/. ]\d+)*$/.test(text);
const MIN_NAMED = 20;

/** Returns true for recurring years and letter codes: categories in a column named like an ID. */
function isClass(column: Column, { present, distinct, samples }: Seen): boolean {
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

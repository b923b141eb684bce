import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import type { PersonalKind } from '../../meaning/kinds/kinds.ts';
import { meaningsOf } from '../../meaning/meanings.ts';
import { personalForm } from '../../meaning/persons/personal-form.ts';
import {
  areIbans,
  type PersonalTexts,
  personalLanguage,
} from '../../meaning/persons/personal-style.ts';
import type { ColumnRole } from '../../meaning/roles/column-role.ts';
import { areStateStrings } from '../../meaning/roles/state-string.ts';
import { countNulls } from '../../table/count-nulls.ts';
import { sampleTexts } from '../../table/sample-texts.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';
import { headOf } from '../codec/field.ts';
import { BLOCK_ROWS } from '../model/model.ts';
import { findBankCountry } from './bank-countries.ts';
import { findBirthNumber } from './birth-numbers.ts';
import { capacityOf, codePattern, loneCodePattern } from './code-pattern.ts';
import type { ColumnPlan, GeneratedColumn } from './column-plan.ts';
import { findComposedCode } from './composed-codes.ts';
import { findDatedCode, withoutDate } from './dated-codes.ts';
import { freeCodes } from './free-codes.ts';
import { keyOrder } from './key-order.ts';
import { numberingOf, withParent } from './numbering.ts';
import { withIdentities } from './plan-identities.ts';
import { popularityOf } from './popularity.ts';
import { fitStateStrings } from './state-strings.ts';
import { type TextLanguage, textStyle } from './text-style.ts';

const SAMPLES = 1000;

/** Returns the share of missing values; 0 or 1 if fewer than `threshold` are missing or present. */
function nullShareOf(nulls: number, rows: number, threshold: number): number {
  if (rows - nulls < threshold) return 1;
  return nulls < threshold ? 0 : nulls / rows;
}

/** Returns the least number of as many digits as the column's values; keys restart there. */
function firstNumber(column: Column, threshold: number): number {
  if (column.kind === 'category') return 0;
  const sizes = [...new Set(column.values.filter((value) => !Number.isNaN(value)).map(Math.abs))];
  const high = Float64Array.from(sizes).sort().at(-threshold) ?? 0;
  return 10 ** Math.max(0, String(Math.floor(high)).length - 1);
}

/** Returns true if each entity of `of` has one entity of `other`. */
function decides(of: Int32Array, count: number, other: Int32Array): boolean {
  const seen = new Int32Array(count).fill(-2);
  for (let row = 0; row < of.length; row++) {
    const entity = of[row];
    if (entity < 0) continue;
    if (seen[entity] === -2) seen[entity] = other[row];
    else if (seen[entity] !== other[row]) return false;
  }
  return true;
}

export type PlanOptions = {
  roles?: DeclaredColumns | undefined;
  /** Minimum number of entities for any value to be shown. */
  threshold: number;
  pause?: () => void;
  /** Declared entity. */
  entity?: string | undefined;
  /** Table before the holdout, whose persons and rows are counted; default the table itself. */
  whole?: Table | undefined;
  /** False if rows are generated without numbering persons, as in linked tables. */
  hasIdentities?: boolean;
};

/** Decides for each column whether it is modeled or generated. */
export function planColumns(
  table: Table,
  { roles = {}, threshold, pause = () => {}, entity, whole, hasIdentities = true }: PlanOptions,
): ColumnPlan[] {
  const seen = meaningsOf(table, roles, pause).map(({ role, samples, personal }, i): Seen => {
    const column = table.columns[i]!;
    const nullShare = nullShareOf(countNulls(column, table.rows), table.rows, threshold);
    return { role, texts: samples, personal, nullShare, threshold };
  });
  const language = personalLanguage(seen.flatMap(languageEvidence), threshold);
  const plans = table.columns.map((column, i): ColumnPlan => {
    const { role } = seen[i]!;
    const { rows } = table;
    const options = { ...seen[i]!, language, rows, counted: whole?.columns[i] };
    const made =
      role === 'feature'
        ? null
        : (role === 'key' && planDated(table, column, options)) || planGenerated(column, options);
    const plan = { layout: headOf(column), role, made: made && withNullWord(made, column) };
    const personal = made?.kind === 'personal' ? made.personal : null;
    const birth = personal === 'national_id' ? findBirthNumber(table, column, threshold) : null;
    const bank = personal === 'iban' ? findBankCountry(table, column, threshold) : null;
    return { ...plan, ...(birth !== null && { birth }), ...(bank !== null && { bank }) };
  });
  linkReferences(table, plans);
  if (hasIdentities) composeKeys(table, plans);
  return hasIdentities ? withIdentities(table, plans, { threshold, entity, whole }) : plans;
}

/** Adds to keys the parts of other columns that they are put together from. */
function composeKeys(table: Table, plans: ColumnPlan[]): void {
  plans.forEach(({ made }, i) => {
    const composed = made?.kind === 'key' ? findComposedCode(table, i, BLOCK_ROWS) : null;
    if (made?.kind === 'key' && composed !== null) made.composed = composed;
  });
}

type Seen = {
  role: ColumnRole;
  texts: readonly string[];
  personal: PersonalKind | null;
  nullShare: number;
  threshold: number;
};

function languageEvidence({ role, texts, personal }: Seen): PersonalTexts[] {
  const own = [...new Set(texts)];
  if (role === 'personal' && personal !== null) return [{ personal, texts: own }];
  const names = role === 'key' || role === 'reference';
  return names && areIbans(own) ? [{ personal: 'iban', texts: own }] : [];
}

const withNullWord = (made: GeneratedColumn, { nullWord }: Column): GeneratedColumn =>
  nullWord === undefined || made.kind === 'key' || made.kind === 'none'
    ? made
    : { ...made, nullWord };

/** Plans a key that contains the date of another column; null if none does. */
function planDated(
  table: Table,
  column: Column,
  options: GeneratedOptions,
): GeneratedColumn | null {
  const dated = findDatedCode(table, column);
  if (dated === null || column.kind !== 'category') return null;
  const own = withoutDate(column, dated);
  const made = planGenerated(own, { ...options, texts: sampleTexts(own, SAMPLES) });
  if (made.kind !== 'key') return null;
  // Codes must differ without the date, too.
  const { places } = made.pattern;
  const isWide = places.length === 0 || capacityOf(made.pattern).size >= 2 * table.rows;
  const { order: _, ...undated } = made;
  return isWide ? { ...undated, dated } : null;
}

type GeneratedOptions = Seen & {
  language: TextLanguage | null;
  rows: number;
  /** Column whose values are counted; default the column itself. */
  counted?: Column | undefined;
};

function planGenerated(
  column: Column,
  { role, texts, personal, nullShare, threshold, language, rows, counted }: GeneratedOptions,
): GeneratedColumn {
  if (role === 'ignored') return { kind: 'none' };
  if (role === 'personal' && personal !== null) {
    const own = [...new Set(texts)];
    const form = personalForm({ personal, texts: own }, { language, threshold });
    return { kind: 'personal' as const, nullShare, ...form };
  }
  if (role === 'key' || role === 'reference') {
    const codes = [...new Set(texts)];
    const shape = codes.length === 1 ? loneCodePattern(codes[0]!) : codePattern(codes, threshold);
    const { pattern, first } = freeCodes(column, rows, {
      pattern: shape,
      first: firstNumber(column, codes.length === 1 ? 1 : threshold),
    });
    if (role === 'key') {
      const order = keyOrder(column, rows);
      return { kind: 'key', pattern, first, ...(order !== null && { order }) };
    }
    const { of, count } = entityIndex(counted ?? column);
    const popularity = popularityOf(of, count, threshold);
    return {
      kind: 'reference',
      pattern,
      first,
      entities: count,
      popularity,
      nullShare,
      parent: -1,
    };
  }
  const lengths = texts.map((text) => text.length).sort((a, b) => a - b);
  const length = lengths[Math.floor(lengths.length / 2)] ?? 0;
  if (nullShare === 1) return { kind: 'text', length: 0, nullShare };
  if (column.kind === 'category' && areStateStrings(texts)) {
    const states = fitStateStrings(column, { fields: [], codes: [], threshold });
    if (states.states !== '') return { kind: 'text', length, nullShare, states };
  }
  return { kind: 'text', length, nullShare, style: textStyle(texts, threshold, language ?? 'en') };
}

/** Links references that determine each other: an account has one customer. */
function linkReferences(table: Table, plans: ColumnPlan[]): void {
  const indexes = plans.map((plan, i) =>
    plan.made?.kind === 'reference' ? entityIndex(table.columns[i]) : null,
  );
  plans.forEach((plan, i) => {
    const own = indexes[i];
    if (plan.made?.kind !== 'reference' || own === null || own === undefined) return;
    indexes.forEach((other, j) => {
      if (other === null || j === i || plan.made?.kind !== 'reference') return;
      const finer = other.count > own.count || (other.count === own.count && j < i);
      if (finer && decides(other.of, other.count, own.of)) plan.made.parent = j;
    });
  });
}

/**
 * Adapts the plan to sequences: references and persons constant within an entity follow from it, and
 * its own column follows from none. If each account has another customer, the direction is otherwise
 * ambiguous.
 */
export function linkToEntity(
  table: Table,
  plans: readonly ColumnPlan[],
  entity: string,
): ColumnPlan[] {
  const at = table.columns.findIndex(({ name }) => name === entity);
  const { of, count } = entityIndex(table.columns[at]!);
  return plans.map((plan, i) => {
    const numbered = numberingOf(plan);
    if (numbered === null) return plan;
    const follows = i !== at && decides(of, count, entityIndex(table.columns[i]!).of);
    const parent = i === at ? -1 : follows ? at : numbered.parent;
    return withParent(plan, parent);
  });
}

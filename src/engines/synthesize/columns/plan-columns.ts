import { namesPayees } from '../../mapping/payee-roles.ts';
import { type ColumnRole, fixedRole, guessRole } from '../../table/column-role.ts';
import { countDistinct } from '../../table/count-distinct.ts';
import { formatCell, isNull } from '../../table/format-table.ts';
import { personalKind } from '../../table/personal-data.ts';
import type { PersonalKind } from '../../table/personal-kinds.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';
import { type ColumnHead, headOf } from '../codec/field.ts';
import { sharedBounds } from '../codec/fit-number-codec.ts';
import { type CodePattern, codePattern, loneCodePattern } from './code-pattern.ts';
import {
  areIbans,
  type PersonalStyle,
  type PersonalTexts,
  personalLanguage,
  personalStyle,
} from './personal-style.ts';
import { type TextLanguage, type TextStyle, textStyle } from './text-style.ts';

/** Plan of a column that is not modeled; `nullWord` is written for missing values. */
export type GeneratedColumn =
  | { kind: 'key'; pattern: CodePattern; first: number }
  | {
      kind: 'reference';
      pattern: CodePattern;
      first: number;
      entities: number;
      /** Rows per entity as 101 quantiles, from the least to the most frequent. */
      popularity: Float64Array;
      nullShare: number;
      nullWord?: string | undefined;
      /** Reference column that determines this one: each of its values has only one here. */
      parent: number;
    }
  | {
      kind: 'personal';
      personal: PersonalKind;
      nullShare: number;
      nullWord?: string | undefined;
      /** Pattern of national numbers and IBANs, which differ by country. */
      pattern?: CodePattern | undefined;
      style?: PersonalStyle | undefined;
    }
  | {
      kind: 'text';
      length: number;
      nullShare: number;
      nullWord?: string | undefined;
      style?: TextStyle | undefined;
    }
  /** No values: the column's form is unknown. */
  | { kind: 'none' };

/**
 * Missing-value shares of a generated column, by the code of the most informative modeled field: an
 * authorization has its code if granted, a claim its vehicle if it is about a car.
 */
type MissingShares = { field: number; shares: Float64Array };

export type ColumnPlan = {
  layout: ColumnHead;
  role: ColumnRole;
  made: GeneratedColumn | null;
  /** Missing values of a generated column, if a modeled field predicts them. */
  missing?: MissingShares | undefined;
};

const SAMPLES = 1000;

function samplesOf(column: Column, rows: number): string[] {
  const texts: string[] = [];
  const step = Math.max(1, Math.floor(rows / SAMPLES));
  for (let row = 0; row < rows; row += step) {
    if (!isNull(column, row)) texts.push(formatCell(column, row));
  }
  return texts;
}

function countNulls(column: Column, rows: number): number {
  let nulls = 0;
  for (let row = 0; row < rows; row++) if (isNull(column, row)) nulls++;
  return nulls;
}

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

/** Returns entity frequencies as 101 quantiles, each a mean of `threshold` entities. */
function popularityOf(of: Int32Array, count: number, threshold: number): Float64Array {
  const rows = new Float64Array(count);
  for (const entity of of) if (entity >= 0) rows[entity]++;
  if (count < threshold) return new Float64Array(101).fill(1);
  const { low, high } = sharedBounds({ values: rows, decimals: 0 }, threshold);
  rows.sort();
  return Float64Array.from({ length: 101 }, (_, i) => {
    const place = Math.round((i / 100) * (count - 1)) - Math.floor(threshold / 2);
    const from = Math.max(0, Math.min(count - threshold, place));
    let sum = 0;
    for (let k = from; k < from + threshold; k++) sum += Math.max(low, Math.min(high, rows[k]));
    return sum / threshold;
  });
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
  roles?: Readonly<Partial<Record<string, ColumnRole>>> | undefined;
  /** Minimum number of entities for any value to be shown. */
  threshold: number;
  pause?: () => void;
};

/** Decides for each column whether it is modeled or generated. */
export function planColumns(
  table: Table,
  { roles = {}, threshold, pause = () => {} }: PlanOptions,
): ColumnPlan[] {
  const seen = table.columns.map((column) => {
    pause();
    return detectColumn(column, {
      rows: table.rows,
      fixed: fixedRole(roles, column.name),
      threshold,
    });
  });
  splitNames(seen);
  const language = personalLanguage(seen.flatMap(languageEvidence), threshold);
  const plans = table.columns.map((column, i): ColumnPlan => {
    const { role } = seen[i]!;
    const made = role === 'feature' ? null : planGenerated(column, { ...seen[i]!, language });
    return { layout: headOf(column), role, made: made && withNullWord(made, column) };
  });
  linkReferences(table, plans);
  return plans;
}

type Seen = {
  role: ColumnRole;
  texts: readonly string[];
  personal: PersonalKind | null;
  nullShare: number;
  threshold: number;
};

function detectColumn(
  column: Column,
  { rows, fixed, threshold }: { rows: number; fixed: ColumnRole | undefined; threshold: number },
): Seen {
  const texts = samplesOf(column, rows);
  const detected = column.kind === 'datetime' ? null : personalKind(column.name, texts);
  const personal = detected ?? (fixed === 'personal' && namesPayees(column) ? 'person_name' : null);
  const role = fixed ?? guessRole(column, { ...countDistinct(column), samples: texts, personal });
  const nullShare = nullShareOf(countNulls(column, rows), rows, threshold);
  return { role, texts, personal, nullShare, threshold };
}

/** Distinguishes given and family names: "Nome" with "Cognome", "Nom" with "Prénom". */
function splitNames(seen: Seen[]): void {
  const having = (kind: PersonalKind) => seen.filter(({ personal }) => personal === kind);
  const [fullName, ...others] = having('person_name');
  const [hasFirstName, hasLastName] = [
    having('first_name').length > 0,
    having('last_name').length > 0,
  ];
  if (fullName === undefined || others.length > 0 || hasFirstName === hasLastName) return;
  fullName.personal = hasFirstName ? 'last_name' : 'first_name';
}

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

function planGenerated(
  column: Column,
  {
    role,
    texts,
    personal,
    nullShare,
    threshold,
    language,
  }: Seen & { language: TextLanguage | null },
): GeneratedColumn {
  if (role === 'ignored') return { kind: 'none' };
  if (role === 'personal' && personal !== null) {
    const own = [...new Set(texts)];
    const style = personalStyle({ personal, texts: own }, { language, threshold });
    const generated = { kind: 'personal' as const, personal, nullShare, style };
    if (personal !== 'national_id' && personal !== 'iban') return generated;
    return { ...generated, pattern: codePattern(own, threshold) };
  }
  if (role === 'key' || role === 'reference') {
    const codes = [...new Set(texts)];
    const pattern = codes.length === 1 ? loneCodePattern(codes[0]!) : codePattern(codes, threshold);
    const first = firstNumber(column, codes.length === 1 ? 1 : threshold);
    if (role === 'key') return { kind: 'key', pattern, first };
    const { of, count } = entityIndex(column);
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
 * Adapts the plan to sequences: references constant within an entity follow from it, and its own
 * column follows from none. If each account has another customer, the direction is otherwise
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
    if (plan.made?.kind !== 'reference') return plan;
    const follows = i !== at && decides(of, count, entityIndex(table.columns[i]!).of);
    const parent = i === at ? -1 : follows ? at : plan.made.parent;
    return { ...plan, made: { ...plan.made, parent } };
  });
}

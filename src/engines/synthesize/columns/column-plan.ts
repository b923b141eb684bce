import type { PersonalForm } from '../../meaning/persons/personal-form.ts';
import type { ColumnRole } from '../../meaning/roles/column-role.ts';
import type { ColumnHead } from '../codec/field.ts';
import type { BankCountry } from './bank-countries.ts';
import type { BirthNumber } from './birth-numbers.ts';
import type { CodePattern } from './code-pattern.ts';
import type { ComposedCode } from './composed-codes.ts';
import type { DatedCode } from './dated-codes.ts';
import type { StateStrings } from './state-strings.ts';
import type { SharedTexts } from './text-pool.ts';
import type { TextStyle } from './text-style.ts';

/** Words of some columns, and how many values of another have each. */
export type OwnerGroups = { columns: number[]; keys: string[][]; owners: number[] };

/** Numbering of a personal column's values, as of references. */
export type PersonalIdentity = Pick<
  Extract<GeneratedColumn, { kind: 'reference' }>,
  'entities' | 'popularity' | 'parent' | 'rows' | 'attributes' | 'groups'
> & {
  /** True for given or family names that many persons have, numbered apart from persons. */
  isOfMany?: true | undefined;
};

/** Plan of a column that is not modeled; `nullWord` is written for missing values. */
export type GeneratedColumn =
  | {
      kind: 'key';
      pattern: CodePattern;
      first: number;
      /** 1 if keys rise from row to row of the file, -1 if they fall. */
      order?: 1 | -1 | undefined;
      /** Date of another column that the codes contain. */
      dated?: DatedCode | undefined;
      /** Parts of other columns and a running number, in rows drawn one by one. */
      composed?: ComposedCode | undefined;
    }
  | {
      kind: 'reference';
      pattern: CodePattern;
      first: number;
      entities: number;
      /** Rows per entity as 101 quantiles, from the least to the most frequent. */
      popularity: Float64Array;
      nullShare: number;
      nullWord?: string | undefined;
      /** Column that this one follows from: one value of it has one here, or several (an entity's). */
      parent: number;
      /** Training rows of a column that numbers persons: their rows are allocated, not drawn. */
      rows?: number | undefined;
      /** Modeled columns with one value for each person. */
      attributes?: number[] | undefined;
      /** In histories, its values by the words that each has one of. */
      groups?: OwnerGroups | undefined;
    }
  | ({
      kind: 'personal';
      nullShare: number;
      nullWord?: string | undefined;
      /** Persons of the column; absent if each row has another one. */
      identity?: PersonalIdentity | undefined;
    } & PersonalForm)
  | {
      kind: 'text';
      length: number;
      nullShare: number;
      nullWord?: string | undefined;
      style?: TextStyle | undefined;
      /** Strings of states over time instead of words. */
      states?: StateStrings | undefined;
      /** Texts of shared parts instead of neutral words. */
      shared?: SharedTexts | undefined;
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
  /** Birth date and sex that a personal number carries. */
  birth?: BirthNumber | undefined;
  /** Different values of the training rows and of any draw, if these are far fewer. */
  fewer?: { file: number; drawn: number } | undefined;
  /** Country of an IBAN, which is that of a BIC. */
  bank?: BankCountry | undefined;
};

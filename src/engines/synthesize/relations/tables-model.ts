import type { CsvDialect } from '../../../shared/csv.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { HeldOutRows, Model, SynthesisMode } from '../model/model.ts';
import type { Guarantee } from '../model/private-core.ts';
import type { Rules } from '../rules/rules.ts';
import type { Nested } from '../trees/nested.ts';
import type { Tree } from '../trees/tree.ts';
import type { ContextColumns } from './context-columns.ts';
import type { Way } from './find-followed.ts';
import type { Repeat } from './find-repeats.ts';
import type { Since } from './find-since.ts';
import type { Meeting } from './meeting.ts';
import type { Relation } from './relation.ts';
import type { Total } from './totals/total.ts';

/** Model of one table or several linked ones. Holds counts and group means, and no row. */
export type TablesModel = {
  kind: 'relations';
  engine: string;
  mode: SynthesisMode;
  /** Empty for one table. */
  relations: Relation[];
  /** Parents before their children. */
  tables: RelatedTable[];
  /** Rows kept aside before fitting. */
  heldOut?: HeldOutRows | undefined;
};

export type RelatedTable = {
  name: string;
  rows: number;
  /** Null for a table without a parent. */
  child: ChildModel | null;
  /**
   * Generator of the rows: a model for a root; sequences or siblings for children; a private network
   * for either.
   */
  made: RootRows | HistoryRows | SiblingRows | NetworkRows;
  /** CSV dialect; absent if stored elsewhere. */
  dialect?: CsvDialect | undefined;
};

export function plansOf({ made, child }: RelatedTable): readonly ColumnPlan[] {
  if (made.kind === 'siblings') return made.columns;
  const { columns, inFileOrder } = made.model;
  if (made.kind === 'network') return columns.slice(0, ownColumns(made, child));
  // The last column of rows in file order is an added one.
  return inFileOrder === true ? columns.slice(0, -1) : columns;
}

/** Returns the number of a table's own columns in its network. */
export const ownColumns = ({ model, counted }: NetworkRows, child: ChildModel | null): number =>
  model.columns.length - counted.length - (child?.contextColumns.columns.length ?? 0);

/** Returns the guarantee of a private model; null for other modes. */
export function guaranteeOf({ tables }: TablesModel): Guarantee | null {
  for (const { made } of tables)
    if (made.kind !== 'siblings' && made.model.core.kind === 'private')
      return made.model.core.guarantee;
  return null;
}

/** Returns the model of a table without a parent. */
export function rootModel({ name, made }: RelatedTable): Model {
  if (made.kind !== 'root') throw new TypeError(`Rows of table ${name} follow from another.`);
  return made.model;
}

/** Returns the column that identifies the entity of a table's sequences; null without sequences. */
export function entityOf({ made }: RelatedTable): string | null {
  if (made.kind !== 'root' || made.model.core.kind !== 'sequence') return null;
  return made.model.columns[made.model.core.entityColumn].layout.name;
}

/** Returns the part of a table's model that its columns and values are described by. */
export const describedBy = ({ made }: Pick<RelatedTable, 'made'>) =>
  made.kind === 'siblings' ? made : made.model;

/** Returns a model of one table as a set of one. */
export const setOfOne = (model: Model, name: string): TablesModel => ({
  kind: 'relations',
  engine: model.engine,
  mode: model.mode,
  relations: [],
  ...(model.heldOut !== undefined && { heldOut: model.heldOut }),
  tables: [
    {
      name,
      rows: model.rows,
      child: null,
      made: { kind: 'root', model },
      ...(model.dialect !== undefined && { dialect: model.dialect }),
    },
  ],
});

/** Returns the model of the only table, with its dialect; null for linked tables. */
export function modelOfOne({ relations, tables: [table], heldOut }: TablesModel): Model | null {
  if (relations.length > 0 || table === undefined) return null;
  const model = rootModel(table);
  if (table.dialect === model.dialect && heldOut === model.heldOut) return model;
  return { ...model, dialect: table.dialect, ...(heldOut !== undefined && { heldOut }) };
}

type RootRows = { kind: 'root'; model: Model };

/** Rows of a private network, drawn with their numbers of children and given their parent's row. */
export type NetworkRows = {
  kind: 'network';
  /** The table's columns, then its numbers of rows by relation, then the context columns. */
  model: Model;
  /** Relations whose numbers of rows are drawn with a row. */
  counted: number[];
  follows: ChildModel['follows'];
  others: OtherParent[];
};

export type ChildModel = {
  primary: number;
  contextColumns: ContextColumns;
  repeats: Repeat[];
  /** Relations whose row follows from the parent, with the path to it. */
  follows: { relation: number; way: Way }[];
  others: OtherParent[];
  /** Amounts that add up to the parent's; absent if none do. */
  totals?: Total[] | undefined;
};

/** Further table that rows refer to; its row is chosen once the naming row is known. */
export type OtherParent = {
  relation: number;
  /** Basis of the choice: an ancestor in common, a field of the parent and its frequency, frequency alone, or chance. */
  how: 'ancestor' | 'segment' | 'popularity' | 'uniform';
  /** True if no row of the parent is named twice. */
  unique: boolean;
  /** Context columns of the parent's rows; `row` has those of the naming row. */
  parent: ContextColumns;
  row: ContextColumns;
  /** Ancestor that the row's parents have in common as often as the tree draws 1. */
  meets?: (Meeting & { agrees: Tree }) | undefined;
  /** Field of `parent` whose code is chosen first; -1 for none. */
  segment: number;
  /** Tree of the segment's code; the code after the last means no parent. */
  choose: Tree;
  /** Number of times a row of the parent is named. */
  count: NumberCodec;
  countTree: Tree;
};

/** Sequences under a parent; their first day may depend on a date among the context columns. */
export type HistoryRows = { kind: 'histories'; model: Model; any: Tree; since: Since };

/** Rows of a parent drawn one after another, each depending on the previous one. */
export type SiblingRows = Pick<Model, 'columns' | 'columnFields' | 'fields' | 'lookups'> &
  Rules & {
    kind: 'siblings';
    count: NumberCodec;
    countTree: Tree;
    /** Mean number of rows per parent that drawn parents keep; absent if it is small. */
    meanRows?: number | undefined;
    /** Modeled fields in drawing order. */
    order: Int32Array;
    trees: Nested[];
    /** For each column, the context column whose date it never precedes; -1 for none. */
    since: Int32Array;
    /** 1 for columns whose days count from that date. */
    counted: Uint8Array;
    /** For each such column, the last day output. */
    latest: Float64Array;
    /** Column that orders the rows of a parent, -1 for none. */
    sorted: number;
    /** True if that column's field is drawn first for all rows of a parent: long chains drift. */
    datesFirst: boolean;
    /** Rows without a parent per row with one. */
    loose: number;
  };

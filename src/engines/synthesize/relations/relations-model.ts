import type { CsvDialect } from '../../../shared/csv.ts';
import type { Field } from '../codec/field.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import type { ColumnPlan } from '../columns/plan-columns.ts';
import type { Lookup, Model, SynthesisMode } from '../model/model.ts';
import type { Nested } from '../trees/nested.ts';
import type { Tree } from '../trees/tree.ts';
import type { ContextColumns } from './context-columns.ts';
import type { Way } from './find-followed.ts';
import type { Repeat } from './find-repeats.ts';
import type { Since } from './find-since.ts';
import type { Relation } from './relation.ts';

/** Several tables that name one another's rows. Holds counts and group means, and no row. */
export type RelationsModel = {
  kind: 'relations';
  engine: string;
  mode: SynthesisMode;
  relations: Relation[];
  /** Parents before their children. */
  tables: RelatedTable[];
};

export type RelatedTable = {
  name: string;
  /** Rows it was learned from. */
  rows: number;
  /** Null for a table that names no other. */
  child: ChildModel | null;
  /** How rows are made: of a root a model of its own, of children histories or rows one after another. */
  made: RootRows | HistoryRows | SiblingRows;
  /** How the file is written; absent where that is kept elsewhere. */
  dialect?: CsvDialect | undefined;
};

/** How each column of a table is made. */
export const plansOf = ({ made }: RelatedTable): readonly ColumnPlan[] =>
  made.kind === 'siblings' ? made.columns : made.model.columns;

type RootRows = { kind: 'root'; model: Model };

/** What a child knows of its parents. */
export type ChildModel = {
  /** The relation whose parent the rows are drawn for. */
  primary: number;
  contextColumns: ContextColumns;
  repeats: Repeat[];
  /** Relations whose row the parent comes to by itself, and how. */
  follows: { relation: number; way: Way }[];
  others: OtherParent[];
};

/** Another table that rows name: which of its rows is chosen when the row itself is known. */
export type OtherParent = {
  relation: number;
  /** What decides: a field of the parent beside how often its rows are named, that alone, or chance. */
  how: 'segment' | 'popularity' | 'uniform';
  /** Whether no row of the parent is named twice. */
  unique: boolean;
  /** What is known of the parent's rows, and of the row that names one. */
  parent: ContextColumns;
  row: ContextColumns;
  /** Field of `parent` whose code is chosen first; -1 where there is none. */
  segment: number;
  /** Gives the code of the segment, or the one after the last for naming none. */
  choose: Tree;
  /** How often a row of the parent is named. */
  count: NumberCodec;
  countTree: Tree;
};

/** Rows of histories under a parent, whose first day may depend on a date among the context columns. */
export type HistoryRows = { kind: 'histories'; model: Model; any: Tree; since: Since };

/** Rows of a parent drawn one after another, each knowing the one before. */
export type SiblingRows = {
  kind: 'siblings';
  columns: ColumnPlan[];
  columnFields: number[][];
  fields: Field[];
  lookups: Lookup[];
  count: NumberCodec;
  countTree: Tree;
  /** Learned fields in the order of drawing, and their trees. */
  order: Int32Array;
  trees: Nested[];
  /** For each column the context column whose date it never comes before, -1 for none. */
  since: Int32Array;
  /** 1 where the column's days count from that date. */
  counted: Uint8Array;
  /** For each column whose days count from another's, the last day given out. */
  latest: Float64Array;
  /** Column by which the rows of a parent are in order, -1 for none. */
  sorted: number;
  /** Whether the first field drawn is that column's, for all rows of a parent before the rest: chains of many drift. */
  datesFirst: boolean;
  /** Rows without a parent for each row that has one. */
  loose: number;
};

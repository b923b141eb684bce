import type { Aggregate, Operation, OrderTerm } from '../parse/query.ts';
import type { Relationship } from '../schema-cache/schema.ts';
import type { Sql } from '../sql/sql.ts';

/** A column, a function of the row, or either's JSON content; `expression` is complete. */
export type FieldPlan = { expression: Sql; type: string | null };

export type OutputPlan =
  | { kind: 'star' }
  | {
      kind: 'field';
      /** Null for count(*). */
      field: FieldPlan | null;
      name: string;
      /** SQL of the type, from the catalog. */
      cast: Sql | null;
      /** `ofRows`: a count of all rows, which is allowed where other aggregates are not. */
      aggregate: { name: Aggregate['name']; cast: Sql | null; ofRows: boolean } | null;
    };

export type ConditionPlan =
  | { kind: 'filter'; negated: boolean; field: FieldPlan; operation: Operation }
  | { kind: 'embed'; isNull: boolean; embed: EmbedPlan }
  | { kind: 'and' | 'or'; negated: boolean; operands: ConditionPlan[] };

export type OrderPlan = Pick<OrderTerm, 'direction' | 'nulls'> & {
  field: FieldPlan;
  /** Where the column belongs to a to-one embed. */
  embed: EmbedPlan | null;
};

/** What is read of one table, view or result of a function or write. */
export type ReadPlan = {
  /** Name of the relation, for messages. */
  table: string;
  from: Sql;
  alias: string;
  outputs: OutputPlan[];
  /** Names of what comes out, where `*` can be resolved; null where only PostgreSQL knows. */
  names: string[] | null;
  embeds: EmbedPlan[];
  conditions: ConditionPlan[];
  order: OrderPlan[];
  limit: number | null;
  offset: number;
  /** Columns of the source that anything here uses; `*` for all. */
  used: Set<string>;
};

export type EmbedPlan = {
  /** By which the request calls it. */
  calledBy: string[];
  /** Its key in the answer. */
  name: string;
  relationship: Relationship;
  spread: boolean;
  join: 'inner' | 'left';
  /** Of the joined subquery. */
  alias: string;
  /** What ties its rows to the parent's. */
  joinConditions: Sql[];
  /** The junction, which stands beside `node.from`. */
  beside: Sql;
  node: ReadPlan;
};

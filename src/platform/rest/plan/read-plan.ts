import type { Aggregate, Operation, OrderTerm } from '../parse/query.ts';
import type { Relationship } from '../schema-cache/schema.ts';
import type { Sql } from '../sql/sql.ts';

/** A column, a computed column, or JSON content of either, as complete SQL. */
export type FieldPlan = { expression: Sql; type: string | null };

export type OutputPlan =
  | { kind: 'star' }
  | {
      kind: 'field';
      field: FieldPlan | null;
      name: string;
      cast: Sql | null;
      /** `ofRows`: a count of all rows, allowed even where other aggregates are not. */
      aggregate: { name: Aggregate['name']; cast: Sql | null; ofRows: boolean } | null;
    };

export type ConditionPlan =
  | { kind: 'filter'; negated: boolean; field: FieldPlan; operation: Operation }
  | { kind: 'embed'; isNull: boolean; embed: EmbedPlan }
  | { kind: 'and' | 'or'; negated: boolean; operands: ConditionPlan[] };

export type OrderPlan = Pick<OrderTerm, 'direction' | 'nulls'> & {
  field: FieldPlan;
  embed: EmbedPlan | null;
};

export type ReadPlan = {
  table: string;
  from: Sql;
  alias: string;
  outputs: OutputPlan[];
  /** Names of the outputs if `*` can be resolved; null if only PostgreSQL knows them. */
  names: string[] | null;
  /** Types of the outputs with names; null where only PostgreSQL knows one. */
  types: (string | null)[];
  embeds: EmbedPlan[];
  conditions: ConditionPlan[];
  order: OrderPlan[];
  limit: number | null;
  offset: number;
  /** Limit of bytes of each list of embedded rows. */
  maxBytes: number;
  /** Source columns in use; `*` for all. */
  used: Set<string>;
};

/** Returns the relations whose rows an answer contains, embedded ones included. */
export const relationsRead = ({ table, embeds }: ReadPlan): string[] => [
  ...new Set([table, ...embeds.flatMap(({ node }) => relationsRead(node))]),
];

export type EmbedPlan = {
  calledBy: string[];
  name: string;
  relationship: Relationship;
  spread: boolean;
  join: 'inner' | 'left';
  alias: string;
  joinConditions: Sql[];
  /** Junction table, joined with `node.from`. */
  beside: Sql;
  node: ReadPlan;
};

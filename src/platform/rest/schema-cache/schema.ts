export type Column = {
  name: string;
  /** As PostgreSQL writes it, with its schema unless that is pg_catalog; may stand in SQL as it is. */
  type: string;
  /** The default's expression, or the identity's next value. */
  defaultSql: string | null;
};

export type Relation = {
  name: string;
  columns: Map<string, Column>;
  primaryKey: string[];
};

export type Pair = [own: string, other: string];

type Junction = {
  table: string;
  sourceConstraint: string;
  targetConstraint: string;
  /** Columns of the relationship's `from`, each with the junction's. */
  source: Pair[];
  /** Columns of the relationship's `to`, each with the junction's. */
  target: Pair[];
};

export type Relationship = {
  from: string;
  to: string;
  kind: 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many';
  /** Name of the foreign key; of the function, where a function makes the relationship. */
  constraint: string;
  /** Columns of `from`, each with that of `to`; empty for a junction and a function. */
  columns: Pair[];
  junction: Junction | null;
  toView: boolean;
  /** A function of `from`'s row, in place of columns. */
  computed: boolean;
};

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean };

export type Routine = {
  name: string;
  parameters: Parameter[];
  returns: 'void' | 'scalar' | 'row';
  set: boolean;
  /** The exposed table or view whose rows it returns. */
  table: string | null;
  /** Columns of what it returns where that is no exposed table; null where only the call shows them. */
  columns: Map<string, Column> | null;
  volatile: boolean;
};

export type Schema = {
  relations: Map<string, Relation>;
  /** By `from`. */
  relationships: Map<string, Relationship[]>;
  routines: Map<string, Routine[]>;
  /** Functions of one row of a table that stand for a column, by table. */
  computedColumns: Map<string, Set<string>>;
  /** Type names a cast may name, each with the SQL for it. */
  types: Map<string, string>;
};

export const isToOne = ({ kind }: Relationship): boolean =>
  kind === 'many-to-one' || kind === 'one-to-one';

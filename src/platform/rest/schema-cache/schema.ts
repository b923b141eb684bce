export type Column = {
  name: string;
  /** PostgreSQL's spelling, schema-qualified outside pg_catalog; valid SQL. */
  type: string;
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
  /** Name of the foreign key, or of the function of a computed relationship. */
  constraint: string;
  /** Columns of `from`, each with that of `to`; empty for a junction and a function. */
  columns: Pair[];
  junction: Junction | null;
  toView: boolean;
  /** True for a function of `from`'s row instead of columns. */
  computed: boolean;
};

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean };

export type Routine = {
  name: string;
  parameters: Parameter[];
  returns: 'void' | 'scalar' | 'row';
  set: boolean;
  table: string | null;
  /** Result columns if not those of an exposed table; null if known only from the call. */
  columns: Map<string, Column> | null;
  volatile: boolean;
};

export type Schema = {
  relations: Map<string, Relation>;
  relationships: Map<string, Relationship[]>;
  routines: Map<string, Routine[]>;
  computedColumns: Map<string, Set<string>>;
  /** Types permitted in casts, each with its SQL. */
  types: Map<string, string>;
};

export const isToOne = ({ kind }: Relationship): boolean =>
  kind === 'many-to-one' || kind === 'one-to-one';

/** Step into a JSON value; a number is an array index. */
export type JsonStep = { arrow: '->' | '->>'; key: string | number };

export type Field = { name: string; path: JsonStep[] };

export const AGGREGATES = ['avg', 'count', 'max', 'min', 'sum'] as const;
export type Aggregate = { name: (typeof AGGREGATES)[number]; cast: string | null };

export type FieldItem = {
  kind: 'field';
  /** Null for a bare `count()`. */
  field: Field | null;
  alias: string | null;
  cast: string | null;
  aggregate: Aggregate | null;
};

export type EmbedItem = {
  kind: 'embed';
  target: string;
  alias: string | null;
  hint: string | null;
  join: 'inner' | 'left';
  /** True for `...target(a,b)`, whose columns become the parent's. */
  spread: boolean;
  items: SelectItem[];
};

export type SelectItem = { kind: 'star' } | FieldItem | EmbedItem;

/** Operators that accept `(any)` or `(all)`. */
export const QUANTIFIABLE = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const;

export const SIMPLE = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;

export const SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;

export const TRUTHS = {
  null: 'NULL',
  not_null: 'NOT NULL',
  true: 'TRUE',
  false: 'FALSE',
  unknown: 'UNKNOWN',
} as const;

export type Operation =
  | {
      kind: 'compare';
      operator: keyof typeof QUANTIFIABLE;
      quantifier: 'any' | 'all' | null;
      value: string;
    }
  | { kind: 'simple'; operator: keyof typeof SIMPLE; value: string }
  | { kind: 'is'; truth: keyof typeof TRUTHS }
  | { kind: 'isdistinct'; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'search'; operator: keyof typeof SEARCHES; config: string | null; value: string };

export type Filter = { kind: 'filter'; field: Field; negated: boolean; operation: Operation };

export type Condition = Filter | { kind: 'and' | 'or'; negated: boolean; operands: Condition[] };

export type OrderTerm = {
  /** To-one embed whose column is compared; null for a column of the node itself. */
  relation: string | null;
  field: Field;
  direction: 'asc' | 'desc' | null;
  nulls: 'first' | 'last' | null;
};

/** Parameter value for the node at `path`; an empty path is the root. */
export type At<T> = { path: string[]; value: T };

export type Query = {
  select: SelectItem[];
  hasSelect: boolean;
  conditions: At<Condition>[];
  orders: At<OrderTerm[]>[];
  limits: At<number>[];
  offsets: At<number>[];
  columns: string[] | null;
  onConflict: string[] | null;
  args: [name: string, value: string][];
};

/** One step into a JSON value; a number is an index of an array. */
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
  /** `...target(a,b)`: its columns stand among the parent's. */
  spread: boolean;
  items: SelectItem[];
};

export type SelectItem = { kind: 'star' } | FieldItem | EmbedItem;

/** Those that may be followed by `(any)` or `(all)`. */
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
  /** The to-one embed whose column decides; null for a column of the node itself. */
  relation: string | null;
  field: Field;
  direction: 'asc' | 'desc' | null;
  nulls: 'first' | 'last' | null;
};

/** What a parameter says of the node at `path`; an empty path is the root. */
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
  /** Arguments of a function called by GET. */
  args: [name: string, value: string][];
};

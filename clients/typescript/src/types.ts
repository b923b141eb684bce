export type Table = 'customers' | 'accounts' | 'transactions';
export type Row = Record<string, string | number | boolean | null>;
type Value = string | number | boolean;
export type Filters = Record<
  string,
  Value | null | { [Operator in 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte']?: Value }
>;
export type GenerationSettings = {
  count?: number;
  seed?: string | number;
  preset?: string;
  country?: string;
  start_date?: string;
  end_date?: string;
  aml_rate?: number;
};
export type Batch = { batch_id: string; entity_type: string; record_count: number; status: string };

export type Sandbox = {
  /** Calls any function of `/functions/v1/openapi.json`. */
  call: <Answer>(name: string, body: object) => Promise<Answer>;
  /** Yields all rows of a table, newest first, by cursor: none is lost or twice. */
  rows: <Of extends Row = Row>(table: Table, filters?: Filters) => AsyncGenerator<Of, void>;
  /** Generates batches and waits for them. */
  generate: (entity: Table | 'full', settings?: GenerationSettings) => Promise<Batch[]>;
  /** Downloads a batch, verified by its SHA-256. */
  download: (batchId: string, format?: 'csv' | 'json' | 'parquet' | 'sql') => Promise<Uint8Array>;
  environments: Environments;
};

export type EnvironmentSource =
  | { simulation: GenerationSettings & { seed: string | number } }
  | { batches: string[] }
  | { pin: string };

export type Environment = {
  status: 'ready' | 'queued';
  id: string;
  name: string;
  /** SHA-256 of the canonical list of files. */
  pin: string | null;
  files: { name: string; table: Table | null; rows: number; bytes: number; sha256: string }[];
  /** Tables that differ from the pin. */
  changed: string[];
  /** Last day lived; null until the first advance. */
  clock: string | null;
  expires_at: string | null;
};

export type Overlay = {
  tables?: Partial<Record<Table, { add?: Row[]; change?: Row[]; remove?: string[] }>>;
  edge_cases?: string[];
};

export type Lifetime = { expires_in_hours?: number };

export type Environments = {
  /** Creates an environment; the same request again returns the same one. */
  create: (name: string, source: EnvironmentSource & Lifetime) => Promise<Environment>;
  branch: (name: string, from: string, options?: Lifetime) => Promise<Environment>;
  /** Changes of an environment; a key of one environment may omit its name. */
  reset: (name?: string) => Promise<Environment>;
  freeze: (name?: string) => Promise<Environment>;
  /** Lives the bank on by days. */
  advance: (days: number, name?: string) => Promise<Environment>;
  overlay: (overlay: Overlay, name?: string) => Promise<Environment>;
  delete: (name?: string) => Promise<void>;
  /** Opens an environment with a key of its own, which reads and changes nothing else. */
  open: (name: string) => Promise<Sandbox>;
};

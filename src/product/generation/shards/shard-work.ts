import type { SimulationRequest } from '../../../engines/simulate/index.ts';
import type { ParquetColumn } from '../../../platform/tabular/parquet/write-parquet.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import type { SimulatedTable } from './simulated-tables.ts';

/** A batch from scratch, as plain data. */
export type SimulationWork = Omit<SimulationRequest, 'seed' | 'idPrefix'> & {
  kind: 'simulation';
  seed: string;
  /** What is written; what these need is made and left out. */
  tables: SimulatedTable[];
};

/** Rows of a learned model, as plain data. */
export type DrawWork = {
  kind: 'draw';
  seed: string;
  /** SHA-256 of the model's file. */
  modelSha256: string;
  /** Of a table its rows; of histories how many there are, each with the rows it comes to. */
  rows?: number;
  histories?: number;
  /** Values that every row has. */
  given: Record<string, string>;
};

export type ShardWork = SimulationWork | DrawWork;

/** A run of things that are numbered. */
export type Range = { first: number; count: number };

export type Shard = {
  /** Cells of a simulation, blocks of a model's rows: what is made alike by any host, at any time. */
  units: Range;
  /** What they hold, by name: customers, accounts, rows. */
  holds: Record<string, Range>;
};

/** Lines of one table, in CSV; a unit's lines of a table can come in several parts. */
export type UnitPart = { unit: number; table: string; csv: Uint8Array; rows: number };

/** What each kind of work knows how to do. */
export type OpenWork = {
  engine: { name: string; version: string };
  /** What the batch was asked for, and facts that follow from it, for the manifest. */
  request: { [name: string]: Json };
  source: { [name: string]: Json } | null;
  facts: Record<string, string | number>;
  tables: { name: string; columns: ParquetColumn[] }[];
  units: number;
  holds: (units: Range) => Record<string, Range>;
  /** How many rows of each table a shard has, where that is known before they are made. */
  rowsOf: (shard: Shard) => Record<string, number>;
  /** Makes a shard's units in their order; its end answers sums that have to be 0 over the whole batch. */
  make: (units: Range) => Generator<UnitPart, Record<string, number>>;
};

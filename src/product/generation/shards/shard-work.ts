import type { SimulationRequest } from '../../../engines/simulate/index.ts';
import type { ParquetColumn } from '../../../platform/tabular/parquet/write-parquet.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import type { SimulatedTable } from './simulated-tables.ts';

export type SimulationWork = Omit<SimulationRequest, 'seed' | 'idPrefix'> & {
  kind: 'simulation';
  seed: string;
  /** Tables to output; prerequisites are generated and dropped. */
  tables: SimulatedTable[];
};

export type DrawWork = {
  kind: 'draw';
  seed: string;
  modelSha256: string;
  /** Rows of a table; for sequences `histories` instead, of varying length. */
  rows?: number;
  histories?: number;
  given: Record<string, string>;
};

export type ShardWork = SimulationWork | DrawWork;

export type Range = { first: number; count: number };

export type Shard = {
  /** Cells of a simulation or blocks of sampled rows: the units that are reproducible anywhere. */
  units: Range;
  holds: Record<string, Range>;
};

/** CSV lines of one table; a unit may have several parts per table. */
export type UnitPart = { unit: number; table: string; csv: Uint8Array; rows: number };

export type OpenWork = {
  engine: { name: string; version: string };
  request: { [name: string]: Json };
  source: { [name: string]: Json } | null;
  facts: Record<string, string | number>;
  tables: { name: string; columns: ParquetColumn[] }[];
  units: number;
  holds: (units: Range) => Record<string, Range>;
  rowsOf: (shard: Shard) => Record<string, number>;
  /** Generates units in order; returns sums that must be 0 over the whole batch. */
  make: (units: Range) => Generator<UnitPart, Record<string, number>>;
};

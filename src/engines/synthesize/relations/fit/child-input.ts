import type { Table } from '../../../table/table.ts';
import type { NumberCodecOptions } from '../../codec/number-codec.ts';
import type { ColumnPlan } from '../../columns/plan-columns.ts';
import type { TreeOptions } from '../../trees/tree.ts';
import type { ContextColumns } from '../context-columns.ts';

/** What a child's rows are learned from. */
export type ChildInput = {
  table: Table;
  plans: ColumnPlan[];
  /** The parent's row of each row, -1 for none. */
  of: Int32Array;
  /** Rows of each parent's row, those that are not learned from included; null where all are. */
  wholeCounts: Float64Array | null;
  /** Whether rows of further tables name these: they are things of their own. */
  isNamed: boolean;
  contextColumns: ContextColumns;
  /** What is known of the parent's rows. */
  contextTable: Table;
  codecs: NumberCodecOptions;
  trees: TreeOptions;
  /** Called between steps; may throw to stop. */
  step: () => void;
};

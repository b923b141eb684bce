import type { Table } from '../../../table/table.ts';
import type { NumberCodecOptions } from '../../codec/number-codec.ts';
import type { ColumnPlan } from '../../columns/column-plan.ts';
import type { RuleChoices } from '../../rules/rules.ts';
import type { TreeOptions } from '../../trees/tree.ts';
import type { ContextColumns } from '../context-columns.ts';

export type ChildInput = {
  table: Table;
  plans: ColumnPlan[];
  /** Parent row of each row, -1 for none. */
  of: Int32Array;
  /** Number of rows per parent row, including rows not used for fitting; null if all are used. */
  wholeCounts: Float64Array | null;
  /** True if rows of further tables refer to these: they are entities. */
  isNamed: boolean;
  contextColumns: ContextColumns;
  contextTable: Table;
  codecs: NumberCodecOptions;
  /** Rules of the user. */
  choices: RuleChoices | undefined;
  trees: TreeOptions;
  step: () => void;
};

import type { StatementShape } from '../../mapping/find-statement.ts';
import type { ColumnRole } from '../../table/column-role.ts';
import type { SynthesisMode } from '../model/model.ts';
import type { DifferentialPrivacy } from '../private/fit-private.ts';

export type FitOptions = {
  mode: SynthesisMode;
  seed: bigint;
  /** Roles fixed by hand, by column name; the others are guessed. */
  roles?: Partial<Record<string, ColumnRole>>;
  /** The column that names whose row each is: its rows are histories, in the file's order where no date orders them. */
  entity?: string | undefined;
  /** The balance that runs through a file of one account; looked for where it is absent, null where there is none. */
  statement?: StatementShape | null | undefined;
  /** Whether rows of other tables name these: then they are histories only where a balance runs through them. */
  isNamed?: boolean;
  /** Read between steps; fitting stops with a FitCancelled error once it is set. */
  signal?: { readonly aborted: boolean };
  /** Bytes that may be used beside the table; what would take more is refused before it starts. */
  mostMemory?: number;
  progress?: (stage: string, done: number, total: number) => void;
  /** Needed by the private mode, and used by it alone. */
  differentialPrivacy?: DifferentialPrivacy;
};

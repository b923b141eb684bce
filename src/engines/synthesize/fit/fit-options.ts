import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import type { StatementShape } from '../../meaning/statement/find-statement.ts';
import type { Spread } from '../../spread.ts';
import type { Table } from '../../table/table.ts';
import type { SynthesisMode } from '../model/model.ts';
import type { DifferentialPrivacy } from '../private/fit-private.ts';
import type { RuleChoices } from '../rules/rules.ts';

export type FitOptions = {
  mode: SynthesisMode;
  seed: bigint;
  /** Roles fixed by the user, by column name; the others are guessed. */
  roles?: DeclaredColumns;
  /** Declared entity column: its rows are sequences, in file order if no date orders them. */
  entity?: string | undefined;
  /** Rules that the user declares or rejects. */
  rules?: RuleChoices | undefined;
  /** Running balance of a single-account file; detected if absent, null if there is none. */
  statement?: StatementShape | null | undefined;
  /** Table before the holdout; only its persons and their rows are counted. */
  whole?: Table | undefined;
  /** True if other tables refer to these rows: sequences then need a running balance. */
  isNamed?: boolean;
  /** Checked between steps; fitting stops with a FitCancelled error once it is set. */
  signal?: { readonly aborted: boolean };
  /** Memory limit in bytes, in addition to the table; larger fits are rejected at the start. */
  mostMemory?: number;
  progress?: (stage: string, done: number, total: number) => void;
  /** Runs independent parts, by default one after another; the model is the same. */
  spread?: Spread | undefined;
  /** Required by the private mode, and used only there. */
  differentialPrivacy?: DifferentialPrivacy;
};

import { findStatement } from '../../../engines/meaning/statement/find-statement.ts';
import {
  minEntities,
  type Relation,
  type SynthesisMode,
  type Tables,
  type TablesFitOptions,
} from '../../../engines/synthesize/index.ts';
import { refuseEntity } from '../../../engines/table/declared-sequence.ts';
import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import { splitHoldout, wholeEntity } from '../../data/split-holdout.ts';
import { splitLinked, trainingRows } from '../../data/split-linked.ts';

export type TableFacts = {
  name: string;
  /** Roles set by users; the others are detected. */
  roles: DeclaredColumns;
  /** Entity column set by a user. */
  entity: string | null;
};

export type Training = {
  tables: Tables;
  options: NonNullable<TablesFitOptions['tables']>;
  /** Column of a single table whose entities stayed together in the holdout split. */
  entity: string | null;
  /** Linked table that was split for the holdout; null if none is large enough. */
  heldTable: string | null;
};

/** Sets the holdout aside; returns the training rows and each table's options for the fit. */
export function splitTraining(
  tables: Tables,
  {
    facts,
    relations,
    mode,
  }: { facts: readonly TableFacts[]; relations: readonly Relation[]; mode: SynthesisMode },
): Training {
  if (relations.length > 0) {
    const { held, subject } = splitLinked(tables, relations);
    const options = Object.fromEntries(facts.map(({ name, roles }) => [name, { roles }]));
    const heldTable = subject?.table ?? null;
    return { tables: trainingRows(tables, held), options, entity: null, heldTable };
  }
  const { name, roles, entity: declared } = facts[0]!;
  const table = tables[name]!;
  const entity = wholeEntity(table, declared);
  const { train } = splitHoldout(table, entity);
  const isEntity = declared !== null && refuseEntity(train, declared, minEntities(mode)) === null;
  const own = {
    roles,
    entity: isEntity ? declared : undefined,
    // Uses all rows: the holdout leaves gaps in a running balance.
    statement: findStatement(table),
  };
  return { tables: { [name]: train }, options: { [name]: own }, entity, heldTable: null };
}

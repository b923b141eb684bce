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
import type { DatasetRules } from '../../../shared/column-mapping.ts';
import { splitHoldout, wholeEntity } from '../../data/split-holdout.ts';
import { splitLinked, trainingRows } from '../../data/split-linked.ts';

export type TableFacts = {
  name: string;
  /** Roles set by users; the others are detected. */
  roles: DeclaredColumns;
  /** Entity column set by a user. */
  entity: string | null;
  /** Rules set by a user; null for none. */
  rules?: DatasetRules | null;
};

export type Training = {
  tables: Tables;
  options: NonNullable<TablesFitOptions['tables']>;
  /** Column of a single table whose entities stayed together in the holdout split. */
  entity: string | null;
  /** Linked table that was split for the holdout; null if none is large enough. */
  heldTable: string | null;
};

/** Users choose rules by all rows; the training rows may show others. */
const rulesOf = (rules: TableFacts['rules']) =>
  rules ? { rules: { ...rules, areFromOtherRows: true } } : {};

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
    const options = Object.fromEntries(
      facts.map(({ name, roles, rules }) => [name, { roles, ...rulesOf(rules) }]),
    );
    const heldTable = subject?.table ?? null;
    return { tables: trainingRows(tables, held), options, entity: null, heldTable };
  }
  const { name, roles, entity: declared, rules } = facts[0]!;
  const table = tables[name]!;
  const entity = wholeEntity(table, declared);
  const { train } = splitHoldout(table, entity);
  const isEntity = declared !== null && refuseEntity(train, declared, minEntities(mode)) === null;
  const own = {
    roles,
    ...rulesOf(rules),
    entity: isEntity ? declared : undefined,
    // Uses all rows: the holdout leaves gaps in a running balance.
    statement: findStatement(table),
  };
  return { tables: { [name]: train }, options: { [name]: own }, entity, heldTable: null };
}

import { stepOfTable, stepperOf } from '../../fit/stepper.ts';
import type { TablesFit, TablesFitOptions } from '../../fit/tables-options.ts';
import { engineVersion } from '../../model/model.ts';
import type { Guarantee } from '../../model/private-core.ts';
import { MAX_ROWS_A_PERSON } from '../../private/bound-contributions.ts';
import { ASSUMED, guaranteed, type PrivacyCost, warningsOf } from '../../private/fit-private.ts';
import { PrivacyRefused } from '../../private/privacy-refused.ts';
import { randomIntegers } from '../../private/random-integers.ts';
import { checkedTables, fitOne } from '../fit/fit-linked.ts';
import { parentsFirst, type Relation, type Tables } from '../relation.ts';
import type { RelatedTable } from '../tables-model.ts';
import { fitPeopleTable, type PrivateWork } from './fit-people-table.ts';
import { type LinkedGroups, largestShare, linkedGroups } from './linked-groups.ts';
import { type PrivatePlans, planPrivateTables } from './plan-tables.ts';

/** Above this share of all rows in one group, noise would hide everything. */
const MAX_SHARE = 0.1;
/** Protected unit, as reports name it. */
export const LINKED_ROWS = 'linked rows';

/**
 * Returns the privacy budget that `fitLinkedPrivately` spends, without reading a row.
 *
 * @throws FitRefused, PrivacyRefused
 */
export function linkedCost(
  tables: Tables,
  relations: readonly Relation[],
  options: TablesFitOptions,
): PrivacyCost {
  const names = parentsFirst(Object.keys(tables), relations);
  const { rho } = planPrivateTables(tables, names, relations, options);
  return { rho, delta: options.differentialPrivacy!.delta };
}

/**
 * Fits linked tables with differential privacy for each group of rows that keys link to each other.
 * A table's network has its columns, its numbers of children, and columns of its parent, which its
 * rows are drawn given; contributions of a group are bounded in each table, and the tables' budgets
 * add up (zCDP, Bun and Steinke 2016). Public tables are fitted without noise.
 *
 * @param relations the first one of a table to a table that is not public is the one for which its
 * rows are drawn
 * @throws FitRefused, PrivacyRefused, FitCancelled
 */
export function fitLinkedPrivately(
  tables: Tables,
  relations: readonly Relation[],
  options: TablesFitOptions,
): TablesFit {
  const step = stepperOf(options);
  const { names, used, left } = checkedTables(tables, relations, options);
  const budget = planPrivateTables(used, names, relations, options);
  const { kept, isPublic } = budget;
  const privacy = options.differentialPrivacy!;
  const groups = linkedGroups(
    used,
    kept.map(({ name }) => name),
    relations.filter(({ child, parent }) => !isPublic(child) && !isPublic(parent)),
  );
  refuseHub(groups);
  privacy.debit?.({ rho: budget.rho, delta: privacy.delta });
  const work: PrivateWork = {
    tables: used,
    relations,
    groups,
    budget,
    random: randomIntegers(privacy.randomBytes),
    mostRows: privacy.mostRows,
    contextTables: new Map(),
    contextFields: new Map(),
    spent: 0,
    persons: 0,
    warnings: new Set(),
  };
  const fitted = names.map((name): RelatedTable => {
    const staged = stepOfTable(step, name);
    const plan = kept.find((own) => own.name === name);
    if (plan !== undefined) return fitPeopleTable(plan, work, staged);
    const openly = { ...options, mode: 'balanced' as const };
    const { contextTables } = work;
    return fitOne({ name, tables: used, relations, options: openly, contextTables, step: staged });
  });
  const guarantee: Guarantee = {
    ...guaranteed(
      { delta: privacy.delta, mechanism: 'MST' },
      { rho: work.spent, deltaWords: budget.deltaWords },
    ),
    unit: LINKED_ROWS,
    mostRows: privacy.mostRows ?? MAX_ROWS_A_PERSON,
    noisyPersons: work.persons,
    assumes: [...ASSUMED, ...assumedOf(names, budget)],
    warnings: [...warningsOf(privacy.epsilon, work.persons), ...work.warnings],
  };
  return {
    model: {
      kind: 'relations',
      engine: engineVersion,
      mode: options.mode,
      relations: [...relations],
      tables: fitted.map((table) => withGuarantee(table, guarantee)),
    },
    left,
  };
}

/** Rejects tables whose rows are mostly linked to each other: nobody could be distinguished. */
function refuseHub(groups: LinkedGroups): void {
  const share = largestShare(groups);
  if (share <= MAX_SHARE) return;
  throw new PrivacyRefused(
    `Keys link ${Math.round(100 * share)} % of all rows to each other, so they count as one person. Declare tables of reference data public (such as branches or districts), or use more people.`,
  );
}

/** Returns what a guarantee of linked tables takes as given. */
function assumedOf(names: readonly string[], { isPublic }: PrivatePlans): string[] {
  const open = names.filter(isPublic);
  return [
    'one person is all rows that keys link to each other; rows without a parent are not learned',
    'no tenth of all rows is of one person: this is checked before anything is spent',
    ...(open.length === 0 ? [] : [`tables that are public: ${open.join(', ')}`]),
  ];
}

function withGuarantee(table: RelatedTable, guarantee: Guarantee): RelatedTable {
  const { made } = table;
  if (made.kind !== 'network' || made.model.core.kind !== 'private') return table;
  const core = { ...made.model.core, guarantee };
  return { ...table, made: { ...made, model: { ...made.model, core } } };
}

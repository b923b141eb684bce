import { entryOf } from '../../../table/entry-of.ts';
import { withCoarsePlaces } from '../../columns/coarse-places.ts';
import { planColumns } from '../../columns/plan-columns.ts';
import { fit } from '../../fit/fit.ts';
import { entityOf } from '../../fit/fit-table.ts';
import { CODECS, TREES } from '../../fit/modes.ts';
import { type Step, stepOfTable, stepperOf } from '../../fit/stepper.ts';
import type { TablesFit, TablesFitOptions } from '../../fit/tables-options.ts';
import { engineVersion, FitRefused } from '../../model/model.ts';
import type { RuleChoices } from '../../rules/rules.ts';
import {
  addCounts,
  type ContextTable,
  contextTableOf,
  fitContextColumns,
} from '../context-columns.ts';
import { findFollowed } from '../find-followed.ts';
import { findRepeats, WRITTEN_LATER } from '../find-repeats.ts';
import { findMeeting } from '../meeting.ts';
import {
  checkKeys,
  checkNames,
  countChildren,
  parentRows,
  parentsFirst,
  type Relation,
  type Tables,
  withoutOrphans,
} from '../relation.ts';
import { rolesOf } from '../roles-of.ts';
import type { ChildModel, RelatedTable, TablesModel } from '../tables-model.ts';
import { boundByRules } from '../totals/bound-by-rules.ts';
import { chooseTotals, numbersOf, splitChoices } from '../totals/choose-totals.ts';
import { findTotals } from '../totals/find-totals.ts';
import type { ChildInput } from './child-input.ts';
import { fitHistories } from './fit-histories.ts';
import { fitOtherParent } from './fit-other-parent.ts';
import { fitSiblings } from './fit-siblings.ts';
import { primaryRelation } from './primary-relation.ts';
import { entitiesOf } from './sibling-columns.ts';

/** Rejects options of tables that only apply to a table alone. */
function checkOptions({ tables = {} }: TablesFitOptions): void {
  for (const [name, { entity }] of Object.entries(tables))
    if (entity !== undefined)
      throw new FitRefused(
        `Table ${name} can have no entity column: sequences of linked tables follow from their relations.`,
      );
}

/**
 * Checks linked tables and their relations.
 *
 * @returns names, parents before their children; the tables; and the orphans that were left out
 * @throws FitRefused
 */
export function checkedTables(
  tables: Tables,
  relations: readonly Relation[],
  options: TablesFitOptions,
): { names: string[]; used: Tables; left: TablesFit['left'] } {
  checkOptions(options);
  checkNames(tables, relations);
  const names = parentsFirst(Object.keys(tables), relations);
  const { tables: used, left } =
    options.leaveOrphansOut === true ? withoutOrphans(tables, relations) : { tables, left: [] };
  for (const name of names) {
    if (used[name].rows === 0) throw new FitRefused(`Table ${name} has no rows.`);
  }
  checkKeys(used, relations);
  return { names, used, left };
}

/**
 * Fits a model of linked tables. Tables that name no other are fitted on their own; each other
 * table as rows of its primary relation's parent, from the context columns of that parent and its
 * ancestors.
 *
 * @param tables each with at least one row
 * @param relations rows of a table are drawn for the parent that `primaryRelation` chooses
 * @throws FitRefused if tables and relations are inconsistent or nothing can be modeled,
 * FitCancelled
 */
export function fitLinked(
  tables: Tables,
  relations: readonly Relation[],
  options: TablesFitOptions,
): TablesFit {
  const step = stepperOf(options);
  const { names, used, left } = checkedTables(tables, relations, options);
  const contextTables = new Map<string, ContextTable>();
  const fitted = names.map((name) =>
    fitOne({
      name,
      tables: used,
      relations,
      options,
      contextTables,
      step: stepOfTable(step, name),
    }),
  );
  const model: TablesModel = {
    kind: 'relations',
    engine: engineVersion,
    mode: options.mode,
    relations: [...relations],
    tables: fitted,
  };
  return { model, left };
}

/** Returns a table whose own columns count by the entities of its rows. */
function countedBy(entity: Int32Array | null, table: ContextTable): ContextTable {
  if (entity === null) return table;
  const own = table.columns.map(({ name }) => [name, entity] as const);
  return { ...table, owners: new Map([...own, ...table.owners]) };
}

function fitRoot(
  table: Tables[string],
  {
    roles,
    rules,
    isNamed,
    options: { mode, seed, signal, spread },
    step,
  }: {
    roles: ReturnType<typeof rolesOf>;
    rules: RuleChoices | undefined;
    isNamed: boolean;
    options: TablesFitOptions;
    step: Step;
  },
) {
  return fit(table, {
    mode,
    seed,
    roles,
    rules,
    isNamed,
    // A balance over the table's rows is meaningless if they are sampled for another table's rows.
    statement: null,
    progress: step,
    spread,
    ...(signal !== undefined && { signal }),
  });
}

/** Counts rows per parent in the tables before the holdout; null if its rows differ there. */
function wholeCountsOf(
  relation: Relation,
  tables: Tables,
  whole: Tables | undefined,
): Float64Array | null {
  if (whole === undefined) return null;
  const { rows } = tables[relation.parent];
  if (whole[relation.parent].rows !== rows) return null;
  return countChildren(parentRows(whole, relation), rows);
}

/** Fits one of linked tables, and adds its context columns. */
export function fitOne({
  name,
  tables,
  relations,
  options,
  contextTables,
  step,
}: {
  name: string;
  tables: Tables;
  relations: readonly Relation[];
  options: TablesFitOptions;
  contextTables: Map<string, ContextTable>;
  step: Step;
}): RelatedTable {
  const { mode, seed } = options;
  const read = tables[name];
  const codecs = CODECS[mode];
  const { rules, roles: declared } = options.tables?.[name] ?? {};
  const choices = splitChoices(rules);
  const roles = rolesOf(name, relations, declared);
  const isNamed = relations.some(({ parent }) => parent === name);
  const primary = primaryRelation(name, tables, relations);
  if (primary < 0) {
    const model = fitRoot(read, { roles, rules, isNamed, options, step });
    const entity = entityOf(read, model.columns)?.of ?? null;
    const table = withCoarsePlaces(read, model.columns, { ...codecs, entity });
    contextTables.set(name, contextTableOf({ name, table, plans: model.columns }));
    return { name, rows: read.rows, child: null, made: { kind: 'root', model } };
  }
  const pause = () => step('rows', 0, 1);
  const relation = relations[primary];
  const above = entryOf(contextTables, relation.parent);
  const of = parentRows(tables, relation);
  const planned = planColumns(read, {
    roles,
    pause,
    threshold: codecs.threshold,
    hasIdentities: false,
  });
  const entity = entitiesOf({ of, isNamed, contextTable: above });
  const table = withCoarsePlaces(read, planned, { ...codecs, entity });
  const contextColumns = fitContextColumns(above, codecs, of.includes(-1));
  const repeats = findRepeats({
    table,
    plans: planned,
    of,
    contextColumns,
    contextTable: above,
    codecs,
  });
  const plans = planned.map((plan, i) =>
    repeats.some(({ column }) => column === i) ? { ...plan, made: WRITTEN_LATER } : plan,
  );
  const input: ChildInput = {
    table,
    plans,
    of,
    wholeCounts: wholeCountsOf(relation, tables, options.whole),
    isNamed,
    contextColumns,
    contextTable: above,
    codecs,
    choices: rules && choices.others,
    trees: TREES[mode],
    step: pause,
  };
  const model =
    fitHistories(input, {
      childKey: relation.childKey,
      mode,
      seed,
      step,
      spread: options.spread,
    }) ?? fitSiblings(input);
  const own = contextTableOf({ name, table, plans, parent: { above, of } });
  const amounts = numbersOf(above, relation.parent);
  const isBound = boundByRules(model);
  const found = findTotals(input, { above: amounts, threshold: codecs.threshold, isBound });
  const totals = chooseTotals(found, choices.totals, {
    rows: input,
    above: amounts,
    isFree: (column) => plans[column]!.made === null && !isBound(column),
  });
  const child: ChildModel = {
    primary,
    contextColumns,
    repeats,
    follows: [],
    others: [],
    ...(totals.length > 0 && { totals }),
  };
  const otherRelations = relations.flatMap((other, r) =>
    other.child === name && r !== primary ? [{ other, r, rows: parentRows(tables, other) }] : [],
  );
  const namedBy = (r: number) => parentRows(tables, relations[r]);
  for (const { other, r, rows } of otherRelations) {
    const search = {
      from: relation.parent,
      to: other.parent,
      relations,
      of,
      parents: rows,
      namedBy,
    };
    const way = findFollowed(search);
    if (way !== null) child.follows.push({ relation: r, way });
    else
      child.others.push(
        fitOtherParent(input, {
          relation: r,
          of: rows,
          rowTable: countedBy(entitiesOf(input), own),
          contextTable: entryOf(contextTables, other.parent),
          meeting: findMeeting(search),
        }),
      );
  }
  for (const own of relations)
    if (own.child === name) addCounts(contextTables, own, parentRows(tables, own));
  contextTables.set(name, own);
  return { name, rows: table.rows, child, made: model };
}

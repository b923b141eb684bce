import { entryOf } from '../../../table/entry-of.ts';
import type { Column, Table } from '../../../table/table.ts';
import type { Field } from '../../codec/field.ts';
import { TREES } from '../../fit/modes.ts';
import type { Step } from '../../fit/stepper.ts';
import { engineVersion, FitRefused } from '../../model/model.ts';
import type { Guarantee } from '../../model/private-core.ts';
import { boundContributions } from '../../private/bound-contributions.ts';
import { fitNetwork, type Network, type Special } from '../../private/fit-network.ts';
import { withPersons } from '../../private/fit-private.ts';
import { publicColumn } from '../../private/forms/public-column.ts';
import type { RandomIntegers } from '../../private/random-integers.ts';
import {
  type ContextColumns,
  type ContextTable,
  contextTableOf,
  takeOrMissing,
} from '../context-columns.ts';
import { countName } from '../count-name.ts';
import { ancestorRows, type Way, waysUp } from '../find-followed.ts';
import { countChildren, parentRows, type Relation, type Tables } from '../relation.ts';
import type { ChildModel, NetworkRows, RelatedTable } from '../tables-model.ts';
import { chosenFreely } from './chosen-freely.ts';
import type { LinkedGroups } from './linked-groups.ts';
import { isTrueOfAll, noisyRows } from './noisy-answers.ts';
import type { PrivatePlan, PrivatePlans } from './plan-tables.ts';

/** Columns of the parent that rows are drawn given; each takes budget. */
const MAX_CONTEXT = 6;

/** Tables being fitted: what is public of them so far, and what was spent. */
export type PrivateWork = {
  tables: Tables;
  relations: readonly Relation[];
  groups: LinkedGroups;
  budget: PrivatePlans;
  random: RandomIntegers;
  mostRows: number | undefined;
  contextTables: Map<string, ContextTable>;
  /** Public fields of context columns, by name. */
  contextFields: Map<string, readonly Field[]>;
  spent: number;
  /** Noisy number of groups, of the table that shows most. */
  persons: number;
  warnings: Set<string>;
};

/** Replaced by the guarantee of all tables once all are fitted. */
const NO_GUARANTEE: Guarantee = {
  epsilon: 0,
  delta: 0,
  rho: 0,
  unit: '',
  mostRows: 0,
  advantage: 0,
  mechanism: 'MST',
  noisyPersons: 0,
  assumes: [],
  warnings: [],
};

/** Chooses the parent's columns that rows are drawn given: their own number, then the parent's. */
function chooseContext(
  above: ContextTable,
  relation: Relation,
  fields: PrivateWork['contextFields'],
): ContextColumns {
  const own = countName(relation);
  const names = [own, ...above.columns.map(({ name }) => name).filter((name) => name !== own)]
    .filter((name) => fields.has(name))
    .slice(0, MAX_CONTEXT);
  const coded = names.flatMap((name, place) =>
    entryOf(fields, name).map((field) => ({ field, place })),
  );
  return {
    columns: names,
    fields: coded.map(({ field }) => field),
    of: coded.map(({ place }) => place),
  };
}

const countColumn = (work: PrivateWork, r: number): Column => ({
  kind: 'number',
  name: countName(work.relations[r]),
  values: countChildren(
    parentRows(work.tables, work.relations[r]),
    work.tables[work.relations[r].parent].rows,
  ),
  decimals: 0,
});

type Parent = { above: ContextTable; of: Int32Array; context: ContextColumns };

function parentOf({ primary }: PrivatePlan, work: PrivateWork): Parent | null {
  if (primary < 0) return null;
  const relation = work.relations[primary];
  const above = entryOf(work.contextTables, relation.parent);
  return {
    above,
    of: parentRows(work.tables, relation),
    context: chooseContext(above, relation, work.contextFields),
  };
}

/** Appends the numbers of children and the context columns. */
function widened(table: Table, counts: readonly Column[], parent: Parent | null): Table {
  const context = (parent?.context.columns ?? []).map((name) => {
    const column = parent!.above.columns.find((candidate) => candidate.name === name)!;
    return takeOrMissing(column, parent!.of);
  });
  return { rows: table.rows, columns: [...table.columns, ...counts, ...context] };
}

/**
 * Fits the network of a table of people. Its rows count for their group; rows without a parent are
 * not used.
 */
export function fitPeopleTable(plan: PrivatePlan, work: PrivateWork, step: Step): RelatedTable {
  const { name, counted } = plan;
  const table = work.tables[name];
  const groupOf = entryOf(work.groups.of, name);
  const parent = parentOf(plan, work);
  const counts = counted.map((r) => countColumn(work, r));
  const wide = widened(table, counts, parent);
  const own = table.columns.length;
  refuseTwins(wide, name);
  const firstContext = own + counts.length;
  const specialOf = (i: number): Special | undefined => {
    if (i < own) return undefined;
    if (i < firstContext) return { kind: 'count' };
    return { kind: 'known', fields: entryOf(work.contextFields, wide.columns[i].name) };
  };
  const added = wide.columns.slice(own).map(({ name: column }) => ({
    layout: { kind: 'category' as const, name: column },
    role: 'feature' as const,
    made: null,
  }));
  const plans = [...plan.plans, ...added];
  step('contributions', 0, 1);
  const of =
    parent === null ? groupOf : groupOf.map((group, row) => (parent.of[row] < 0 ? -1 : group));
  const contributors = { of, count: work.groups.count };
  const bounded = boundContributions(wide, { contributors, mostRows: work.mostRows }, work.random);
  const fitted = fitNetwork(bounded, {
    plans,
    learned: plans.map((_, i) => i).filter((i) => plans[i].made === null),
    domainOf: () => undefined,
    specialOf,
    budget: { rho: plan.rho, deltaWords: plan.deltaWords, mechanism: 'MST' },
    random: work.random,
    step,
  });
  work.spent += fitted.rho;
  work.persons = Math.max(work.persons, Math.round(fitted.model.total));
  for (const warning of fitted.warnings) work.warnings.add(`${name}: ${warning}`);
  const rows = parent === null ? rowsOf(groupOf, work) : Math.round(fitted.model.total);
  offerContext(plan, work, { fitted, counts, parent });
  const { core, ...network } = modelOf(fitted, rows);
  return {
    name,
    rows: Math.max(1, rows),
    child: parent === null ? null : childModel(plan.primary, parent.context),
    made: {
      kind: 'network',
      model: { ...network, core, columns: withPersons(fitted.columns, rows) },
      counted,
      ...furtherParents(plan, work, parent),
    },
  };
}

/** @throws FitRefused if a column is called like one that the network adds */
function refuseTwins({ columns }: Table, table: string): void {
  const seen = new Set<string>();
  for (const { name } of columns) {
    if (seen.has(name))
      throw new FitRefused(
        `Rename column ${name} of ${table}: the name is used for linked tables.`,
      );
    seen.add(name);
  }
}

const modelOf = (
  { columns, fields, columnFields, model, merged }: Network,
  rows: number,
): NetworkRows['model'] => ({
  engine: engineVersion,
  mode: 'private',
  rows: Math.max(1, rows),
  lookups: [],
  columns,
  fields,
  columnFields,
  core: { kind: 'private', model, merged, guarantee: NO_GUARANTEE },
});

const childModel = (primary: number, contextColumns: ContextColumns): ChildModel => ({
  primary,
  contextColumns,
  repeats: [],
  follows: [],
  others: [],
});

function rowsOf(groupOf: Int32Array, work: PrivateWork): number {
  const { rhoSize: rho } = work.budget;
  work.spent += rho;
  return Math.round(noisyRows(groupOf, work.groups.count, { rho, random: work.random }));
}

/** Makes a table's columns, now public in form and domain, known to its children. */
function offerContext(
  { name }: PrivatePlan,
  { tables, contextTables, contextFields }: PrivateWork,
  { fitted, counts, parent }: { fitted: Network; counts: readonly Column[]; parent: Parent | null },
): void {
  const table = tables[name];
  const formed = table.columns.map((column, i) => {
    const form = fitted.forms.get(i);
    return form === undefined ? column : publicColumn(column, form);
  });
  const fieldsOf = (i: number) => fitted.columnFields[i].map((f) => fitted.fields[f]);
  formed.forEach((column, i) => {
    if (fitted.columns[i].made === null) contextFields.set(`${name}.${column.name}`, fieldsOf(i));
  });
  counts.forEach((column, k) => {
    contextFields.set(column.name, fieldsOf(formed.length + k));
  });
  const own = contextTableOf({
    name,
    table: { rows: table.rows, columns: formed },
    plans: fitted.columns.slice(0, formed.length),
    parent,
  });
  contextTables.set(name, { ...own, columns: [...own.columns, ...counts] });
}

/** Asks of each further parent whether it follows from the first one, or is named once at most. */
function furtherParents(
  { name, others, primary }: PrivatePlan,
  work: PrivateWork,
  parent: Parent | null,
): Pick<NetworkRows, 'follows' | 'others'> {
  const { tables, relations, budget, random } = work;
  const groupOf = entryOf(work.groups.of, name);
  const ask = (isBroken: (row: number) => boolean) => {
    work.spent += budget.rhoQuestion;
    const broken = new Set<number>();
    groupOf.forEach((group, row) => {
      if (isBroken(row)) broken.add(group);
    });
    return isTrueOfAll(broken, { rho: budget.rhoQuestion, random });
  };
  const follows: ChildModel['follows'] = [];
  const chosen: NetworkRows['others'] = [];
  for (const r of others) {
    const rows = parentRows(tables, relations[r]);
    const way =
      parent === null ? null : wayTo(relations[r].parent, relations[primary].parent, relations);
    const reached =
      way && ancestorRows(parent!.of, way, (step) => parentRows(tables, relations[step]));
    if (way && reached && ask((row) => rows[row] !== reached[row])) {
      follows.push({ relation: r, way });
      continue;
    }
    const named = countChildren(rows, tables[relations[r].parent].rows);
    const unique =
      !budget.isPublic(relations[r].parent) && ask((row) => rows[row] >= 0 && named[rows[row]] > 1);
    chosen.push(chosenFreely(r, { unique, trees: TREES.balanced }));
  }
  return { follows, others: chosen };
}

const wayTo = (to: string, from: string, relations: readonly Relation[]): Way | null =>
  waysUp({ from, to, relations })[0] ?? null;

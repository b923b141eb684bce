import { determined, recurring } from '../../meaning/persons/determined.ts';
import { findIdentities, type Identity } from '../../meaning/persons/find-identities.ts';
import { findLocalParts } from '../../meaning/persons/local-parts.ts';
import { countNulls } from '../../table/count-nulls.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';
import type { ColumnPlan } from './column-plan.ts';
import { ofMany, rootOf, withAttributes, withParent, withRows } from './numbering.ts';
import { popularityOf } from './popularity.ts';

/** Minimum recurring persons that show an attribute, and the share of them with one value. */
const MIN_RECURRING = 20;
const HELD_SHARE = 0.98;

const NAME_PART = /^(?:first|last)_name$/;

type Options = {
  threshold: number;
  entity: string | undefined;
  /** Table whose persons and rows are counted; default the table itself. */
  whole: Table | undefined;
};

const personalOf = ({ made }: ColumnPlan) => (made?.kind === 'personal' ? made.personal : null);

/** Returns the persons of a table, the declared entity at the head of its own. */
function identitiesOf(
  table: Table,
  plans: readonly ColumnPlan[],
  entity: string | undefined,
): Identity[] {
  const candidates = plans.flatMap((plan, column) => {
    const personal = personalOf(plan);
    return personal !== null || plan.made?.kind === 'reference' ? [{ column, personal }] : [];
  });
  const at = table.columns.findIndex(({ name }) => name === entity);
  const found = findIdentities(table, candidates);
  if (at < 0 || personalOf(plans[at]!) === null) return found;
  const own = found.find(({ members }) => members.includes(at));
  if (own !== undefined) own.leader = at;
  else found.push({ leader: at, members: [at], shared: [], several: [] });
  return found;
}

/** Returns distinct pairs of a user name or local part and the name in the same row. */
function localPairs(table: Table, local: Column, name: Column): [string, string][] {
  if (local.kind !== 'category' || name.kind !== 'category') return [];
  const pairs = new Map<string, [string, string]>();
  for (let row = 0; row < table.rows; row++) {
    const text = local.dictionary[local.codes[row]!];
    const full = name.dictionary[name.codes[row]!];
    if (text !== undefined && full !== undefined)
      pairs.set(`${text}\u0000${full}`, [text.replace(/@.*/, ''), full]);
  }
  return [...pairs.values()];
}

/** Adds how e-mail addresses and user names are made of the names in the same rows. */
function withLocalParts(
  table: Table,
  plans: readonly ColumnPlan[],
  { members, several }: Identity,
  threshold: number,
): ColumnPlan[] {
  const name = members.find((i) => personalOf(plans[i]!) === 'person_name');
  return plans.map((plan, i) => {
    const { made } = plan;
    const isLocal = made?.kind === 'personal' && /email|user_name/.test(made.personal);
    if (!isLocal || name === undefined || ![...members, ...several].includes(i)) return plan;
    const pairs = localPairs(table, table.columns[i]!, table.columns[name]!);
    const localParts = findLocalParts(pairs, threshold);
    return localParts.length === 0 ? plan : { ...plan, made: { ...made, localParts } };
  });
}

/** Numbers a column's values below a person, or as the persons themselves. */
function numbered(
  counted: Table,
  plan: ColumnPlan,
  {
    column,
    leader,
    isMember,
    threshold,
  }: { column: number; leader: number; isMember: boolean; threshold: number },
): ColumnPlan {
  const { of, count } = entityIndex(counted.columns[isMember ? leader : column]!);
  const numbers = {
    entities: count,
    popularity: popularityOf(of, count, threshold),
    parent: column === leader ? -1 : leader,
    ...(column === leader && { rows: Math.max(1, of.filter((own) => own >= 0).length) }),
  };
  const { made } = plan;
  if (made?.kind === 'reference') return { ...plan, made: { ...made, ...numbers } };
  return made?.kind === 'personal' ? { ...plan, made: { ...made, identity: numbers } } : plan;
}

/** Returns the modeled columns of which each person has one value, except constants. */
function attributesOf(table: Table, plans: readonly ColumnPlan[], { leader }: Identity): number[] {
  const own = entityIndex(table.columns[leader]!);
  if (recurring(own) < MIN_RECURRING) return [];
  return plans.flatMap(({ made }, i) => {
    if (made !== null) return [];
    const { of, count } = entityIndex(table.columns[i]!);
    return count > 1 && determined(own.of, of) >= HELD_SHARE ? [i] : [];
  });
}

/**
 * Plans personal columns by person: one identity for each, with as many persons, and as many rows
 * for each, as in the file.
 */
export function withIdentities(
  table: Table,
  plans: readonly ColumnPlan[],
  { threshold, entity, whole = table }: Options,
): ColumnPlan[] {
  let planned = [...plans];
  const held = new Set<number>();
  for (const identity of identitiesOf(table, plans, entity)) {
    const { leader, members, shared, several } = identity;
    const isAlone = members.length === 1 && shared.length + several.length === 0;
    const isOfMany = isAlone && NAME_PART.test(personalOf(plans[leader]!) ?? '');
    for (const column of [...members, ...shared, ...several]) {
      const isMember = members.includes(column);
      planned[column] = numbered(whole, planned[column]!, { column, leader, isMember, threshold });
    }
    if (isOfMany) planned[leader] = ofMany(planned[leader]!);
    planned = withLocalParts(table, planned, identity, threshold);
    const free = attributesOf(table, plans, identity).filter((column) => !held.has(column));
    for (const column of free) held.add(column);
    if (free.length > 0) planned[leader] = withAttributes(planned[leader]!, free);
  }
  // A coarser reference would lead back to the person that it follows from.
  const roots = planned.map((plan, i) => (leadsBack(planned, i) ? withParent(plan, -1) : plan));
  return withOwners(table, roots, { held, whole });
}

/**
 * Gives references that are no persons, such as merchants and branches, the attributes of which each
 * has one value; the coarsest first, since finer ones follow from them.
 */
function withOwners(
  table: Table,
  plans: readonly ColumnPlan[],
  { held, whole }: { held: ReadonlySet<number>; whole: Table },
): ColumnPlan[] {
  const planned = [...plans];
  const taken = new Set(held);
  const references = plans
    .flatMap(({ made }, i) =>
      made?.kind === 'reference' && made.rows === undefined ? [{ i, count: made.entities }] : [],
    )
    .sort((a, b) => a.count - b.count);
  for (const { i: leader } of references) {
    const own = { leader, members: [leader], shared: [], several: [] };
    const free = attributesOf(table, plans, own).filter((column) => !taken.has(column));
    if (free.length === 0) continue;
    for (const column of free) taken.add(column);
    planned[leader] = withAttributes(planned[leader]!, free);
    const root = rootOf(planned, leader);
    planned[root] = withRows(
      planned[root]!,
      whole.rows - countNulls(whole.columns[root]!, whole.rows),
    );
  }
  return planned;
}

/** Returns true for a column that follows from itself. */
function leadsBack(plans: readonly ColumnPlan[], column: number): boolean {
  let at = column;
  for (let steps = 0; steps <= plans.length; steps++) {
    const { made } = plans[at]!;
    at =
      made?.kind === 'reference'
        ? made.parent
        : made?.kind === 'personal'
          ? (made.identity?.parent ?? -1)
          : -1;
    if (at < 0) return false;
    if (at === column) return true;
  }
  return true;
}

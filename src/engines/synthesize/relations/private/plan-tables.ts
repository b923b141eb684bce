import type { TablesFitOptions } from '../../fit/tables-options.ts';
import { FitRefused } from '../../model/model.ts';
import { cdpRho } from '../../private/accounting.ts';
import { planPrivately } from '../../private/domain/plan-privately.ts';
import { checkParameters, type DifferentialPrivacy } from '../../private/fit-private.ts';
import { PrivacyRefused } from '../../private/privacy-refused.ts';
import type { Relation, Tables } from '../relation.ts';
import { rolesOf } from '../roles-of.ts';

/** Shares of rho for numbers of rows of tables without parents, and for yes-or-no questions. */
const SIZES_SHARE = 0.02;
const QUESTIONS_SHARE = 0.02;
/** Questions about a further reference: it follows from the parent; each row is named at most once. */
const QUESTIONS = 2;

/** Learned parts of a table; they follow from names of tables and columns alone. */
export type PrivatePlan = {
  name: string;
  /** Relation for whose parent its rows are drawn; -1 for a table drawn by itself. */
  primary: number;
  /** Other relations of its rows. */
  others: number[];
  /** Relations whose numbers of rows are drawn with a row of this table. */
  counted: number[];
  roles: ReturnType<typeof rolesOf>;
  plans: ReturnType<typeof planPrivately>;
  /** Budget of its network. */
  rho: number;
  deltaWords: number;
};

export type PrivatePlans = {
  /** Tables that hold rows of people, parents first. */
  kept: readonly PrivatePlan[];
  isPublic: (name: string) => boolean;
  rho: number;
  deltaWords: number;
  /** Budget of one count of rows by group, and of one question. */
  rhoSize: number;
  rhoQuestion: number;
};

function publicTablesOf(
  { publicTables = [] }: DifferentialPrivacy,
  tables: Tables,
  relations: readonly Relation[],
): ReadonlySet<string> {
  const names = new Set(publicTables);
  const unknown = publicTables.find((name) => !Object.hasOwn(tables, name));
  if (unknown !== undefined) throw new FitRefused(`No such table: ${unknown}.`);
  const wrong = relations.find(({ child, parent }) => names.has(child) && !names.has(parent));
  if (wrong !== undefined)
    throw new FitRefused(
      `Table ${wrong.child} can't be public: its rows refer to ${wrong.parent}, which is not.`,
    );
  return names;
}

function checkLinked(privacy: DifferentialPrivacy): void {
  checkParameters(privacy);
  if (privacy.mechanism === 'AIM')
    throw new PrivacyRefused('AIM supports one table. Use MST for linked tables.');
  if (privacy.unitColumn !== null)
    throw new PrivacyRefused(
      'Linked tables have no person column: all rows that keys link to each other are one person’s.',
    );
}

/**
 * Plans linked tables of mode private: tables of reference data are public, all others belong to
 * groups of linked rows. Divides the budget by the numbers of columns.
 *
 * @param names parents before children
 * @throws FitRefused, PrivacyRefused
 */
export function planPrivateTables(
  tables: Tables,
  names: readonly string[],
  relations: readonly Relation[],
  {
    tables: own = {},
    differentialPrivacy: privacy,
  }: Pick<TablesFitOptions, 'tables' | 'differentialPrivacy'>,
): PrivatePlans {
  if (privacy === undefined)
    throw new FitRefused('Mode private needs an epsilon, a delta and a source of random bytes.');
  checkLinked(privacy);
  const publicNames = publicTablesOf(privacy, tables, relations);
  const isPublic = (name: string) => publicNames.has(name);
  const places = relations.map((_, r) => r);
  const primaryOf = (name: string) =>
    relations.findIndex(({ child, parent }) => child === name && !isPublic(parent));
  const bare = names
    .filter((name) => !isPublic(name))
    .map((name) => {
      const primary = primaryOf(name);
      const roles = rolesOf(name, relations, own[name]?.roles);
      const plans = planPrivately(tables[name], roles);
      const others = places.filter((r) => relations[r].child === name && r !== primary);
      const counted = places.filter(
        (r) => relations[r].parent === name && primaryOf(relations[r].child) === r,
      );
      const weight = 1 + counted.length + plans.filter(({ made }) => made === null).length;
      return { name, primary, others, counted, roles, plans, weight };
    });
  if (bare.length === 0) throw new PrivacyRefused('All tables are public: nothing is protected.');
  const deltaWords = privacy.delta / 2;
  const rho = cdpRho(privacy.epsilon, privacy.delta - deltaWords);
  const roots = bare.filter(({ primary }) => primary < 0).length;
  const questions = QUESTIONS * bare.reduce((sum, { others }) => sum + others.length, 0);
  const ofNetworks = rho * (1 - SIZES_SHARE - (questions > 0 ? QUESTIONS_SHARE : 0));
  const weights = bare.reduce((sum, { weight }) => sum + weight, 0);
  return {
    kept: bare.map(({ weight, ...plan }) => ({
      ...plan,
      rho: (ofNetworks * weight) / weights,
      deltaWords: (deltaWords * weight) / weights,
    })),
    isPublic,
    rho,
    deltaWords,
    rhoSize: (SIZES_SHARE * rho) / roots,
    rhoQuestion: questions > 0 ? (QUESTIONS_SHARE * rho) / questions : 0,
  };
}

import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import type { Field } from '../codec/field.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { Guarantee, Mechanism, PrivateCore } from '../model/private-core.ts';
import { attackerAdvantage, cdpEpsilon, cdpRho } from './accounting.ts';
import { boundContributions, type Contributors } from './bound-contributions.ts';
import { planPrivately } from './domain/plan-privately.ts';
import type { PublicDomain } from './domain/public-domain.ts';
import { fitNetwork, openColumns } from './fit-network.ts';
import { AIM_MOST_COLUMNS, defaultMechanism } from './mechanisms/aim.ts';
import { PrivacyRefused } from './privacy-refused.ts';
import { type RandomBytes, randomIntegers } from './random-integers.ts';

export type DifferentialPrivacy = {
  /** At most 10; larger values protect nobody. */
  epsilon: number;
  delta: number;
  /** Column that identifies the protected person; null if each row is a person. */
  unitColumn: string | null;
  /** Default: MST; AIM is slower and more accurate. */
  mechanism?: Mechanism;
  randomBytes: RandomBytes;
  /** Maximum rows used per person, sampled at random; default 40. */
  mostRows?: number;
  domains?: Readonly<Partial<Record<string, PublicDomain>>>;
  /** Linked tables that hold nobody's rows: they are fitted without noise. */
  publicTables?: readonly string[];
  /** Called once with the total cost before any noise is drawn; throws to refuse. */
  debit?: (cost: PrivacyCost) => void;
};

export type PrivacyCost = { rho: number; delta: number };

const MAX_EPSILON = 10;
const FEW_PERSONS = 5000;

type PrivateInput = {
  options: DifferentialPrivacy;
  roles: DeclaredColumns;
};

/** Divides the budget; depends on column names and declared domains alone. */
function planBudget(table: Table, { options, roles }: PrivateInput) {
  const plans = planPrivately(table, roles);
  const learned = table.columns.map((_, i) => i).filter((i) => plans[i].made === null);
  check(options, learned.length);
  const domainOf = (i: number) => options.domains?.[table.columns[i].name];
  // Column types are not yet known, so each column gets a share for its categories or bins, and one
  // for its form.
  const open = openColumns(learned, (i) => domainOf(i)?.kind === 'words').length;
  const deltaWords = open > 0 ? options.delta / 2 : 0;
  const rho = cdpRho(options.epsilon, options.delta - deltaWords);
  return { plans, learned, domainOf, deltaWords, rho };
}

/** Returns the budget that `fitPrivate` spends, without reading a row. */
export const privateCost = (table: Table, input: PrivateInput): PrivacyCost => ({
  rho: planBudget(table, input).rho,
  delta: input.options.delta,
});

/**
 * Fits a table with differential privacy for each person, end to end: contributions are bounded
 * first, forms and domains are declared or chosen privately, and noise is exact and independent of
 * the seed. Column names count as public.
 *
 * @throws PrivacyRefused if the parameters give no guarantee, or the person column is missing
 */
export function fitPrivate(
  table: Table,
  { step, ...input }: PrivateInput & { step: (stage: string, done: number, total: number) => void },
): { columns: ColumnPlan[]; fields: Field[]; columnFields: number[][]; core: PrivateCore } {
  const { options } = input;
  const { delta } = options;
  const { plans, learned, domainOf, deltaWords, rho } = planBudget(table, input);
  const { mechanism = defaultMechanism(learned.length) } = options;
  options.debit?.({ rho, delta });

  const random = randomIntegers(options.randomBytes);
  step('contributions', 0, 1);
  const contributors = contributorsOf(table, options.unitColumn);
  const bounded = boundContributions(table, { contributors, mostRows: options.mostRows }, random);
  const fitted = fitNetwork(bounded, {
    plans,
    learned,
    domainOf,
    budget: { rho, deltaWords, mechanism },
    random,
    step,
  });
  const persons = Math.round(fitted.model.total);
  const guarantee: Guarantee = {
    ...guaranteed({ ...options, mechanism }, { rho: fitted.rho, deltaWords }),
    unit: options.unitColumn ?? 'row',
    mostRows: bounded.mostRows,
    noisyPersons: persons,
    assumes: [...ASSUMED],
    warnings: [
      ...(contributors === null
        ? ['Each row counts as one person: people with several rows get less protection.']
        : []),
      ...warningsOf(options.epsilon, persons),
      ...fitted.warnings,
    ],
  };
  return {
    columns: withPersons(fitted.columns, persons),
    fields: fitted.fields,
    columnFields: fitted.columnFields,
    core: { kind: 'private', model: fitted.model, merged: fitted.merged, guarantee },
  };
}

function contributorsOf(table: Table, unitColumn: string | null): Contributors | null {
  if (unitColumn === null) return null;
  const column = table.columns.find(({ name }) => name === unitColumn);
  if (column === undefined) throw new PrivacyRefused(`No such person column: ${unitColumn}.`);
  return entityIndex(column);
}

export const ASSUMED: readonly string[] = [
  'names of columns are public',
  'where numbers or dates can be read in two ways, which one is meant is public',
];

/** Returns the parts of a guarantee that follow from what was spent. */
export const guaranteed = (
  { delta, mechanism }: { delta: number; mechanism: Mechanism },
  { rho, deltaWords }: { rho: number; deltaWords: number },
): Pick<Guarantee, 'epsilon' | 'delta' | 'rho' | 'advantage' | 'mechanism'> => ({
  epsilon: cdpEpsilon(rho, delta - deltaWords),
  delta,
  rho,
  advantage: attackerAdvantage(rho),
  mechanism,
});

/** @throws PrivacyRefused for parameters that give no guarantee */
export function checkParameters({
  epsilon,
  delta,
}: Pick<DifferentialPrivacy, 'epsilon' | 'delta'>): void {
  if (!(epsilon > 0) || epsilon > MAX_EPSILON)
    throw new PrivacyRefused(`Epsilon must be above 0 and at most 10, not ${epsilon}.`);
  if (!(delta > 0) || delta > 1e-2)
    throw new PrivacyRefused(`Delta must be above 0 and at most 0.01, not ${delta}.`);
}

function check({ epsilon, delta, mechanism }: DifferentialPrivacy, columns: number): void {
  checkParameters({ epsilon, delta });
  if (columns === 0) throw new PrivacyRefused('No columns are left to model.');
  if (mechanism === 'AIM' && columns > AIM_MOST_COLUMNS)
    throw new PrivacyRefused(
      `AIM supports at most ${AIM_MOST_COLUMNS} columns; this table has ${columns}. Use MST.`,
    );
}

export function withPersons(plans: ColumnPlan[], persons: number): ColumnPlan[] {
  return plans.map((plan) =>
    plan.made?.kind === 'reference'
      ? { ...plan, made: { ...plan.made, entities: Math.max(1, persons) } }
      : plan,
  );
}

/** Warnings that follow from the budget and the noisy number of persons. */
export function warningsOf(epsilon: number, persons: number): string[] {
  const warnings = ['Rules between columns, running balances and orders of dates are not kept.'];
  if (persons < FEW_PERSONS)
    warnings.push(
      `About ${persons} customers: below ${FEW_PERSONS}, most correlations are lost to noise.`,
    );
  if (epsilon > 3) warnings.push('An epsilon above 3 is weak protection.');
  return warnings;
}

import type { ColumnRole } from '../../table/column-role.ts';
import type { Table } from '../../table/table.ts';
import { encodeField, type Field, headOf } from '../codec/field.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { Guarantee, Mechanism, PrivateCore } from '../model/private-core.ts';
import { attackerAdvantage, cdpEpsilon, cdpRho } from './accounting.ts';
import { boundContributions } from './bound-contributions.ts';
import { createChooser } from './domain/choose-fields.ts';
import { planPrivately } from './domain/plan-privately.ts';
import type { PublicDomain } from './domain/public-domain.ts';
import { AIM_MOST_COLUMNS, fitAim } from './mechanisms/aim.ts';
import { fitMst } from './mechanisms/mst.ts';
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
  /** Called once with the total cost before any noise is drawn; throws to refuse. */
  debit?: (cost: PrivacyCost) => void;
};

export type PrivacyCost = { rho: number; delta: number };

const MAX_EPSILON = 10;
const DOMAINS_SHARE = 0.15;
/** Budget share for the forms of all columns: numbers and decimals, date layouts, categories. */
const FORMS_SHARE = 0.05;
const FEW_PERSONS = 5000;

type PrivateInput = {
  options: DifferentialPrivacy;
  roles: Readonly<Partial<Record<string, ColumnRole>>>;
};

/** Divides the budget; depends on column names and declared domains alone. */
function planBudget(table: Table, { options, roles }: PrivateInput) {
  const plans = planPrivately(table, roles);
  const learned = table.columns.map((_, i) => i).filter((i) => plans[i].made === null);
  check(options, learned.length);
  const domainOf = (i: number) => options.domains?.[table.columns[i].name];
  // Column types are not yet known, so each column gets a share for its categories or bins, and one
  // for its form.
  const open = learned.filter((i) => domainOf(i)?.kind !== 'words').length;
  const deltaWords = open > 0 ? options.delta / 2 : 0;
  const rho = cdpRho(options.epsilon, options.delta - deltaWords);
  return { plans, learned, domainOf, open, deltaWords, rho };
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
  const { delta, mechanism = 'MST' } = options;
  const { plans, learned, domainOf, open, deltaWords, rho } = planBudget(table, input);
  options.debit?.({ rho, delta });

  const random = randomIntegers(options.randomBytes);
  step('contributions', 0, 1);
  const bounded = boundContributions(table, options, random);
  const { weights, scale } = bounded;
  const rhoForms = open > 0 ? FORMS_SHARE * rho : 0;
  const rhoDomains = open > 0 ? DOMAINS_SHARE * rho : 0;
  const chooser = createChooser(bounded, {
    rhoForm: rhoForms / open,
    rhoDomain: rhoDomains / open,
    delta: deltaWords / (2 * open),
    random,
  });
  const fields: Field[] = [];
  const codes: Uint8Array[] = [];
  const columnFields: number[][] = table.columns.map(() => []);
  learned.forEach((i, done) => {
    step('domains', done, learned.length);
    const column = chooser.columnOf(bounded.table.columns[i], domainOf(i));
    plans[i] = { ...plans[i], layout: headOf(column) };
    for (const field of chooser.fieldsOf(column, domainOf(i))) {
      columnFields[i].push(fields.length);
      fields.push(field);
      codes.push(encodeField(field, column));
    }
  });
  step('model', 0, 1);
  const sizes = fields.map((field) => field.codec.size);
  const granted = rho - rhoForms - rhoDomains;
  const counted = { codes, sizes, weights, scale };
  const fitted =
    mechanism === 'MST'
      ? fitMst(counted, granted, random, () => step('model', 0, 1))
      : fitAim(counted, granted, random, (share) => step('model', share, 1));
  const spent = chooser.spent() + fitted.rho;
  const persons = Math.round(fitted.model.total);
  const guarantee: Guarantee = {
    epsilon: cdpEpsilon(spent, delta - deltaWords),
    delta,
    rho: spent,
    unit: options.unitColumn ?? 'row',
    mostRows: bounded.mostRows,
    advantage: attackerAdvantage(spent),
    mechanism,
    noisyPersons: persons,
    assumes: [
      'names of columns are public',
      'where numbers or dates can be read in two ways, which one is meant is public',
    ],
    warnings: [...warningsOf(options, persons), ...chooser.warnings()],
  };
  return {
    columns: withPersons(plans, persons),
    fields,
    columnFields,
    core: { kind: 'private', model: fitted.model, merged: fitted.merged, guarantee },
  };
}

function check({ epsilon, delta, mechanism }: DifferentialPrivacy, columns: number): void {
  if (!(epsilon > 0) || epsilon > MAX_EPSILON)
    throw new PrivacyRefused(`Epsilon must be above 0 and at most 10, not ${epsilon}.`);
  if (!(delta > 0) || delta > 1e-2)
    throw new PrivacyRefused(`Delta must be above 0 and at most 0.01, not ${delta}.`);
  if (columns === 0) throw new PrivacyRefused('No columns are left to model.');
  if (mechanism === 'AIM' && columns > AIM_MOST_COLUMNS)
    throw new PrivacyRefused(
      `AIM supports at most ${AIM_MOST_COLUMNS} columns; this table has ${columns}. Use MST.`,
    );
}

function withPersons(plans: ColumnPlan[], persons: number): ColumnPlan[] {
  return plans.map((plan) =>
    plan.made?.kind === 'reference'
      ? { ...plan, made: { ...plan.made, entities: Math.max(1, persons) } }
      : plan,
  );
}

function warningsOf(options: DifferentialPrivacy, persons: number): string[] {
  const warnings: string[] = [];
  if (options.unitColumn === null)
    warnings.push('Each row counts as one person: people with several rows get less protection.');
  if (persons < FEW_PERSONS)
    warnings.push(
      `About ${persons} customers: below ${FEW_PERSONS}, most correlations are lost to noise.`,
    );
  if (options.epsilon > 3) warnings.push('An epsilon above 3 is weak protection.');
  return warnings;
}

import type { ColumnRole } from '../../table/column-role.ts';
import { isDateOnly } from '../../table/datetime-form.ts';
import type {
  CategoryColumn,
  Column,
  DatetimeColumn,
  NumberColumn,
  Table,
} from '../../table/table.ts';
import { encodeField, type Field, headOf } from '../codec/field.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import type { ColumnPlan } from '../columns/plan-columns.ts';
import type { Guarantee, Mechanism, PrivateCore } from '../model/private-core.ts';
import { attackerAdvantage, cdpEpsilon, cdpRho } from './accounting.ts';
import { boundContributions } from './bound-contributions.ts';
import { planPrivately } from './domain/plan-privately.ts';
import {
  anyAmounts,
  type DaySpan,
  type PublicDomain,
  publicDays,
  publicHours,
  publicRange,
  publicWords,
} from './domain/public-domain.ts';
import { selectBins } from './domain/select-bins.ts';
import { selectMonths } from './domain/select-months.ts';
import { selectWords } from './domain/select-words.ts';
import { weighWords } from './domain/weigh-words.ts';
import { choosePublicForm } from './forms/choose-form.ts';
import { maskOf, maskValues } from './forms/mask-values.ts';
import { publicColumn } from './forms/public-column.ts';
import { AIM_MOST_COLUMNS, fitAim } from './mechanisms/aim.ts';
import { fitMst } from './mechanisms/mst.ts';
import { PrivacyRefused } from './privacy-refused.ts';
import { type RandomBytes, randomIntegers } from './random-integers.ts';

export type DifferentialPrivacy = {
  /** Above 10 is refused: it protects nobody. */
  epsilon: number;
  delta: number;
  /** Column that names the person protected; null where each row is a person of its own. */
  unitColumn: string | null;
  /** MST by default; AIM takes longer and comes closer. */
  mechanism?: Mechanism;
  /** From a cryptographic source. */
  randomBytes: RandomBytes;
  /** Rows of one person that are used, drawn at random; 40 by default. */
  mostRows?: number;
  /** What may stand in a column, declared without looking at the rows. */
  domains?: Readonly<Partial<Record<string, PublicDomain>>>;
  /** Called once with the whole cost before any noise is drawn; throws to refuse. */
  debit?: (cost: { rho: number; delta: number }) => void;
};

const MAX_EPSILON = 10;
/** Of the budget, for what may stand in columns that nobody declared. */
const DOMAINS_SHARE = 0.15;
/** Of the budget, for the forms of all columns: numbers and decimals, layouts of dates, words. */
const FORMS_SHARE = 0.05;
const FEW_PERSONS = 5000;

const wordsOf = ({ codes, dictionary }: CategoryColumn): (string | null)[] =>
  Array.from(codes, (code) => (code < 0 ? null : dictionary[code]));

/**
 * Learns a table with differential privacy for each person, from end to end: contributions are bounded
 * first, forms and domains are declared or chosen with privacy, and noise is exact and never from the seed. Names of
 * columns count as public.
 *
 * @throws PrivacyRefused where the parameters promise nothing, or the column of persons is missing
 */
export function fitPrivate(
  table: Table,
  {
    options,
    roles,
    step,
  }: {
    options: DifferentialPrivacy;
    roles: Readonly<Partial<Record<string, ColumnRole>>>;
    step: (stage: string, done: number, total: number) => void;
  },
): { columns: ColumnPlan[]; fields: Field[]; columnFields: number[][]; core: PrivateCore } {
  const plans = planPrivately(table, roles);
  const learned = table.columns.map((_, i) => i).filter((i) => plans[i].made === null);
  check(options, learned.length);
  const { delta, mechanism = 'MST' } = options;
  const domainOf = (i: number) => options.domains?.[table.columns[i].name];
  // Which columns are of words is not known yet, so each has a share for its words, or bins, and one for its form.
  const ofForms = learned.filter((i) => domainOf(i)?.kind !== 'words').length;
  const ofDomains = learned.filter((i) => domainOf(i) === undefined).length;
  const deltaWords = ofForms > 0 ? delta / 2 : 0;
  const rho = cdpRho(options.epsilon, delta - deltaWords);
  options.debit?.({ rho, delta });

  const random = randomIntegers(options.randomBytes);
  step('contributions', 0, 1);
  const bounded = boundContributions(table, options, random);
  const { weights, scale, mostRows } = bounded;
  const rhoForms = ofForms > 0 ? FORMS_SHARE * rho : 0;
  const rhoDomains = ofDomains > 0 ? DOMAINS_SHARE * rho : 0;
  const rhoEach = rhoDomains / ofDomains;
  const deltaEach = deltaWords / (ofForms + ofDomains);
  let spent = 0;
  const chooseBins = (column: NumberColumn): NumberCodec | null => {
    const { values, decimals } = column;
    const result = selectBins(values, { decimals, weights, scale, rho: rhoEach, random });
    spent += result.rho;
    return result.codec;
  };
  const vote = (
    words: readonly (string | null)[],
    counted: { weights: Int32Array | null; rho: number },
  ) => {
    const result = selectWords(words, { scale, mostRows, delta: deltaEach, ...counted, random });
    spent += result.rho;
    return result;
  };
  const chooseDays = (column: DatetimeColumn): DaySpan[] => {
    const result = selectMonths(column.values, { weights, scale, rho: rhoEach, random });
    spent += result.rho;
    return result.spans;
  };
  const chooseWords = (column: CategoryColumn): string[] => {
    const words = wordsOf(column);
    return vote(words, { weights: weighWords(words, bounded), rho: rhoEach }).words;
  };
  const chooseForm = (column: Column, domain: PublicDomain | undefined): Column => {
    if (domain?.kind === 'words') return publicColumn(column, { kind: 'words' });
    const { words, counts } = vote(maskValues(column), {
      weights,
      rho: rhoForms / ofForms,
    });
    const votes = words.map((word, i) => ({ mask: maskOf(word), count: counts[i]! }));
    const read = column.kind === 'category' ? undefined : column.form;
    return publicColumn(column, choosePublicForm(column.name, votes, read));
  };
  const fields: Field[] = [];
  const codes: Uint8Array[] = [];
  const columnFields: number[][] = table.columns.map(() => []);
  learned.forEach((i, done) => {
    step('domains', done, learned.length);
    const column = chooseForm(bounded.table.columns[i], domainOf(i));
    plans[i] = { ...plans[i], layout: headOf(column) };
    for (const field of publicFields(column, {
      domain: domainOf(i),
      chooseWords,
      chooseDays,
      chooseBins,
    })) {
      columnFields[i].push(fields.length);
      fields.push(field);
      codes.push(encodeField(field, column));
    }
  });
  step('model', 0, 1);
  const sizes = fields.map((field) => field.codec.size);
  const granted = rho - rhoForms - rhoDomains;
  const counted = { codes, sizes, weights, scale };
  const learnt =
    mechanism === 'MST'
      ? fitMst(counted, granted, random, () => step('model', 0, 1))
      : fitAim(counted, granted, random, (share) => step('model', share, 1));
  spent += learnt.rho;
  const persons = Math.round(learnt.model.total);
  const guarantee: Guarantee = {
    epsilon: cdpEpsilon(spent, delta - deltaWords),
    delta,
    rho: spent,
    unit: options.unitColumn ?? 'row',
    mostRows,
    advantage: attackerAdvantage(spent),
    mechanism,
    noisyPersons: persons,
    assumes: [
      'names of columns are public',
      'where numbers or dates can be read in two ways, which one is meant is public',
    ],
    warnings: warningsOf(options, persons),
  };
  return {
    columns: withPersons(plans, persons),
    fields,
    columnFields,
    core: { kind: 'private', model: learnt.model, merged: learnt.merged, guarantee },
  };
}

function check({ epsilon, delta, mechanism }: DifferentialPrivacy, columns: number): void {
  if (!(epsilon > 0) || epsilon > MAX_EPSILON)
    throw new PrivacyRefused(`epsilon is ${epsilon}; it must be above 0 and at most 10.`);
  if (!(delta > 0) || delta > 1e-2)
    throw new PrivacyRefused(`delta is ${delta}; it must be above 0 and at most 0.01.`);
  if (columns === 0) throw new PrivacyRefused('No column is left to learn.');
  if (mechanism === 'AIM' && columns > AIM_MOST_COLUMNS)
    throw new PrivacyRefused(
      `AIM learns at most ${AIM_MOST_COLUMNS} columns, and there are ${columns}; MST takes them all.`,
    );
}

function publicFields(
  column: Column,
  {
    domain,
    chooseWords,
    chooseDays,
    chooseBins,
  }: {
    domain: PublicDomain | undefined;
    chooseWords: (column: CategoryColumn) => string[];
    chooseDays: (column: DatetimeColumn) => DaySpan[];
    chooseBins: (column: NumberColumn) => NumberCodec | null;
  },
): Field[] {
  if (column.kind === 'category') {
    const words = domain?.kind === 'words' ? domain.values : chooseWords(column);
    return [{ part: 'whole', codec: publicWords(words) }];
  }
  if (column.kind === 'number') {
    const codec =
      domain?.kind === 'range'
        ? publicRange(domain.low, domain.high, column.decimals)
        : (chooseBins(column) ?? anyAmounts(column.decimals));
    return [{ part: 'whole', codec }];
  }
  const day: Field = { part: 'day', codec: publicDays(chooseDays(column)) };
  return isDateOnly(column.form) ? [day] : [day, { part: 'clock', codec: publicHours() }];
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

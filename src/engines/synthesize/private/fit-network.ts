import type { Column } from '../../table/table.ts';
import { encodeField, type Field, headOf } from '../codec/field.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { Mechanism } from '../model/private-core.ts';
import type { Bounded } from './bound-contributions.ts';
import { createChooser } from './domain/choose-fields.ts';
import type { PublicDomain } from './domain/public-domain.ts';
import type { PublicForm } from './forms/choose-form.ts';
import { publicColumn } from './forms/public-column.ts';
import type { Learned } from './graphical/network-model.ts';
import { fitAim } from './mechanisms/aim.ts';
import { fitMst } from './mechanisms/mst.ts';
import type { RandomIntegers } from './random-integers.ts';

const DOMAINS_SHARE = 0.15;
/** Budget share for the forms of all columns: numbers and decimals, date layouts, categories. */
const FORMS_SHARE = 0.05;

/** Budget of a table: zCDP, the part of delta for votes on categories, and its mechanism. */
export type NetworkBudget = { rho: number; deltaWords: number; mechanism: Mechanism };

export type Network = Learned & {
  columns: ColumnPlan[];
  fields: Field[];
  columnFields: number[][];
  /** Public form of each column that was voted on. */
  forms: ReadonlyMap<number, PublicForm>;
  warnings: string[];
};

/** Learned column whose fields are public already, or whose values are numbers of rows. */
export type Special = { kind: 'known'; fields: readonly Field[] } | { kind: 'count' };

/** Columns whose form and domain the budget has to pay for. */
export const openColumns = (
  learned: readonly number[],
  isPublic: (column: number) => boolean,
): number[] => learned.filter((i) => !isPublic(i));

/**
 * Fits the noisy network of a table with bounded contributions: forms and domains first, where they
 * are not public, then the counts.
 *
 * @returns the network; `rho` is what was spent in all
 */
export function fitNetwork(
  bounded: Bounded,
  {
    plans: planned,
    learned,
    domainOf,
    specialOf = () => undefined,
    budget: { rho, deltaWords, mechanism },
    random,
    step,
  }: {
    plans: readonly ColumnPlan[];
    learned: readonly number[];
    domainOf: (column: number) => PublicDomain | undefined;
    specialOf?: (column: number) => Special | undefined;
    budget: NetworkBudget;
    random: RandomIntegers;
    step: (stage: string, done: number, total: number) => void;
  },
): Network {
  const { weights, scale } = bounded;
  const plans = [...planned];
  const open = openColumns(
    learned,
    (i) => specialOf(i)?.kind === 'known' || domainOf(i)?.kind === 'words',
  ).length;
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
  const columnFields: number[][] = bounded.table.columns.map(() => []);
  const forms = new Map<number, PublicForm>();
  const formed = (i: number): { column: Column; own: readonly Field[] } => {
    const given = bounded.table.columns[i];
    const special = specialOf(i);
    if (special?.kind === 'known') return { column: given, own: special.fields };
    if (special?.kind === 'count' && given.kind === 'number')
      return { column: given, own: [chooser.countOf(given.values)] };
    const form = chooser.formOf(given, domainOf(i));
    forms.set(i, form);
    const column = publicColumn(given, form);
    return { column, own: chooser.fieldsOf(column, domainOf(i)) };
  };
  learned.forEach((i, done) => {
    step('domains', done, learned.length);
    const { column, own } = formed(i);
    plans[i] = { ...plans[i], layout: headOf(column) };
    for (const field of own) {
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
  return {
    columns: plans,
    fields,
    columnFields,
    forms,
    model: fitted.model,
    merged: fitted.merged,
    rho: chooser.spent() + fitted.rho,
    warnings: chooser.warnings(),
  };
}

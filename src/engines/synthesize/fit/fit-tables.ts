import { withoutTextNames } from '../../meaning/persons/names-in-texts.ts';
import type { Table } from '../../table/table.ts';
import type { Model } from '../model/model.ts';
import { encodePayments } from '../payments/encode-payments.ts';
import type { PrivacyCost } from '../private/fit-private.ts';
import { fitLinked } from '../relations/fit/fit-linked.ts';
import { fitLinkedPrivately, linkedCost } from '../relations/private/fit-linked-privately.ts';
import type { Relation, Tables } from '../relations/relation.ts';
import { setOfOne } from '../relations/tables-model.ts';
import { costOf, fit } from './fit.ts';
import type { FitOptions } from './fit-options.ts';
import { thresholdOf } from './modes.ts';
import type { TablesFit, TablesFitOptions } from './tables-options.ts';

const aloneOptions = (name: string, { whole, ...options }: TablesFitOptions): FitOptions => ({
  ...options,
  ...options.tables?.[name],
  whole: whole?.[name],
});

const areLinked = (tables: Tables, relations: readonly Relation[]): boolean =>
  Object.keys(tables).length > 1 || relations.length > 0;

const withoutNames = (tables: Tables, seed: TablesFitOptions['seed']): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, withoutTextNames(table, seed)]),
  );

/**
 * Fits a model of one table, or of several linked ones.
 *
 * @param read tables, each with at least one row
 * @param relations empty for one table; the first one of a table is the one for which its rows are
 * sampled
 * @throws FitRefused if tables and relations are inconsistent or nothing can be modeled,
 * PrivacyRefused, FitCancelled
 */
export function fitTables(
  read: Tables,
  relations: readonly Relation[],
  options: TablesFitOptions,
): TablesFit {
  const [[name, alone]] = Object.entries(read);
  if (areLinked(read, relations)) {
    const tables = options.mode === 'private' ? read : withoutNames(read, options.seed);
    const fitSeveral = options.mode === 'private' ? fitLinkedPrivately : fitLinked;
    return fitSeveral(tables, relations, options);
  }
  const model = fitAlone(alone, aloneOptions(name, options));
  return { model: setOfOne(model, name), left: [] };
}

/** Fits one table; a statement's private payees and texts in their modeled form. */
function fitAlone(table: Table, options: FitOptions): Model {
  const { mode, roles, seed } = options;
  if (mode === 'private') return fit(table, options);
  const encoded = encodePayments(table, { roles, threshold: thresholdOf(mode) });
  if (encoded === null) return fit(withoutTextNames(table, seed), options);
  const { payments, columns: own } = encoded;
  const learned = Object.fromEntries(own.map((column) => [column, 'feature' as const]));
  const model = fit(encoded.table, { ...options, roles: { ...roles, ...learned } });
  const columns = model.columns.map((plan, i) => {
    const isText = i === payments.text || payments.inTexts === true;
    const role = isText ? ('text' as const) : ('personal' as const);
    return own.includes(plan.layout.name) ? { ...plan, role } : plan;
  });
  return { ...model, columns, payments };
}

/**
 * Returns the privacy budget that `fitTables` spends, before any noise.
 *
 * @throws FitRefused, PrivacyRefused
 */
export function costOfTables(
  tables: Tables,
  relations: readonly Relation[],
  options: TablesFitOptions,
): PrivacyCost {
  if (areLinked(tables, relations)) return linkedCost(tables, relations, options);
  const [[name, alone]] = Object.entries(tables);
  return costOf(alone, aloneOptions(name, options));
}

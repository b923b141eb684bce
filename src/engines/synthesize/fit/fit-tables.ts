import { withoutTextNames } from '../../meaning/persons/names-in-texts.ts';
import type { PrivacyCost } from '../private/fit-private.ts';
import { fitLinked } from '../relations/fit/fit-linked.ts';
import { fitLinkedPrivately, linkedCost } from '../relations/private/fit-linked-privately.ts';
import type { Relation, Tables } from '../relations/relation.ts';
import { setOfOne } from '../relations/tables-model.ts';
import { costOf, fit } from './fit.ts';
import type { FitOptions } from './fit-options.ts';
import type { TablesFit, TablesFitOptions } from './tables-options.ts';

const aloneOptions = (name: string, options: TablesFitOptions): FitOptions => ({
  ...options,
  ...options.tables?.[name],
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
  const tables = options.mode === 'private' ? read : withoutNames(read, options.seed);
  const [[name, alone]] = Object.entries(tables);
  if (areLinked(tables, relations)) {
    const fitSeveral = options.mode === 'private' ? fitLinkedPrivately : fitLinked;
    return fitSeveral(tables, relations, options);
  }
  const model = fit(alone, aloneOptions(name, options));
  return { model: setOfOne(model, name), left: [] };
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

import { logNormalTable, type QuantileTable } from '../../random/quantile-table.ts';
import type { Configuration } from '../configuration/schema.ts';

const known = new WeakMap<Configuration, QuantileTable[]>();

/** Quantiles of the tickets of each category, in minor units; made once a configuration. */
export function ticketTables(configuration: Configuration): QuantileTable[] {
  const found = known.get(configuration);
  if (found !== undefined) return found;
  const tables = configuration.categories.map(({ ticket }) =>
    logNormalTable(ticket.median * 100, ticket.sigma),
  );
  known.set(configuration, tables);
  return tables;
}

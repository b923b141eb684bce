import { findStatement } from '../../engines/meaning/statement/find-statement.ts';
import type { TablesFitOptions } from '../../engines/synthesize/index.ts';
import type { Table } from '../../engines/table/table.ts';
import { COLUMN_KINDS, declaredFrom } from '../../shared/column-kinds.ts';
import type { CsvDialect } from '../../shared/csv.ts';
import { readSource } from '../read-table.ts';
import { refused } from '../terminal/arguments.ts';
import { columnAt, filesFrom, formsOf, ONLY, pairFrom, placeFrom, writtenPlace } from './places.ts';

export type Inputs = {
  tables: Record<string, Table>;
  dialects: Map<string, CsvDialect | undefined>;
};

export async function readInputs(
  path: string | undefined,
  pairs: readonly string[],
  forms: readonly string[] = [],
) {
  const inputs: Inputs = { tables: {}, dialects: new Map() };
  for (const [name, from] of path === undefined
    ? filesFrom('--table', pairs, false)
    : [[ONLY, path] as const]) {
    const { table, dialect } = await readSource(from, {
      tellBreaks: true,
      // A linked table may hold its key alone.
      list: path === undefined,
      ...formsOf(name, forms),
    });
    inputs.tables[name] = table;
    inputs.dialects.set(name, dialect);
  }
  return inputs;
}

/** Rules that the user declares and rejects, by table. */
export type Rules = Record<string, { declared: string[]; rejected: string[] }>;

/** Returns the options of single tables: corrected roles, entity, and running balance. */
export function tableOptions(
  { tables }: Inputs,
  {
    roles,
    entity,
    rules,
    isAlone,
  }: {
    roles: readonly string[];
    entity: string | undefined;
    rules: Rules;
    isAlone: boolean;
  },
): NonNullable<TablesFitOptions['tables']> {
  const within = { tables, isAlone };
  const options: Record<string, NonNullable<TablesFitOptions['tables']>[string]> = {};
  // Held-out rows would leave gaps in a running balance.
  const [[name, only], ...others] = Object.entries(tables) as [[string, Table]];
  if (others.length === 0) options[name] = { statement: findStatement(only) };
  for (const [table, own] of Object.entries(rules)) {
    if (!Object.hasOwn(tables, table))
      throw refused(
        `--rule, --no-rule: there is no table "${table}". Tables: ${Object.keys(tables).join(', ')}.`,
      );
    options[table] = { ...options[table], rules: own };
  }
  for (const pair of roles) {
    const [place, word] = pairFrom(pair);
    const role = declaredFrom(word);
    if (role === undefined || placeFrom(place, isAlone) === null)
      throw refused(
        `--role: expected ${writtenPlace(isAlone)}=ROLE, where ROLE is one of ${Object.keys(COLUMN_KINDS).join(', ')}.`,
      );
    const { table, column } = columnAt('--role', place, within);
    const own = options[table];
    options[table] = { ...own, roles: { ...own?.roles, [column]: role } };
  }
  if (entity === undefined) return options;
  const { table, column } = columnAt('--entity', entity, within);
  return { ...options, [table]: { ...options[table], entity: column } };
}

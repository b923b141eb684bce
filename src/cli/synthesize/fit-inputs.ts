import { findStatement } from '../../engines/mapping/find-statement.ts';
import { streamFor } from '../../engines/random/stream.ts';
import type { Relation, TablesFitOptions } from '../../engines/synthesize/index.ts';
import { COLUMN_ROLES, type ColumnRole } from '../../engines/table/column-role.ts';
import { entityIndex } from '../../engines/table/sequence-shape.ts';
import type { Table } from '../../engines/table/table.ts';
import { takeRows } from '../../engines/table/take-rows.ts';
import { isHeldName } from '../../product/data/split-holdout.ts';
import { splitLinked, trainingRows } from '../../product/data/split-linked.ts';
import type { CsvDialect } from '../../shared/csv.ts';
import { readSource } from '../read-table.ts';
import { refused } from '../terminal/arguments.ts';
import { columnAt, filesFrom, formsOf, ONLY, pairFrom, placeFrom, writtenPlace } from './places.ts';

const HOLDOUT_PURPOSE = 0x484f4c44;

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
      ...formsOf(name, forms),
    });
    inputs.tables[name] = table;
    inputs.dialects.set(name, dialect);
  }
  return inputs;
}

/** Returns the options of single tables: corrected roles, entity, and running balance. */
export function tableOptions(
  { tables }: Inputs,
  {
    roles,
    entity,
    isAlone,
  }: { roles: readonly string[]; entity: string | undefined; isAlone: boolean },
): NonNullable<TablesFitOptions['tables']> {
  const within = { tables, isAlone };
  const options: Record<string, NonNullable<TablesFitOptions['tables']>[string]> = {};
  // Held-out rows would leave gaps in a running balance.
  const [[name, only], ...others] = Object.entries(tables) as [[string, Table]];
  if (others.length === 0) options[name] = { statement: findStatement(only) };
  for (const pair of roles) {
    const [place, word] = pairFrom(pair);
    const role: ColumnRole | undefined = COLUMN_ROLES.find((name) => name === word);
    if (role === undefined || placeFrom(place, isAlone) === null)
      throw refused(
        `--role: expected ${writtenPlace(isAlone)}=ROLE, where ROLE is one of ${COLUMN_ROLES.join(', ')}.`,
      );
    const { table, column } = columnAt('--role', place, within);
    const own = options[table];
    options[table] = { ...own, roles: { ...own?.roles, [column]: role } };
  }
  if (entity === undefined) return options;
  const { table, column } = columnAt('--entity', entity, within);
  return { ...options, [table]: { ...options[table], entity: column } };
}

/** Returns the training rows: without a share of entities, or of rows without an entity column. */
function withoutHoldout(table: Table, share: number, unit: string | null): Table {
  const column = table.columns.find(({ name }) => name === unit);
  const of = column === undefined ? null : entityIndex(column).of;
  return rowsWhere(
    table,
    (row) => streamFor(1n, of?.[row] ?? row, HOLDOUT_PURPOSE).float() >= share,
  );
}

const rowsWhere = (table: Table, keeps: (row: number) => boolean): Table =>
  takeRows(
    table,
    Array.from({ length: table.rows }, (_, row) => row).filter((row) => keeps(row)),
  );

function withoutLinked(
  tables: Readonly<Record<string, Table>>,
  relations: readonly Relation[],
  share: number,
): Record<string, Table> {
  const { held, subject } = splitLinked(tables, relations, (name) => isHeldName(name, share));
  if (subject === null)
    throw refused('--holdout: no table that others refer to has at least 500 rows.');
  return trainingRows(tables, held);
}

/** Returns the tables without their holdout; of linked tables, with all dependent rows. */
export function trainingTables(
  { tables }: Inputs,
  {
    relations,
    share,
    unit,
  }: { relations: readonly Relation[]; share: number; unit: string | null },
): Record<string, Table> {
  if (share === 0) return tables;
  const training = relations.length === 0 ? {} : withoutLinked(tables, relations, share);
  if (relations.length === 0)
    for (const [name, table] of Object.entries(tables))
      training[name] = withoutHoldout(table, share, unit);
  if (Object.values(training).some(({ rows }) => rows === 0))
    throw refused(`--holdout ${share} leaves no training rows.`);
  return training;
}

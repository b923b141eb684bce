import type { RoutineRow } from './catalog-queries.ts';
import type { Column, Relation, Relationship, Routine } from './schema.ts';

const asColumns = (columns: { name: string; type: string }[]): Map<string, Column> =>
  new Map(columns.map(({ name, type }) => [name, { name, type, defaultSql: null }]));

const UNNAMED = ['json', 'jsonb', 'text', 'bytea', 'xml'];

function toRoutine(row: RoutineRow, tableOf: (oid: number) => Relation | undefined): Routine {
  const table = tableOf(row.returnRelation)?.name ?? null;
  const isRow = row.returnKind === 'c' || row.returnType === 'record' || row.outputs.length > 0;
  const described = row.outputs.length > 0 ? row.outputs : row.returnColumns;
  const returns = row.returnType === 'void' ? 'void' : isRow ? 'row' : 'scalar';
  return {
    name: row.name,
    parameters: row.parameters.map(({ name, type, mode, required }) => ({
      name,
      type,
      required,
      variadic: mode === 'v',
    })),
    returns,
    set: row.set,
    table,
    columns: returns === 'row' && described.length > 0 ? asColumns(described) : null,
    volatile: row.volatile,
  };
}

/** Returns true if all arguments have names, or the only one has the type of a body. */
const isCallable = ({ parameters }: Routine): boolean =>
  parameters.every(({ name }) => name !== '') ||
  (parameters.length === 1 && UNNAMED.includes(parameters[0]!.type));

export type ReadRoutines = {
  routines: Map<string, Routine[]>;
  computedColumns: Map<string, Set<string>>;
  relationships: Relationship[];
};

export function readRoutines(
  rows: RoutineRow[],
  tableOf: (oid: number) => Relation | undefined,
): ReadRoutines {
  const routines = new Map<string, Routine[]>();
  const computedColumns = new Map<string, Set<string>>();
  const relationships: Relationship[] = [];
  for (const row of rows) {
    const routine = toRoutine(row, tableOf);
    if (isCallable(routine)) {
      routines.set(routine.name, [...(routines.get(routine.name) ?? []), routine]);
    }
    const owner = row.rowOf === null ? undefined : tableOf(row.rowOf);
    if (!owner) continue;
    if (routine.table !== null) {
      relationships.push({
        from: owner.name,
        to: routine.table,
        toView: false,
        kind: row.set && row.rows !== 1 ? 'one-to-many' : 'many-to-one',
        constraint: routine.name,
        columns: [],
        junction: null,
        computed: true,
      });
    } else if (!row.set && routine.returns === 'scalar') {
      const names = computedColumns.get(owner.name) ?? new Set();
      computedColumns.set(owner.name, names.add(routine.name));
    }
  }
  return { routines, computedColumns, relationships };
}

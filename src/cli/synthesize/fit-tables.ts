import {
  fitRelations,
  modelHash,
  modelToBytes,
  type Relation,
  type RelationsFit,
  type RelationsFitOptions,
  suppressedColumns,
} from '../../engines/synthesize/index.ts';
import { COLUMN_ROLES } from '../../engines/table/column-role.ts';
import type { Table } from '../../engines/table/table.ts';
import type { CsvDialect } from '../../shared/csv.ts';
import { writeWhole } from '../hashed-file.ts';
import { readSource } from '../read-table.ts';
import { refused } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { stageProgress } from '../terminal/stage-progress.ts';

const MODES = ['fidelity', 'balanced', 'cautious'] as const;

export type TablesArguments = {
  table: readonly string[];
  relation: readonly string[];
  role: readonly string[];
  mode: string;
  seed: bigint;
  out: string;
  leaveOrphansOut: boolean;
  json: boolean;
};

/** Parses `table.column`; table names contain no dot. */
function placeFrom(text: string): { table: string; column: string } | null {
  const at = text.indexOf('.');
  return at < 1 || at === text.length - 1
    ? null
    : { table: text.slice(0, at), column: text.slice(at + 1) };
}

function relationFrom(text: string): Relation {
  const at = text.indexOf('=');
  const child = placeFrom(text.slice(0, Math.max(0, at)));
  const parent = placeFrom(text.slice(at + 1));
  if (child === null || parent === null)
    throw refused('--relation: expected CHILD.COLUMN=PARENT.COLUMN.');
  return {
    child: child.table,
    childKey: child.column,
    parent: parent.table,
    parentKey: parent.column,
  };
}

function rolesFrom(pairs: readonly string[], tables: Readonly<Record<string, Table>>) {
  const roles: Record<string, NonNullable<RelationsFitOptions['roles']>[string]> = {};
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=');
    const place = placeFrom(pair.slice(0, Math.max(0, at)));
    const role = COLUMN_ROLES.find((name) => name === pair.slice(at + 1));
    if (place === null || role === undefined)
      throw refused(
        `--role: expected TABLE.COLUMN=ROLE, where ROLE is one of ${COLUMN_ROLES.join(', ')}.`,
      );
    const table = Object.hasOwn(tables, place.table) ? tables[place.table] : undefined;
    if (!table?.columns.some(({ name }) => name === place.column))
      throw refused(`Column ${place.table}.${place.column} not found.`);
    roles[place.table] = { ...roles[place.table], [place.column]: role };
  }
  return roles;
}

async function tablesFrom(pairs: readonly string[]) {
  const paths = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1 || at === pair.length - 1) throw refused('--table: expected NAME=FILE.');
    const name = pair.slice(0, at);
    if (paths.has(name)) throw refused(`--table: ${name} is given twice.`);
    paths.set(name, pair.slice(at + 1));
  }
  const tables: Record<string, Table> = {};
  const dialects = new Map<string, CsvDialect | undefined>();
  for (const [name, path] of paths) {
    const source = await readSource(path, { tellBreaks: true });
    tables[name] = source.table;
    dialects.set(name, source.dialect);
  }
  return { tables, dialects };
}

function summaryOf({ model, left }: RelationsFit, bytes: number) {
  return {
    mode: model.mode,
    kind: 'tables',
    tables: Object.fromEntries(
      model.tables.map(({ name, rows, child, made }) => {
        const learned = made.kind === 'siblings' ? made : made.model;
        const plans = learned.columns;
        const relation = child === null ? null : model.relations[child.primary]!;
        return [
          name,
          {
            rows,
            kind: made.kind === 'root' ? 'table' : made.kind,
            for: relation?.parent ?? null,
            repeats: Object.fromEntries(
              (child?.repeats ?? []).map(({ column, contextField }) => [
                plans[column]!.layout.name,
                child!.contextColumns.columns[child!.contextColumns.of[contextField]!]!,
              ]),
            ),
            chosen: Object.fromEntries([
              ...(child?.follows ?? []).map(({ relation: r }) => [
                model.relations[r]!.childKey,
                'follows' as const,
              ]),
              ...(child?.others ?? []).map(({ relation: r, how }) => [
                model.relations[r]!.childKey,
                how,
              ]),
            ]) as Record<string, keyof typeof HOW>,
            columns: Object.fromEntries(plans.map(({ layout, role }) => [layout.name, role])),
            suppressed: suppressedColumns(learned),
          },
        ];
      }),
    ),
    left: left.map(({ relation, rows }) => ({ ...relation, rows })),
    bytes,
    hash: modelHash(model),
  };
}

const HOW = {
  follows: 'consistently with the parent row, as in all rows of the file',
  segment: 'by the row’s attributes, then by frequency',
  popularity: 'by frequency, independently of the row',
  uniform: 'uniformly at random',
};

function linesOf(summary: ReturnType<typeof summaryOf>, out: string): string[] {
  return [
    `${out}: ${summary.mode}, ${Object.keys(summary.tables).length} tables, ${summary.bytes} bytes`,
    `hash ${summary.hash}`,
    ...summary.left.map(
      ({ child, childKey, parent, parentKey, rows }) =>
        `${rows} orphan rows of ${child} dropped: ${childKey} has no match in ${parent}.${parentKey}`,
    ),
    ...Object.entries(summary.tables).flatMap(([name, table]) => [
      `${name}: ${table.rows} training rows${table.for === null ? '' : `, generated per row of ${table.for}${table.kind === 'histories' ? ' as sequences' : ''}`}`,
      ...Object.entries(table.columns).map(([column, role]) => `  ${column}: ${role}`),
      ...table.suppressed.map(
        (column) =>
          `  ${column}: all values are missing or “other”, since too few rows share a value`,
      ),
      ...Object.entries(table.repeats).map(
        ([column, above]) => `  ${column} is determined by ${above}`,
      ),
      ...Object.entries(table.chosen).map(([column, how]) => `  ${column} is chosen ${HOW[how]}`),
    ]),
    'No formal privacy guarantee (no noise added).',
  ];
}

export async function fitTables(args: TablesArguments): Promise<number> {
  const mode = MODES.find((name) => name === args.mode);
  if (mode === undefined)
    throw refused(`--mode: expected one of ${MODES.join(', ')} for linked tables.`);
  const relations = args.relation.map(relationFrom);
  const { tables, dialects } = await tablesFrom(args.table);
  const progress = stageProgress();
  const fitted = fitRelations(tables, relations, {
    mode,
    seed: args.seed,
    roles: rolesFrom(args.role, tables),
    leaveOrphansOut: args.leaveOrphansOut,
    progress,
  });
  progress('done');
  const learned = fitted.model.tables;
  const model = {
    ...fitted.model,
    tables: learned.map((table) => ({ ...table, dialect: dialects.get(table.name) })),
  };
  const bytes = modelToBytes(model);
  writeWhole(args.out, bytes);
  printSummary(summaryOf({ ...fitted, model }, bytes.length), args.json, (summary) =>
    linesOf(summary, args.out),
  );
  return 0;
}

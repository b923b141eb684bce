import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findStatement } from '../../engines/mapping/find-statement.ts';
import { streamFor } from '../../engines/random/stream.ts';
import {
  type FitOptions,
  fit,
  lawSentence,
  MECHANISMS,
  type Mechanism,
  type Model,
  modelHash,
  modelToBytes,
  orderSentence,
  type SynthesisMode,
  suppressedColumns,
} from '../../engines/synthesize/index.ts';
import { COLUMN_ROLES, type ColumnRole } from '../../engines/table/column-role.ts';
import { entityIndex, likelyEntity } from '../../engines/table/sequence-shape.ts';
import type { Table } from '../../engines/table/table.ts';
import { takeRows } from '../../engines/table/take-rows.ts';
import { writeWhole } from '../hashed-file.ts';
import { readSource } from '../read-table.ts';
import { columnFrom, refused, seedFrom } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { stageProgress } from '../terminal/stage-progress.ts';
import { fitTables, type TablesArguments } from './fit-tables.ts';

const options = {
  table: { type: 'string', multiple: true },
  relation: { type: 'string', multiple: true },
  'leave-orphans-out': { type: 'boolean', default: false },
  out: { type: 'string' },
  mode: { type: 'string' },
  epsilon: { type: 'string' },
  delta: { type: 'string' },
  mechanism: { type: 'string' },
  unit: { type: 'string' },
  entity: { type: 'string' },
  holdout: { type: 'string', default: '0' },
  role: { type: 'string', multiple: true },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

const MODES = ['fidelity', 'balanced', 'cautious'] as const;
const HOLDOUT_PURPOSE = 0x484f4c44;

function modeFrom(mode: string | undefined, epsilon: string | undefined): SynthesisMode {
  if (epsilon !== undefined) {
    if (mode !== undefined) throw refused('--mode and --epsilon exclude one another');
    return 'private';
  }
  const found = MODES.find((name) => name === (mode ?? 'balanced'));
  if (found === undefined) throw refused(`--mode must be one of ${MODES.join(', ')}`);
  return found;
}

function mechanismFrom(name: string | undefined): Mechanism {
  const found = MECHANISMS.find((mechanism) => mechanism.toLowerCase() === (name ?? 'mst'));
  if (found === undefined) throw refused('--mechanism must be mst or aim');
  return found;
}

function rolesFrom(pairs: readonly string[] | undefined, table: Table) {
  const roles: Partial<Record<string, ColumnRole>> = {};
  for (const pair of pairs ?? []) {
    const at = pair.lastIndexOf('=');
    const role = COLUMN_ROLES.find((name) => name === pair.slice(at + 1));
    if (at < 1 || role === undefined) {
      throw refused(`--role takes COLUMN=role, a role of ${COLUMN_ROLES.join(', ')}`);
    }
    roles[columnFrom(pair.slice(0, at), table)] = role;
  }
  return roles;
}

/** The share of entities, or of rows where no column names them, that nothing is learned from. */
function withoutHoldout(table: Table, share: number, unit: string | null): Table {
  if (share === 0) return table;
  const column = table.columns.find(({ name }) => name === unit);
  const of = column === undefined ? null : entityIndex(column).of;
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    if (streamFor(1n, of?.[row] ?? row, HOLDOUT_PURPOSE).float() >= share) rows.push(row);
  }
  if (rows.length === 0) throw refused(`--holdout ${share} leaves no row to learn from`);
  return takeRows(table, rows);
}

function privacyFrom({
  epsilon,
  delta,
  mechanism,
  unit,
  rows,
}: {
  epsilon: string;
  delta: string | undefined;
  mechanism: Mechanism;
  unit: string | null;
  rows: number;
}) {
  return {
    epsilon: Number(epsilon),
    // Only the order of magnitude of the number of rows goes in, which one person does not move.
    delta:
      delta === undefined ? 10 ** -Math.max(6, Math.ceil(1.5 * Math.log10(rows))) : Number(delta),
    mechanism,
    unitColumn: unit,
    randomBytes: (length: number) => randomBytes(length),
  };
}

function summaryOf(model: Model, bytes: number) {
  const { columns, core, mode } = model;
  return {
    mode,
    kind: core.kind === 'sequence' ? 'histories' : 'table',
    // What a private model was learned from is the file's secret.
    rows: core.kind === 'private' ? null : model.rows,
    columns: Object.fromEntries(columns.map(({ layout, role }) => [layout.name, role])),
    suppressed: suppressedColumns(model),
    follows: [
      ...(model.laws ?? []).map((law) => lawSentence(law, (i) => columns[i]!.layout.name)),
      ...(model.orders ?? []).map((order) =>
        orderSentence(order, { columns: columns.map(({ layout }) => layout) }),
      ),
    ],
    bytes,
    hash: modelHash(model),
    ...(core.kind === 'private' && { guarantee: core.guarantee }),
  };
}

function linesOf(summary: ReturnType<typeof summaryOf>, out: string): string[] {
  const { guarantee } = summary;
  return [
    `${out}: ${summary.mode}, ${summary.kind}${summary.rows === null ? '' : `, learned from ${summary.rows} rows`}, ${summary.bytes} bytes`,
    `hash ${summary.hash}`,
    ...Object.entries(summary.columns).map(([name, role]) => `  ${name}: ${role}`),
    ...summary.follows.map((sentence) => `  ${sentence}`),
    ...summary.suppressed.map(
      (name) =>
        `  ${name} is not shown: too few share a value of it, so every row is missing or “other”`,
    ),
    ...(guarantee === undefined
      ? ['no privacy guarantee: the model was learned without noise']
      : [
          `${guarantee.mechanism}, epsilon ${guarantee.epsilon.toFixed(4)}, delta ${guarantee.delta}, for each ${guarantee.unit}; this command keeps no ledger: add up what you learn from the same people yourself`,
          ...guarantee.warnings,
        ]),
  ];
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function tablesArguments(
  values: Values,
  { table, out, path }: { table: readonly string[]; out: string; path: string | undefined },
): TablesArguments {
  if (path !== undefined) throw refused('name files by --table alone, or one file without it');
  const { epsilon, delta, mechanism, unit, entity, holdout } = values;
  if (
    [epsilon, delta, mechanism, unit, entity].some((value) => value !== undefined) ||
    holdout !== '0'
  )
    throw refused(
      '--epsilon, --delta, --mechanism, --unit, --entity and --holdout are for one file, not for --table',
    );
  return {
    table,
    relation: values.relation ?? [],
    role: values.role ?? [],
    mode: values.mode ?? 'balanced',
    seed: seedFrom(values.seed ?? '1'),
    out,
    leaveOrphansOut: values['leave-orphans-out'] === true,
    json: values.json === true,
  };
}

/** Tells where a column seems to name whose row each is, and the rows were learned one by one all the same. */
function tellFlatEntity(table: Table, { core, columns }: Model): void {
  if (core.kind !== 'trees') return;
  const roles = columns.map(({ role }) => role);
  const column = likelyEntity(table, roles);
  if (column === null) return;
  const { count } = entityIndex(column);
  process.stderr.write(
    `column ${column.name} has ${count} values for ${table.rows} rows and seems to name whose row each is; no date orders them, so the rows are learned one by one. --entity ${JSON.stringify(column.name)} learns them as histories, in the file's order.\n`,
  );
}

/** `sandbox fit`: learns a file, or several that name one another's rows, and writes the model. */
export async function fitCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  const { out, epsilon, delta } = values;
  if (out === undefined) throw refused('--out must name a file');
  const seed = seedFrom(values.seed);
  if (values.table !== undefined)
    return fitTables(tablesArguments(values, { table: values.table, out, path }));
  if (values.relation !== undefined) throw refused('--relation goes with --table');
  if (path === undefined || more.length > 0) throw refused('name one file');
  const holdout = Number(values.holdout);
  if (!(holdout >= 0 && holdout < 1)) throw new RangeError('--holdout must be from 0 to below 1');
  const mode = modeFrom(values.mode, epsilon);
  if (epsilon === undefined && delta !== undefined) throw refused('--delta goes with --epsilon');
  if (epsilon === undefined && values.mechanism !== undefined)
    throw refused('--mechanism goes with --epsilon');
  const mechanism = mechanismFrom(values.mechanism);
  const { table, dialect } = await readSource(path, { tellBreaks: true });
  const entity = values.entity === undefined ? undefined : columnFrom(values.entity, table);
  if (entity !== undefined && epsilon !== undefined)
    throw refused('--entity is not for --epsilon: private models learn no histories');
  const unit = values.unit === undefined ? (entity ?? null) : columnFrom(values.unit, table);
  // Rows that are kept aside would leave gaps in a running balance.
  const statement = findStatement(table);
  const roles = rolesFrom(values.role, table);
  const train = withoutHoldout(table, holdout, unit);
  const progress = stageProgress();
  const fitOptions: FitOptions = {
    mode,
    seed,
    roles,
    progress,
    entity,
    statement,
    ...(epsilon !== undefined && {
      differentialPrivacy: privacyFrom({ epsilon, delta, mechanism, unit, rows: train.rows }),
    }),
  };
  const learned = fit(train, fitOptions);
  // How a file is written may tell of its rows.
  const model = mode === 'private' ? learned : { ...learned, dialect };
  tellFlatEntity(table, model);
  const bytes = modelToBytes(model);
  writeWhole(out, bytes);
  printSummary(summaryOf(model, bytes.length), values.json, (summary) => linesOf(summary, out));
  return 0;
}

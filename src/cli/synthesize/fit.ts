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
    if (mode !== undefined) throw refused('--mode and --epsilon are mutually exclusive.');
    return 'private';
  }
  const found = MODES.find((name) => name === (mode ?? 'balanced'));
  if (found === undefined) throw refused(`--mode: expected one of ${MODES.join(', ')}.`);
  return found;
}

function mechanismFrom(name: string | undefined): Mechanism {
  const found = MECHANISMS.find((mechanism) => mechanism.toLowerCase() === (name ?? 'mst'));
  if (found === undefined) throw refused('--mechanism: expected mst or aim.');
  return found;
}

function rolesFrom(pairs: readonly string[] | undefined, table: Table) {
  const roles: Partial<Record<string, ColumnRole>> = {};
  for (const pair of pairs ?? []) {
    const at = pair.lastIndexOf('=');
    const role = COLUMN_ROLES.find((name) => name === pair.slice(at + 1));
    if (at < 1 || role === undefined) {
      throw refused(
        `--role: expected COLUMN=ROLE, where ROLE is one of ${COLUMN_ROLES.join(', ')}.`,
      );
    }
    roles[columnFrom(pair.slice(0, at), table)] = role;
  }
  return roles;
}

function withoutHoldout(table: Table, share: number, unit: string | null): Table {
  if (share === 0) return table;
  const column = table.columns.find(({ name }) => name === unit);
  const of = column === undefined ? null : entityIndex(column).of;
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    if (streamFor(1n, of?.[row] ?? row, HOLDOUT_PURPOSE).float() >= share) rows.push(row);
  }
  if (rows.length === 0) throw refused(`--holdout ${share} leaves no training rows.`);
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
    // Only the order of magnitude of the row count is used; one person does not change it.
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
    // The training rows of a private model are confidential.
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
    `${out}: ${summary.mode}, ${summary.kind}${summary.rows === null ? '' : `, ${summary.rows} training rows`}, ${summary.bytes} bytes`,
    `hash ${summary.hash}`,
    ...Object.entries(summary.columns).map(([name, role]) => `  ${name}: ${role}`),
    ...summary.follows.map((sentence) => `  ${sentence}`),
    ...summary.suppressed.map(
      (name) => `  ${name}: all values are missing or “other”, since too few rows share a value`,
    ),
    ...(guarantee === undefined
      ? ['No formal privacy guarantee (no noise added).']
      : [
          `${guarantee.mechanism}, epsilon ${guarantee.epsilon.toFixed(4)}, delta ${guarantee.delta}, per ${guarantee.unit}. This command keeps no ledger: add up the budgets spent on the same people yourself.`,
          ...guarantee.warnings,
        ]),
  ];
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function tablesArguments(
  values: Values,
  { table, out, path }: { table: readonly string[]; out: string; path: string | undefined },
): TablesArguments {
  if (path !== undefined) throw refused('Expected either one input file or --table arguments.');
  const { epsilon, delta, mechanism, unit, entity, holdout } = values;
  if (
    [epsilon, delta, mechanism, unit, entity].some((value) => value !== undefined) ||
    holdout !== '0'
  )
    throw refused(
      '--epsilon, --delta, --mechanism, --unit, --entity and --holdout apply only to a single file, not to --table.',
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

function tellFlatEntity(table: Table, { core, columns }: Model): void {
  if (core.kind !== 'trees') return;
  const roles = columns.map(({ role }) => role);
  const column = likelyEntity(table, roles);
  if (column === null) return;
  const { count } = entityIndex(column);
  process.stderr.write(
    `Column ${column.name} (${count} values in ${table.rows} rows) may identify an account or customer. Without a date column, rows are modeled independently. To model sequences in file order, use --entity ${JSON.stringify(column.name)}.\n`,
  );
}

export async function fitCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  const { out, epsilon, delta } = values;
  if (out === undefined) throw refused('--out: expected a file name.');
  const seed = seedFrom(values.seed);
  if (values.table !== undefined)
    return fitTables(tablesArguments(values, { table: values.table, out, path }));
  if (values.relation !== undefined) throw refused('--relation requires --table.');
  if (path === undefined || more.length > 0) throw refused('Expected exactly one input file.');
  const holdout = Number(values.holdout);
  if (!(holdout >= 0 && holdout < 1))
    throw new RangeError('--holdout: expected a share of at least 0 and below 1.');
  const mode = modeFrom(values.mode, epsilon);
  if (epsilon === undefined && delta !== undefined) throw refused('--delta requires --epsilon.');
  if (epsilon === undefined && values.mechanism !== undefined)
    throw refused('--mechanism requires --epsilon.');
  const mechanism = mechanismFrom(values.mechanism);
  const { table, dialect } = await readSource(path, { tellBreaks: true });
  const entity = values.entity === undefined ? undefined : columnFrom(values.entity, table);
  if (entity !== undefined && epsilon !== undefined)
    throw refused(
      '--entity and --epsilon are mutually exclusive: private models do not support sequences.',
    );
  const unit = values.unit === undefined ? (entity ?? null) : columnFrom(values.unit, table);
  // Held-out rows would leave gaps in a running balance.
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
  // The dialect could reveal something about the rows.
  const model = mode === 'private' ? learned : { ...learned, dialect };
  tellFlatEntity(table, model);
  const bytes = modelToBytes(model);
  writeWhole(out, bytes);
  printSummary(summaryOf(model, bytes.length), values.json, (summary) => linesOf(summary, out));
  return 0;
}

import { parseArgs } from 'node:util';
import { payeeRoles } from '../engines/mapping/payee-roles.ts';
import { privacyReport, qualityReport, relationQuality } from '../engines/measure/index.ts';
import type { Relation } from '../engines/synthesize/index.ts';
import type { ColumnRole } from '../engines/table/column-role.ts';
import type { Table } from '../engines/table/table.ts';
import { allLinesOf, type Evaluated, exitCodeOf, summariesOf } from './evaluate-summary.ts';
import { readTable } from './read-table.ts';
import { columnAt, filesFrom, formsOf, relationFrom } from './synthesize/places.ts';
import { refused, seedFrom } from './terminal/arguments.ts';
import { printSummary } from './terminal/print-summary.ts';
import { stageProgress } from './terminal/stage-progress.ts';

const options = {
  real: { type: 'string', multiple: true },
  holdout: { type: 'string', multiple: true },
  synthetic: { type: 'string', multiple: true },
  relation: { type: 'string', multiple: true },
  target: { type: 'string' },
  sensitive: { type: 'string' },
  entity: { type: 'string' },
  form: { type: 'string', multiple: true },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
type Tables = Record<string, Table>;
type Sides = { real: Tables; synthetic: Tables; holdout: Tables };

/** Reads files by table, with the column types of the real ones. */
async function readFiles(
  paths: ReadonlyMap<string, string>,
  { argument, real, forms }: { argument: string; real?: Tables; forms?: string[] | undefined },
): Promise<Tables> {
  const tables: Tables = {};
  for (const [name, path] of paths) {
    const model = real?.[name];
    if (real !== undefined && model === undefined)
      throw refused(`${argument}: --real names no table ${name}.`);
    tables[name] = await readTable(path, model === undefined ? formsOf(name, forms) : { model });
  }
  return tables;
}

async function readSides(values: Values, isAlone: boolean): Promise<Sides> {
  const paths = (argument: 'real' | 'synthetic' | 'holdout') =>
    filesFrom(`--${argument}`, values[argument] ?? [], isAlone);
  const [real, synthetic] = [paths('real'), paths('synthetic')];
  if (real.size === 0 || synthetic.size === 0)
    throw refused('--real and --synthetic: expected a file name for each.');
  const missing = [...real.keys()].find((name) => !synthetic.has(name));
  if (missing !== undefined) throw refused(`--synthetic: expected a file for table ${missing}.`);
  const tables = await readFiles(real, { argument: '--real', forms: values.form });
  return {
    real: tables,
    synthetic: await readFiles(synthetic, { argument: '--synthetic', real: tables }),
    holdout: await readFiles(paths('holdout'), { argument: '--holdout', real: tables }),
  };
}

/** Columns chosen by arguments, by table. */
type Chosen = { target?: string; entity?: string; sensitive?: string[] };

function chosenColumns(
  { target, entity, sensitive }: Values,
  { tables, isAlone }: { tables: Tables; isAlone: boolean },
): Record<string, Chosen> {
  const chosen: Record<string, Chosen> = {};
  const at = (argument: string, text: string) =>
    columnAt(argument, text.trim(), { tables, isAlone });
  for (const [name, text] of Object.entries({ target, entity })) {
    if (text === undefined) continue;
    const { table, column } = at(`--${name}`, text);
    chosen[table] = { ...chosen[table], [name]: column };
  }
  for (const text of sensitive?.split(',') ?? []) {
    const { table, column } = at('--sensitive', text);
    const before = chosen[table];
    chosen[table] = { ...before, sensitive: [...(before?.sensitive ?? []), column] };
  }
  return chosen;
}

/** Returns the roles of columns that are generated, which are not scored. */
function generatedRoles(name: string, table: Table, relations: readonly Relation[]) {
  const roles: Partial<Record<string, ColumnRole>> = { ...payeeRoles(table) };
  for (const { parent, parentKey } of relations) if (parent === name) roles[parentKey] = 'key';
  for (const { child, childKey } of relations) if (child === name) roles[childKey] = 'reference';
  return roles;
}

function evaluate(
  name: string,
  {
    sides: { real, synthetic, holdout },
    relations,
    chosen: { target, entity, sensitive } = {},
    seed,
  }: { sides: Sides; relations: readonly Relation[]; chosen: Chosen | undefined; seed: bigint },
): Evaluated {
  const [table, made, control] = [real[name]!, synthetic[name]!, holdout[name] ?? null];
  const roles = generatedRoles(name, table, relations);
  const shared = {
    seed,
    progress: stageProgress(),
    roles,
    ...(entity !== undefined && { entity }),
  };
  const quality = qualityReport(table, made, {
    ...shared,
    ...(control !== null && { holdout: control }),
    ...(target !== undefined && { target }),
    ...(sensitive !== undefined && { sensitive }),
  });
  const privacy = privacyReport(table, { holdout: control, synthetic: made, options: shared });
  const features = quality.columns.flatMap((column) =>
    column.role === 'feature' ? [column.name] : [],
  );
  const references = relations
    .filter(({ child }) => child === name)
    .map((relation) =>
      relationQuality(
        { child: table, parent: real[relation.parent]! },
        { child: made, parent: synthetic[relation.parent]! },
        { relation, features },
      ),
    );
  return { quality, privacy, relations: references };
}

/** `sandbox evaluate`: scores synthetic files against their sources, one or linked ones. */
export async function evaluateCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  const isAlone = values.relation === undefined;
  const seed = seedFrom(values.seed);
  const relations = (values.relation ?? []).map(relationFrom);
  const sides = await readSides(values, isAlone);
  for (const { child, childKey, parent, parentKey } of relations)
    for (const place of [`${child}.${childKey}`, `${parent}.${parentKey}`])
      columnAt('--relation', place, { tables: sides.real, isAlone });
  const chosen = chosenColumns(values, { tables: sides.real, isAlone });
  const evaluated = Object.keys(sides.real).map((name): [string, Evaluated] => [
    name,
    evaluate(name, { sides, relations, chosen: chosen[name], seed }),
  ]);
  printSummary(summariesOf(new Map(evaluated), isAlone), values.json, allLinesOf);
  return exitCodeOf(evaluated.map(([, table]) => table));
}

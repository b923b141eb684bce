import { parseArgs } from 'node:util';
import { payeeRoles } from '../engines/meaning/statement/payee-roles.ts';
import { privacyReport, qualityReport, relationQuality } from '../engines/measure/index.ts';
import type { Spread } from '../engines/spread.ts';
import {
  entityOf,
  plansOf,
  type RelatedTable,
  type Relation,
  type TablesModel,
} from '../engines/synthesize/index.ts';
import type { Table } from '../engines/table/table.ts';
import { cellsOf, openSpread } from '../product/data/engine-pool.ts';
import { foldDraw } from '../product/data/fold-draw.ts';
import type { Declared } from '../shared/column-kinds.ts';
import { modelFrom, readSides, type Sides, type Tables } from './evaluate-sides.ts';
import { allLinesOf, type Evaluated, exitCodeOf, summariesOf } from './evaluate-summary.ts';
import { columnAt, relationFrom } from './synthesize/places.ts';
import { refused, seedFrom, threadsFrom } from './terminal/arguments.ts';
import { printSummary } from './terminal/print-summary.ts';
import { stageProgress } from './terminal/progress.ts';

const options = {
  real: { type: 'string', multiple: true },
  model: { type: 'string' },
  holdout: { type: 'string', multiple: true },
  synthetic: { type: 'string', multiple: true },
  relation: { type: 'string', multiple: true },
  target: { type: 'string' },
  sensitive: { type: 'string' },
  entity: { type: 'string' },
  form: { type: 'string', multiple: true },
  memory: { type: 'string' },
  seed: { type: 'string', default: '1' },
  threads: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
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

/** Returns the roles that the fit gave the columns; without a model those of generated columns. */
function rolesOf(
  name: string,
  table: Table,
  { relations, fitted }: { relations: readonly Relation[]; fitted: RelatedTable | undefined },
) {
  const roles: Partial<Record<string, Declared>> = { ...payeeRoles(table) };
  for (const { layout, role } of fitted === undefined ? [] : plansOf(fitted))
    roles[layout.name] = role;
  for (const { parent, parentKey } of relations) if (parent === name) roles[parentKey] = 'key';
  for (const { child, childKey } of relations) if (child === name) roles[childKey] = 'reference';
  return roles;
}

/** Returns a draw as the model's, for files of few people; none for linked tables. */
function drawOf(
  table: Table,
  {
    model,
    fitted,
    people,
    seed,
    spread,
  }: {
    model: TablesModel | null;
    fitted: RelatedTable | undefined;
    people: string | undefined;
    seed: bigint;
    spread: Spread;
  },
) {
  if (model === null || fitted === undefined || model.relations.length > 0) return {};
  const roles = Object.fromEntries(plansOf(fitted).map(({ layout, role }) => [layout.name, role]));
  const entity = entityOf(fitted) ?? undefined;
  const draw = foldDraw(table, { mode: model.mode, roles, entity }, { people, seed, spread });
  return draw === undefined ? {} : { draw };
}

function evaluate(
  name: string,
  {
    sides: { real, synthetic, holdout },
    relations,
    model,
    chosen: { target, entity: chosenEntity, sensitive } = {},
    seed,
    spread,
  }: {
    sides: Sides;
    relations: readonly Relation[];
    model: TablesModel | null;
    chosen: Chosen | undefined;
    seed: bigint;
    spread: Spread;
  },
): Evaluated {
  const [table, made, control] = [real[name]!, synthetic[name]!, holdout[name] ?? null];
  const fitted = model?.tables.find((candidate) => candidate.name === name);
  const roles = rolesOf(name, table, { relations, fitted });
  const entity = chosenEntity ?? (fitted && entityOf(fitted)) ?? model?.heldOut?.unit ?? undefined;
  const shared = {
    seed,
    spread,
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
  const privacy = privacyReport(table, {
    holdout: control,
    synthetic: made,
    options: { ...shared, ...drawOf(table, { model, fitted, people: entity, seed, spread }) },
  });
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
  const model = await modelFrom(values.model);
  if (model !== null && values.relation !== undefined)
    throw refused('--model and --relation are mutually exclusive: the model has the relations.');
  const relations = model?.relations ?? (values.relation ?? []).map(relationFrom);
  const isAlone = relations.length === 0;
  const seed = seedFrom(values.seed);
  const threads = threadsFrom(values.threads);
  const sides = await readSides(values, { model, isAlone });
  for (const { child, childKey, parent, parentKey } of relations)
    for (const place of [`${child}.${childKey}`, `${parent}.${parentKey}`])
      columnAt('--relation', place, { tables: sides.real, isAlone });
  const chosen = chosenColumns(values, { tables: sides.real, isAlone });
  const { spread, close } = openSpread(threads, cellsOf(sides.real));
  const evaluated = Object.keys(sides.real).map((name): [string, Evaluated] => [
    name,
    evaluate(name, { sides, relations, model, chosen: chosen[name], seed, spread }),
  ]);
  close();
  printSummary(summariesOf(new Map(evaluated), isAlone), values.json, allLinesOf);
  return exitCodeOf(evaluated.map(([, table]) => table));
}

import { randomBytes } from 'node:crypto';
import { totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import {
  type DifferentialPrivacy,
  fitTables,
  MECHANISMS,
  modelOfOne,
  modelToBytes,
  type SynthesisMode,
} from '../../engines/synthesize/index.ts';
import { cellsOf, openSpread } from '../../product/data/engine-pool.ts';
import { writeWhole } from '../hashed-file.ts';
import { refused, seedFrom, threadsFrom } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { stageProgress } from '../terminal/progress.ts';
import { type Inputs, type Rules, readInputs, tableOptions } from './fit-inputs.ts';
import { linesOf, summaryOf } from './fit-summary.ts';
import { splitHeldOut, unitOf } from './held-out.ts';
import { columnAt, relationFrom, tableRule } from './places.ts';
import { tellDeclared, tellOfTable } from './tell-fit.ts';
import { withRecipe } from './with-recipe.ts';
import { writeHeldOut } from './write-held-out.ts';

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
  public: { type: 'string', multiple: true },
  entity: { type: 'string' },
  holdout: { type: 'string', default: '0' },
  'holdout-out': { type: 'string' },
  role: { type: 'string', multiple: true },
  form: { type: 'string', multiple: true },
  recipe: { type: 'string' },
  rule: { type: 'string', multiple: true },
  'no-rule': { type: 'string', multiple: true },
  seed: { type: 'string', default: '1' },
  threads: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const MODES = ['fidelity', 'balanced', 'cautious'] as const;

function modeFrom({ mode, epsilon, delta, mechanism }: Values): SynthesisMode {
  if (epsilon !== undefined) {
    if (mode !== undefined) throw refused('--mode and --epsilon are mutually exclusive.');
    return 'private';
  }
  if (delta !== undefined) throw refused('--delta requires --epsilon.');
  if (mechanism !== undefined) throw refused('--mechanism requires --epsilon.');
  const found = MODES.find((name) => name === (mode ?? 'balanced'));
  if (found === undefined) throw refused(`--mode: expected one of ${MODES.join(', ')}.`);
  return found;
}

function privacyFrom(
  { epsilon, delta, mechanism: name, entity, public: publicTables }: Values,
  { unit, rows }: { unit: string | null; rows: number },
): DifferentialPrivacy | undefined {
  if (epsilon === undefined) return undefined;
  const mechanism = MECHANISMS.find((known) => known.toLowerCase() === name);
  if (name !== undefined && mechanism === undefined)
    throw refused('--mechanism: expected mst or aim.');
  if (entity !== undefined)
    throw refused(
      '--entity and --epsilon are mutually exclusive: private models do not support sequences.',
    );
  return {
    epsilon: Number(epsilon),
    // Only the order of magnitude of the row count is used; one person does not change it.
    delta:
      delta === undefined ? 10 ** -Math.max(6, Math.ceil(1.5 * Math.log10(rows))) : Number(delta),
    ...(mechanism !== undefined && { mechanism }),
    unitColumn: unit,
    ...(publicTables !== undefined && { publicTables }),
    randomBytes: (length) => randomBytes(length),
  };
}

/** Returns the rules that the user declares and rejects, by table. */
function rulesFrom({ rule = [], 'no-rule': rejected = [], table, epsilon }: Values): Rules {
  const rules: Rules = {};
  if (rule.length + rejected.length === 0) return rules;
  if (epsilon !== undefined)
    throw refused(
      `${rule.length > 0 ? '--rule' : '--no-rule'} and --epsilon are mutually exclusive: private models have no rules.`,
    );
  const add = (key: keyof Rules[string], option: string, text: string) => {
    const [name, sentence] = tableRule(option, text, table === undefined);
    rules[name] ??= { declared: [], rejected: [] };
    rules[name][key].push(sentence);
  };
  for (const text of rule) add('declared', '--rule', text);
  for (const text of rejected) add('rejected', '--no-rule', text);
  return rules;
}

function holdoutFrom(text: string): number {
  const share = Number(text);
  if (share >= 0 && share < 1) return share;
  throw new RangeError('--holdout: expected a share of at least 0 and below 1.');
}

/** Rejects arguments that contradict each other, before any file is read. */
function checkArguments(
  { table, relation, unit, epsilon, public: open }: Values,
  paths: readonly string[],
): void {
  if (table !== undefined && paths.length > 0)
    throw refused('Expected either one input file or --table arguments.');
  if (table === undefined && relation !== undefined) throw refused('--relation requires --table.');
  if (table === undefined && paths.length !== 1) throw refused('Expected exactly one input file.');
  if (open !== undefined && (table === undefined || epsilon === undefined))
    throw refused('--public requires --table and --epsilon.');
  if (table !== undefined && unit !== undefined)
    throw refused('--unit applies only to a single file; linked tables are split by their keys.');
}

/** Returns the protected column of a single file: that of --unit, else the entity. */
function unitFrom({ unit, entity }: Values, { tables }: Inputs, isAlone: boolean): string | null {
  const text = unit ?? (isAlone ? entity : undefined);
  return text === undefined ? null : columnAt('--unit', text, { tables, isAlone }).column;
}

/** `sandbox fit`: fits a file, or several linked ones, and writes the model. */
export async function fitCommand(args: string[]): Promise<number> {
  const { values: given, positionals } = parseArgs({ args, options, allowPositionals: true });
  const values = withRecipe(given);
  const { out } = values;
  if (out === undefined) throw refused('--out: expected a file name.');
  const seed = seedFrom(values.seed);
  checkArguments(values, positionals);
  const share = holdoutFrom(values.holdout);
  const keptPath = values['holdout-out'];
  if (keptPath !== undefined && share === 0) throw refused('--holdout-out requires --holdout.');
  const mode = modeFrom(values);
  const threads = threadsFrom(values.threads);
  const relations = (values.relation ?? []).map(relationFrom);
  const inputs = await readInputs(positionals[0], values.table ?? [], values.form);
  const isAlone = values.table === undefined;
  const unit = unitFrom(values, inputs, isAlone);
  const { role: roles = [], entity } = values;
  const rules = rulesFrom(values);
  const own = tableOptions(inputs, { roles, entity, rules, isAlone });
  const heldBy = unit ?? (isAlone ? unitOf(Object.values(inputs.tables)[0]!) : null);
  const { training, kept } = splitHeldOut(inputs.tables, { relations, share, unit: heldBy });
  if (keptPath !== undefined && Object.keys(kept).length === 0)
    throw refused(`--holdout ${share} keeps no row aside.`);
  const rows = Math.max(...Object.values(training).map((own) => own.rows));
  const privacy = privacyFrom(values, { unit, rows });
  const progress = stageProgress();
  const { spread, close } = openSpread(threads, cellsOf(training));
  const fitted = fitTables(training, relations, {
    mode,
    seed,
    tables: own,
    whole: inputs.tables,
    mostMemory: totalmem(),
    leaveOrphansOut: values['leave-orphans-out'],
    spread,
    progress,
    ...(privacy !== undefined && { differentialPrivacy: privacy }),
  });
  close();
  progress('done');
  const tables = fitted.model.tables.map((table) => ({
    ...table,
    // The dialect could reveal something about private rows.
    dialect: mode === 'private' ? undefined : inputs.dialects.get(table.name),
  }));
  const model = {
    ...fitted.model,
    tables,
    ...(share > 0 && { heldOut: { share, unit: heldBy } }),
  };
  tellDeclared(rules, { tables: training, relations });
  const single = modelOfOne(model);
  if (single !== null) {
    const [table] = Object.values(inputs.tables);
    tellOfTable(table!, single, { isEntityGiven: entity !== undefined });
  }
  const bytes = modelToBytes(model);
  writeWhole(out, bytes);
  if (keptPath !== undefined) writeHeldOut(keptPath, kept, inputs.dialects);
  const summary = summaryOf({ ...fitted, model }, bytes.length);
  printSummary(summary, values.json, () => linesOf(summary, out));
  return 0;
}

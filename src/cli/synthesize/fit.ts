import { randomBytes } from 'node:crypto';
import { totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { entityEvidence } from '../../engines/meaning/entity/entity-evidence.ts';
import { likelyEntity, undatedReference } from '../../engines/meaning/entity/find-sequence.ts';
import { namesInTexts } from '../../engines/meaning/persons/names-in-texts.ts';
import { personalKindByName } from '../../engines/meaning/persons/personal-kind.ts';
import {
  type DifferentialPrivacy,
  declaredShares,
  declaredTotalShares,
  fitTables,
  MECHANISMS,
  type Model,
  modelOfOne,
  modelToBytes,
  personIn,
  type Relation,
  type SynthesisMode,
  splitChoices,
} from '../../engines/synthesize/index.ts';
import { entityIndex } from '../../engines/table/sequence-shape.ts';
import type { Table } from '../../engines/table/table.ts';
import { cellsOf, openSpread } from '../../product/data/engine-pool.ts';
import { writeWhole } from '../hashed-file.ts';
import { refused, seedFrom, threadsFrom } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { stageProgress } from '../terminal/progress.ts';
import { type Inputs, type Rules, readInputs, tableOptions } from './fit-inputs.ts';
import { linesOf, summaryOf } from './fit-summary.ts';
import { splitHeldOut, unitOf } from './held-out.ts';
import { columnAt, relationFrom, tableRule } from './places.ts';
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

/** Prints the detected entity of sequences, and why its rows belong together. */
function tellSequences(table: Table, { core, columns, inFileOrder }: Model): void {
  if (core.kind !== 'sequence') return;
  const column = likelyEntity(
    table,
    columns.map(({ role }) => role),
  );
  if (column === null) return;
  const order = inFileOrder === true ? ', in file order' : '';
  process.stderr.write(`Sequences: by ${column.name}${order}. ${entityEvidence(table, column)}\n`);
}

/** Warns if rows were modeled independently although a column seems to identify their entity. */
function tellFlatEntity(table: Table, { core, columns }: Model): void {
  if (core.kind !== 'trees') return;
  const roles = columns.map(({ role }) => role);
  const column = undatedReference(table, roles);
  if (column === null) return;
  const { count } = entityIndex(column);
  process.stderr.write(
    `Column ${column.name} (${count} values in ${table.rows} rows) may identify an account or customer. Without a date column, rows are modeled independently. To model sequences in file order, use --entity ${JSON.stringify(column.name)}.\n`,
  );
}

/** Names the columns whose values, not headers, look like persons: they are never modeled. */
function tellPersons({ columns }: Model): void {
  const found = columns.filter(
    ({ layout, made }) =>
      made?.kind === 'personal' &&
      made.personal === 'person_name' &&
      personalKindByName(layout.name) === null,
  );
  for (const { layout } of found)
    process.stderr.write(
      `The values of column ${layout.name} look like persons, so they are generated. If they are a category, use --role ${JSON.stringify(`${layout.name}=feature`)}.\n`,
    );
}

/** Names the columns of texts whose names of persons were replaced. */
function tellTextNames(table: Table): void {
  for (const [column, { given }] of namesInTexts(table))
    process.stderr.write(
      `The texts of column ${column} contain ${given.size} names of persons, which are replaced by generated ones.\n`,
    );
}

const MAX_FIRMS = 12;

/** States which payees of a statement are learned, and which generated. */
function tellPayees({ columns, columnFields, fields, payments }: Model): void {
  if (payments === undefined) return;
  const [field] = columnFields[payments.payee]!.map((f) => fields[f]!);
  const words = field?.codec.kind === 'category' ? field.codec : null;
  const firms = [...(words?.values ?? []), ...(words?.restValues ?? [])].filter(
    (word) => personIn(word) === null,
  );
  const { name } = columns[payments.payee]!.layout;
  if (payments.inTexts) {
    process.stderr.write(
      `The texts of column ${name} name the payees: ${firms.length} texts without a person are learned; dates follow from the row, and persons and numbers are generated. To learn all of them, use --role ${JSON.stringify(`${name}=feature`)}.\n`,
    );
    return;
  }
  const some = firms.slice(0, MAX_FIRMS).join(', ');
  process.stderr.write(
    `Payees in column ${name}: ${firms.length} firms are learned${firms.length === 0 ? '' : ` (${some}${firms.length > MAX_FIRMS ? ', …' : ''})`}; persons are generated, with a name and IBAN for each account's payee. To learn all of them, use --role ${JSON.stringify(`${name}=feature`)}.\n`,
  );
  const text = columns[payments.text]?.layout.name;
  if (text !== undefined)
    process.stderr.write(
      `Texts in column ${text} belong to their payee: dates follow from the row; names, IBANs and numbers are generated.\n`,
    );
}

/** Names the declared rules that rows of the files break: drawn rows keep them all the same. */
function tellDeclared(
  rules: Rules,
  { tables, relations }: { tables: Record<string, Table>; relations: readonly Relation[] },
): void {
  const tell = (of: string, { sentence, rows, share }: ReturnType<typeof declaredShares>[number]) =>
    share < 1 &&
    process.stderr.write(
      rows === 0
        ? `No ${of} of the file is about the rule "${sentence}".\n`
        : `Of ${rows} ${of}s that the rule "${sentence}" is about, ${(100 * share).toFixed(1)} % keep it in the file; all drawn ${of}s will.\n`,
    );
  for (const [name, choices] of Object.entries(rules)) {
    const { totals, others } = splitChoices(choices);
    for (const own of declaredShares(others.declared ?? [], tables[name]!)) tell('row', own);
    const shares = declaredTotalShares(name, totals.declared ?? [], { tables, relations });
    for (const own of shares) tell('parent', own);
  }
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
    if (entity === undefined) tellSequences(table!, single);
    tellFlatEntity(table!, single);
    tellPersons(single);
    if (single.payments !== undefined) tellPayees(single);
    else if (mode !== 'private') tellTextNames(table!);
  }
  const bytes = modelToBytes(model);
  writeWhole(out, bytes);
  if (keptPath !== undefined) writeHeldOut(keptPath, kept, inputs.dialects);
  const summary = summaryOf({ ...fitted, model }, bytes.length);
  printSummary(summary, values.json, () => linesOf(summary, out));
  return 0;
}

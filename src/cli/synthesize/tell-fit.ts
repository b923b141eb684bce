import { entityEvidence } from '../../engines/meaning/entity/entity-evidence.ts';
import { likelyEntity, undatedReference } from '../../engines/meaning/entity/find-sequence.ts';
import { namesInTexts } from '../../engines/meaning/persons/names-in-texts.ts';
import { personalKindByName } from '../../engines/meaning/persons/personal-kind.ts';
import {
  declaredShares,
  declaredTotalShares,
  type Model,
  personIn,
  type Relation,
  splitChoices,
} from '../../engines/synthesize/index.ts';
import { entityIndex } from '../../engines/table/sequence-shape.ts';
import type { Table } from '../../engines/table/table.ts';
import type { Rules } from './fit-inputs.ts';

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
export function tellDeclared(
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

/** States what was found in a table that is learned alone: its entity, persons, payees and names. */
export function tellOfTable(
  table: Table,
  model: Model,
  { isEntityGiven }: { isEntityGiven: boolean },
): void {
  if (!isEntityGiven) tellSequences(table, model);
  tellFlatEntity(table, model);
  tellPersons(model);
  if (model.payments !== undefined) tellPayees(model);
  else if (model.mode !== 'private') tellTextNames(table);
}

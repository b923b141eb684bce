import type { PersonalKind } from '../../meaning/kinds/kinds.ts';
import { determined } from '../../meaning/persons/determined.ts';
import { findIdentities } from '../../meaning/persons/find-identities.ts';
import { makePersonal } from '../../meaning/persons/make-personal.ts';
import { personalForm } from '../../meaning/persons/personal-form.ts';
import { personalKinds } from '../../meaning/persons/personal-kinds.ts';
import { personalLanguage } from '../../meaning/persons/personal-style.ts';
import { firmsOf } from '../../meaning/statement/firms.ts';
import { findPayments } from '../../meaning/statement/payees.ts';
import { streamFor } from '../../random/stream.ts';
import { formatCell, isNull } from '../../table/format-table.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';
import type { Persons } from '../report/privacy-schema.ts';
import { fisherExact } from '../statistics/fisher-exact.ts';

const PURPOSE = 0x504552;
/** Minimum number of values made for the comparison; few values of a column prove little. */
const MIN_MADE = 1000;
const MAX_MADE = 5000;
const THRESHOLD = 5;

function textsOf(column: Column, rows: number): string[] {
  const texts: string[] = [];
  for (let row = 0; row < rows; row++)
    if (!isNull(column, row)) texts.push(formatCell(column, row));
  return texts;
}

/** Makes distinct values of the column's kind and form, independently of any file. */
function madeLike(
  personal: PersonalKind,
  texts: readonly string[],
  { seed, place }: { seed: bigint; place: number },
): Set<string> {
  const language = personalLanguage([{ personal, texts }], THRESHOLD);
  const form = personalForm({ personal, texts }, { language, threshold: THRESHOLD });
  const stream = streamFor(seed, place, PURPOSE);
  const count = Math.max(MIN_MADE, Math.min(MAX_MADE, texts.length));
  return new Set(Array.from({ length: count }, () => makePersonal(form, stream)));
}

function columnOf(
  personal: PersonalKind,
  {
    real,
    drawn,
    rows,
    firms,
  }: {
    real: Column;
    drawn: Column;
    rows: { real: number; drawn: number };
    firms: ReadonlySet<string>;
  },
  random: { seed: bigint; place: number },
): Persons['columns'][number] | null {
  const isPerson = (text: string) => !firms.has(text);
  const source = new Set(textsOf(real, rows.real).filter(isPerson));
  const texts = textsOf(drawn, rows.drawn).filter(isPerson);
  const values = new Set(texts);
  if (values.size === 0 || source.size === 0) return null;
  const among = (list: Iterable<string>) => [...list].filter((text) => source.has(text)).length;
  const made = madeLike(personal, [...values], random);
  const [found, byChance] = [among(values), among(made)];
  return {
    column: real.name,
    kind: personal,
    values: values.size,
    found,
    rowShare: among(texts) / texts.length,
    chance: byChance / made.size,
    pValue: fisherExact({ a: found, n: values.size, b: byChance, m: made.size }),
  };
}

/** Rows per person, and the share of persons with a single value in their other columns. */
function sideOf(table: Table, [leader, ...others]: readonly string[]) {
  const indexOf = (name: string | undefined) => {
    const column = table.columns.find((each) => each.name === name);
    return column === undefined ? null : entityIndex(column);
  };
  const persons = indexOf(leader);
  const shares = others.flatMap((name) => {
    const other = indexOf(name);
    return persons === null || other === null ? [] : [determined(persons.of, other.of)];
  });
  return {
    rowsPerPerson: table.rows / Math.max(1, persons?.count ?? 0),
    consistent: shares.length === 0 ? null : Math.min(...shares),
  };
}

function identityIn(train: Table, synthetic: Table, kinds: readonly (PersonalKind | null)[]) {
  const candidates = kinds.flatMap((personal, column) =>
    personal === null ? [] : [{ column, personal }],
  );
  const [largest] = findIdentities(train, candidates).toSorted(
    (a, b) => b.members.length - a.members.length,
  );
  if (largest === undefined) return null;
  const nameOf = (i: number) => train.columns[i]!.name;
  const names = [
    nameOf(largest.leader),
    ...largest.members.filter((i) => i !== largest.leader).map(nameOf),
  ];
  return { columns: names, real: sideOf(train, names), synthetic: sideOf(synthetic, names) };
}

const NO_FIRMS: ReadonlySet<string> = new Set();

/**
 * Looks for persons of the training rows among the drawn values of each column of personal data, and
 * compares rows per person and the consistency of identities. Values made from the public name
 * lists, in the column's form, show how many agree by chance (Fisher's exact test, one-sided).
 */
export function personsIn(train: Table, synthetic: Table, seed: bigint): Persons | null {
  const kinds = personalKinds(train);
  const rows = { real: train.rows, drawn: synthetic.rows };
  const payments = findPayments(train);
  const shops = payments === null ? NO_FIRMS : firmsOf(train, payments);
  const columns = kinds.flatMap((personal, place) => {
    const real = train.columns[place]!;
    const drawn = synthetic.columns.find(({ name }) => name === real.name);
    if (personal === null || drawn === undefined) return [];
    const firms = place === payments?.payee ? shops : NO_FIRMS;
    return columnOf(personal, { real, drawn, rows, firms }, { seed, place }) ?? [];
  });
  return columns.length === 0 ? null : { columns, identity: identityIn(train, synthetic, kinds) };
}

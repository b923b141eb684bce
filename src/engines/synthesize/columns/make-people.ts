import { listOfNames, type MoreNames } from '../../meaning/persons/draw-person.ts';
import { makePersonal } from '../../meaning/persons/make-personal.ts';
import { shuffle } from '../../random/shuffle.ts';
import { type Seed, streamFor } from '../../random/stream.ts';
import type { Column } from '../../table/table.ts';
import type { ColumnHead } from '../codec/field.ts';
import { PURPOSES } from '../random-purposes.ts';
import type { ColumnPlan, GeneratedColumn } from './column-plan.ts';
import { wordsOf } from './make-column.ts';
import { numberingOf, rootOf } from './numbering.ts';

type Personal = Extract<GeneratedColumn, { kind: 'personal' }>;

/** Kinds of which persons may have the same value. */
const OFTEN_SHARED = /^(?:person|first|last)_name$|address$|employer/;
const MAX_REDRAWS = 9;

/** Returns a value that no other person of the block has: redrawn, then with a number. */
function unique(make: () => string, used: Set<string>): string {
  let text = make();
  for (let again = 0; again < MAX_REDRAWS && used.has(text); again++) text = make();
  const at = text.includes('@') ? text.indexOf('@') : text.length;
  for (let number = 2; used.has(text); number++)
    text = `${text.slice(0, at)}${number}${text.slice(at)}`;
  used.add(text);
  return text;
}

/** Returns the names besides those of the lists that the columns of one person have. */
function moreNames(columns: readonly ColumnPlan[], root: number): MoreNames {
  const of = (kind: 'first_name' | 'last_name') =>
    columns.flatMap(({ made }, i) =>
      made?.kind === 'personal' && made.personal === kind && rootOf(columns, i) === root
        ? (made.names ?? [])
        : [],
    );
  return { given: of('first_name'), family: of('last_name') };
}

/** Returns the name of each number, the first ones of the list; null if persons are numbered. */
function nameByNumber(made: Personal): ((number: number) => string) | null {
  const { identity, personal, style } = made;
  if (identity?.isOfMany !== true) return null;
  if (personal !== 'first_name' && personal !== 'last_name') return null;
  const known = [...listOfNames(personal, style?.language)];
  shuffle(known, streamFor(1n, known.length, PURPOSES.madeWords));
  const names = [...known, ...(made.names ?? [])];
  const isCapital = style?.capitals === true;
  return (number) => {
    const name = names[number % names.length]!;
    return isCapital ? name.toUpperCase() : name;
  };
}

/**
 * Generates a personal column by person: equal numbers have equal values, and columns of one person
 * share the names.
 */
export function makePeople(
  columns: readonly ColumnPlan[],
  {
    column,
    rows,
    seed,
    referenceOf,
    isMissing,
  }: {
    column: number;
    rows: number;
    seed: Seed;
    referenceOf: (column: number) => Int32Array;
    /** Missing values by row; null if each person has the value or not. */
    isMissing: ((row: number) => boolean) | null;
  },
): Column {
  const { layout, made } = columns[column] as { layout: ColumnHead; made: Personal };
  const root = rootOf(columns, column);
  const [own, person] = [referenceOf(column), referenceOf(root)];
  const numbers = numberingOf(columns[column])!;
  // Values that several persons share can't be made of the name of one.
  const isShared = numbers.entities < (numberingOf(columns[root])?.entities ?? 0);
  const isOwn = !isShared && !OFTEN_SHARED.test(made.personal);
  const texts = new Map<number, string | null>();
  const used = new Set<string>();
  const more = moreNames(columns, root);
  const nameOf = nameByNumber(made);
  const textOf = (row: number): string | null => {
    const known = texts.get(own[row]);
    if (known !== undefined) return known;
    const stream = streamFor(seed, own[row], PURPOSES.personalValue + column);
    const lacks = stream.float() < made.nullShare && isMissing === null && column !== root;
    const [number, leader] = isShared ? [own[row], column] : [person[row], root];
    const make = () =>
      makePersonal(made, stream, streamFor(seed, number, PURPOSES.person + leader), more);
    const text = lacks ? null : (nameOf?.(number) ?? (isOwn ? unique(make, used) : make()));
    texts.set(own[row], text);
    return text;
  };
  return wordsOf(layout, { rows, nullWord: made.nullWord }, (row) =>
    own[row] < 0 || (column !== root && isMissing?.(row) === true) ? null : textOf(row),
  );
}

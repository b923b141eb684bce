import type { CategoryColumn } from '../../table/table.ts';
import { type PersonPlace, RANKS } from './payments.ts';
import type { Template } from './text-template.ts';

/** Share of a person's payments with one text from which it is a landlord's, say, not a friend's. */
const MIN_SHARE = 0.8;
const MIN_ROWS = 3;
/** Usual text of persons without one. */
const OTHERS = '';

type Person = { account: number; texts: Map<string, number>; rows: number; code: number };

function personsOf(
  payee: CategoryColumn,
  { of, firms, templates }: Pick<Options, 'of' | 'firms' | 'templates'>,
): Map<number, Person> {
  const persons = new Map<number, Person>();
  const width = payee.dictionary.length;
  payee.codes.forEach((code, row) => {
    if (code < 0 || firms.has(payee.dictionary[code]!)) return;
    const key = of[row]! * width + code;
    const person = persons.get(key) ?? { account: of[row]!, texts: new Map(), rows: 0, code };
    person.rows++;
    const text = templates[row]?.text ?? OTHERS;
    person.texts.set(text, (person.texts.get(text) ?? 0) + 1);
    persons.set(key, person);
  });
  return persons;
}

/** Returns the text that most of a person's payments have; empty if none has. */
function usualText({ texts, rows }: Person): string {
  const [[text, most] = [OTHERS, 0]] = [...texts].sort((a, b) => b[1] - a[1]);
  return rows >= MIN_ROWS && most >= MIN_SHARE * rows ? text : OTHERS;
}

type Options = {
  of: Int32Array;
  count: number;
  firms: ReadonlySet<string>;
  templates: readonly (Template | null)[];
  threshold: number;
};

/**
 * Groups the persons whom accounts pay by their usual text, so that a landlord is paid the rent, and
 * ranks an account's persons of a group by their payments. Of several accounts, each with another
 * number of persons, and of persons paid a few times only, payments are counted by tenths of the ranks.
 *
 * @returns group and rank of a row's payee; persons of an account by group, sorted
 */
export function groupsOf(payee: CategoryColumn, options: Options) {
  const { of, count, threshold } = options;
  const persons = personsOf(payee, options);
  const accountsOf = new Map<string, Set<number>>();
  const usual = new Map<Person, string>();
  for (const person of persons.values()) {
    const text = usualText(person);
    usual.set(person, text);
    accountsOf.set(text, (accountsOf.get(text) ?? new Set()).add(person.account));
  }
  const isGroup = (text: string) =>
    text !== OTHERS && (count === 1 || accountsOf.get(text)!.size >= threshold);
  const names = [OTHERS, ...[...accountsOf.keys()].filter(isGroup).sort()];
  const rare = names.length;
  if (count === 1) names.push(OTHERS);
  const counts = names.map(() => new Float64Array(count));
  const placeOf = new Map<number, { group: number; rank: number }>();
  for (const [key, person] of [...persons].sort((a, b) => b[1].rows - a[1].rows || a[0] - b[0])) {
    const isRare = count === 1 && person.rows < threshold;
    const group = isRare ? rare : Math.max(0, names.indexOf(usual.get(person)!));
    const rank = ++counts[group]![person.account]!;
    placeOf.set(key, { group, rank });
  }
  const parts = names.map(() => new Float64Array(RANKS));
  for (const [key, { account, rows }] of persons) {
    const { group, rank } = placeOf.get(key)!;
    const most = counts[group]![account]!;
    for (let part = 0; part < RANKS; part++) {
      const [from, to] = [(part * most) / RANKS, ((part + 1) * most) / RANKS];
      parts[group]![part]! += rows * Math.max(0, Math.min(rank, to) - Math.max(rank - 1, from));
    }
  }
  return {
    at(row: number): PersonPlace {
      const { group } = placeOf.get(of[row]! * payee.dictionary.length + payee.codes[row]!)!;
      return { group, rank: 0 };
    },
    parts,
    counts: counts.map((own) => quantilesOf(own.slice().sort(), threshold)),
  };
}

const PARTS = 100;

/** Returns the counts in at most 101 parts; fewer than `threshold` accounts show no extreme. */
function quantilesOf(sorted: Float64Array, threshold: number): Float64Array {
  if (sorted.length < 2 * threshold) return sorted.slice(-1);
  const inner = sorted.slice(threshold - 1, sorted.length - threshold + 1);
  const held = sorted.map((own) => Math.min(inner.at(-1)!, Math.max(inner[0]!, own)));
  const parts = Math.min(PARTS, held.length - 1);
  return Float64Array.from(
    { length: parts + 1 },
    (_, k) => held[Math.round((k * (held.length - 1)) / parts)]!,
  );
}

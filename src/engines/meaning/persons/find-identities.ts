import { entityIndex } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';
import type { PersonalKind } from '../kinds/kinds.ts';
import { determined, type Index, recurring } from './determined.ts';
import { nameTokens } from './name-tokens.ts';

/** Minimum share of values that determine each other (as in TANE, Huhtala et al. 1999). */
const MUTUAL_SHARE = 0.98;
/** Minimum values in two rows or more; with fewer, columns determine each other by chance. */
const MIN_RECURRING = 10;
const MIN_NAMED_SHARE = 0.7;
const LOOKED_AT_ROWS = 2000;
/** Rows by which columns are compared; more would show the same. */
const COMPARED_ROWS = 100_000;
/** Minimum rows per value of a column that is a person of its own. */
const MIN_ROWS_A_VALUE = 1.2;

/** Column that may belong to a person: personal data, or numbers of customers and contracts. */
export type Candidate = { column: number; personal: PersonalKind | null };

/** Columns of one kind of person in a table, such as policyholders. */
export type Identity = {
  /** Column that numbers the persons. */
  leader: number;
  /** Columns with one value for each person, the leader included. */
  members: number[];
  /** Columns with one value for each person that others may share: an employer, a co-borrower. */
  shared: number[];
  /** Columns of several values for each person, such as a second car's plate. */
  several: number[];
};

const NAMES: readonly (PersonalKind | null)[] = ['person_name', 'first_name', 'last_name'];
const PARTS: readonly (PersonalKind | null)[] = ['first_name', 'last_name', 'user_name', 'email'];

/** Returns the share of rows in which a part of one name occurs in the other text. */
function nameShare(table: Table, part: Column, name: Column): number {
  if (part.kind !== 'category' || name.kind !== 'category') return 0;
  const step = Math.max(1, Math.floor(table.rows / LOOKED_AT_ROWS));
  let both = 0;
  let same = 0;
  for (let row = 0; row < table.rows; row += step) {
    const [text, full] = [part.dictionary[part.codes[row]], name.dictionary[name.codes[row]]];
    if (text === undefined || full === undefined) continue;
    both++;
    const plain = nameTokens(text.replace(/@.*/, '')).join('');
    if (nameTokens(full).some((token) => token.length > 2 && plain.includes(token))) same++;
  }
  return both === 0 ? 0 : same / both;
}

/** Returns true if rows name two persons: names that differ in most rows that have both. */
function nameOthers(table: Table, a: Candidate & Index, b: Candidate & Index): boolean {
  const [first, second] = [table.columns[a.column]!, table.columns[b.column]!];
  if (a.personal !== 'person_name' || b.personal !== 'person_name' || a === b) return false;
  if (first.kind !== 'category' || second.kind !== 'category') return false;
  const words = (text: string) => nameTokens(text).sort().join(' ');
  const step = Math.max(1, Math.floor(table.rows / LOOKED_AT_ROWS));
  let both = 0;
  let differing = 0;
  for (let row = 0; row < table.rows; row += step) {
    const [one, other] = [first.dictionary[first.codes[row]], second.dictionary[second.codes[row]]];
    if (one === undefined || other === undefined) continue;
    both++;
    if (words(one) !== words(other)) differing++;
  }
  return differing > both / 2;
}

/** Groups numbers 0 to n - 1 that a relation joins, and no two that are apart. */
function joined(
  n: number,
  isJoined: (a: number, b: number) => boolean,
  isApart: (a: number, b: number) => boolean,
): number[][] {
  const group = Array.from({ length: n }, (_, i) => i);
  const membersOf = (own: number) => group.flatMap((g, i) => (g === own ? [i] : []));
  for (let a = 0; a < n; a++)
    for (let b = 0; b < a; b++) {
      if (group[a] === group[b] || !isJoined(a, b)) continue;
      const [from, to] = [group[a]!, group[b]!];
      const others = membersOf(to);
      if (membersOf(from).some((i) => others.some((j) => isApart(i, j)))) continue;
      group.forEach((own, i) => {
        if (own === from) group[i] = to!;
      });
    }
  return [...new Set(group)].map(membersOf);
}

type Decides = (a: number, b: number) => boolean;

/**
 * Returns the column that numbers persons: one without gaps that determines most others and is
 * determined by them, since several persons may share a name; of equals, numbers of customers, then
 * names.
 */
function leaderOf(
  members: readonly number[],
  all: readonly (Candidate & Index)[],
  decides: Decides,
): number {
  const ranked = members.map((i) => {
    const { personal, of } = all[i]!;
    const isMutual = (other: number) => other !== i && decides(i, other) && decides(other, i);
    return {
      i,
      gaps: Number(of.includes(-1)),
      mutual: members.filter(isMutual).length,
      kind: personal === null ? 0 : personal === 'person_name' ? 1 : 2,
    };
  });
  ranked.sort((a, b) => a.gaps - b.gaps || b.mutual - a.mutual || a.kind - b.kind || a.i - b.i);
  return ranked[0]!.i;
}

/**
 * Finds the persons of a table: columns that determine each other in at least 98 % of the values
 * that occur twice or more are of one person. Names, and what is made of them, belong together by
 * their parts; columns that a person determines hang below. Names that differ in most rows, as of a
 * borrower and a co-borrower, are of two persons.
 *
 * @param candidates columns of personal data, and references that may identify customers
 */
export function findIdentities(table: Table, candidates: readonly Candidate[]): Identity[] {
  const all = candidates.map((candidate) => {
    const { of, count } = entityIndex(table.columns[candidate.column]!);
    return { ...candidate, of: of.subarray(0, COMPARED_ROWS), count };
  });
  const decides = (a: number, b: number) =>
    recurring(all[a]!) >= MIN_RECURRING && determined(all[a]!.of, all[b]!.of) >= MUTUAL_SHARE;
  const isMadeOf = (part: number, name: number) =>
    PARTS.includes(all[part]!.personal) &&
    all[name]!.personal === 'person_name' &&
    nameShare(table, table.columns[all[part]!.column]!, table.columns[all[name]!.column]!) >=
      MIN_NAMED_SHARE;
  const isApart = (a: number, b: number) => nameOthers(table, all[a]!, all[b]!);
  const groups = joined(
    all.length,
    (a, b) => (decides(a, b) && decides(b, a)) || isMadeOf(a, b) || isMadeOf(b, a),
    isApart,
  );
  return attach(groups, all, { decides, isApart });
}

/** Orders groups by size and attaches single columns that a group determines, or that determine it. */
function attach(
  groups: readonly number[][],
  all: readonly (Candidate & Index)[],
  { decides, isApart }: { decides: Decides; isApart: Decides },
): Identity[] {
  const isOther = (members: readonly number[], i: number) => members.some((j) => isApart(i, j));
  const hasPerson = (group: readonly number[]) => group.some((i) => all[i]!.personal !== null);
  const isBase = (group: readonly number[]) =>
    group.length > 1 || all[group[0]!]!.personal === 'person_name';
  const based = groups
    .filter((group) => hasPerson(group) && isBase(group))
    .sort((a, b) => b.length - a.length);
  const identities: Identity[] = [];
  const attached = new Set<readonly number[]>();
  for (const members of based) {
    const above =
      members.length === 1 && identities.find(({ leader }) => decides(leader, members[0]!));
    // A name that several persons share is the name of each; another's name goes with the person.
    if (above)
      (isOther(above.members, members[0]!) ? above.shared : above.members).push(members[0]!);
    else
      identities.push({
        leader: leaderOf(members, all, decides),
        members: [...members],
        shared: [],
        several: [],
      });
    attached.add(members);
  }
  for (const group of groups) {
    if (attached.has(group)) continue;
    for (const i of group) {
      const above = identities.find(({ leader }) => decides(leader, i));
      const below = identities.find(({ leader }) => decides(i, leader));
      if (above !== undefined)
        (NAMES.includes(all[i]!.personal) ? above.members : above.shared).push(i);
      else if (below !== undefined) below.several.push(i);
      else if (!attachUnique(i, identities, all) && recurs(all[i]!))
        identities.push({ leader: i, members: [i], shared: [], several: [] });
    }
  }
  const place = (i: number) => all[i]!.column;
  return identities.map(({ leader, members, shared, several }) => ({
    leader: place(leader),
    members: members.map(place),
    shared: shared.map(place),
    several: several.map(place),
  }));
}

const recurs = ({ personal, of, count }: Candidate & Index): boolean =>
  personal !== null && of.length >= MIN_ROWS_A_VALUE * count;

/** Attaches a column without recurring values to the only person whose values don't recur either. */
function attachUnique(
  i: number,
  identities: readonly { leader: number; members: number[] }[],
  all: readonly (Candidate & Index)[],
): boolean {
  const isUnique = (at: number) => recurring(all[at]!) < MIN_RECURRING;
  const unique = identities.filter(({ leader }) => isUnique(leader));
  const isOfOne = unique.length === 1 && isUnique(i) && all[i]!.personal !== null;
  if (isOfOne) unique[0]!.members.push(i);
  return isOfOne;
}

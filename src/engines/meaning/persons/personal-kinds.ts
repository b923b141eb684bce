import { countDistinct } from '../../table/count-distinct.ts';
import { formatCell, isNull } from '../../table/format-table.ts';
import type { Column, Table } from '../../table/table.ts';
import type { PersonalKind } from '../kinds/list.ts';
import { nameTokens } from './name-tokens.ts';
import { personalKind } from './personal-kind.ts';

const SAMPLES = 1000;
const MIN_PART_SHARE = 0.95;
const MIN_VALUES = 5;
const MIN_PART_LETTERS = 3;

/** Returns up to a thousand values spread over the column, as text. */
function samplesOf(column: Column, rows: number): string[] {
  const texts: string[] = [];
  const step = Math.max(1, Math.floor(rows / SAMPLES));
  for (let row = 0; row < rows; row += step)
    if (!isNull(column, row)) texts.push(formatCell(column, row));
  return texts;
}

/**
 * Returns the kind of a column whose values are the first or last part of a name in the same row;
 * null otherwise.
 */
function partOf(table: Table, part: Column, name: Column): PersonalKind | null {
  if (part.kind !== 'category' || name.kind !== 'category') return null;
  if (countDistinct(part).distinct < MIN_VALUES) return null;
  const step = Math.max(1, Math.floor(table.rows / SAMPLES));
  let [both, first, last] = [0, 0, 0];
  for (let row = 0; row < table.rows; row += step) {
    const [text, full] = [part.dictionary[part.codes[row]], name.dictionary[name.codes[row]]];
    if (text === undefined || full === undefined || text === full) continue;
    both++;
    const [own, tokens] = [nameTokens(text), nameTokens(full)];
    // Codes of two letters, as of states, occur in many names.
    if (own.length === 0 || own.join('').length < MIN_PART_LETTERS) continue;
    if (own[0] === tokens[0]) first++;
    if (own.at(-1) === tokens.at(-1)) last++;
  }
  if (both < MIN_VALUES || Math.max(first, last) < MIN_PART_SHARE * both) return null;
  const isFamilyFirst =
    name.dictionary.filter((text) => text.includes(',')).length * 2 > name.dictionary.length;
  return first >= last === !isFamilyFirst ? 'first_name' : 'last_name';
}

/** Distinguishes given and family names: "Nome" with "Cognome", "Nom" with "Prénom". */
function splitNames(kinds: (PersonalKind | null)[]): void {
  const [fullName, ...others] = kinds.flatMap((kind, i) => (kind === 'person_name' ? [i] : []));
  const hasFirst = kinds.includes('first_name');
  if (fullName === undefined || others.length > 0 || hasFirst === kinds.includes('last_name'))
    return;
  kinds[fullName] = hasFirst ? 'last_name' : 'first_name';
}

const known = new WeakMap<Table, readonly (PersonalKind | null)[]>();

/**
 * Returns the kind of personal data in each column: by header and values, and by parts of a name in
 * the same row.
 */
export function personalKinds(table: Table): readonly (PersonalKind | null)[] {
  const before = known.get(table);
  if (before !== undefined) return before;
  const kinds = table.columns.map((column) =>
    column.kind === 'datetime' ? null : personalKind(column.name, samplesOf(column, table.rows)),
  );
  const names = table.columns.filter((_, i) => kinds[i] === 'person_name');
  table.columns.forEach((column, i) => {
    if (kinds[i] !== null && kinds[i] !== 'user_name') return;
    const part = names.map((name) => partOf(table, column, name)).find((kind) => kind !== null);
    if (part !== undefined) kinds[i] = part;
  });
  splitNames(kinds);
  known.set(table, kinds);
  return kinds;
}

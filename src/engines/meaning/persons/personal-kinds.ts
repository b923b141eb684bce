import { countDistinct } from '../../table/count-distinct.ts';
import { sampleTexts } from '../../table/sample-texts.ts';
import type { Column, Table } from '../../table/table.ts';
import type { PersonalKind } from '../kinds/kinds.ts';
import { nameTokens } from './name-tokens.ts';
import { type FoundPersonal, findPersonal } from './personal-kind.ts';

const SAMPLES = 1000;
const MIN_PART_SHARE = 0.95;
const MIN_VALUES = 5;
const MIN_PART_LETTERS = 3;

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
function splitNames(found: (FoundPersonal | null)[]): void {
  const has = (kind: PersonalKind) => found.some((own) => own?.personal === kind);
  const [fullName, ...others] = found.filter((own) => own?.personal === 'person_name');
  const hasFirst = has('first_name');
  if (!fullName || others.length > 0 || hasFirst === has('last_name')) return;
  found[found.indexOf(fullName)] = {
    ...fullName,
    personal: hasFirst ? 'last_name' : 'first_name',
  };
}

const known = new WeakMap<Table, readonly (FoundPersonal | null)[]>();

/**
 * Finds the personal data in each column: by header and values, and by parts of a name in the same
 * row.
 */
export function findPersonals(table: Table): readonly (FoundPersonal | null)[] {
  const before = known.get(table);
  if (before !== undefined) return before;
  const found = table.columns.map((column) =>
    column.kind === 'datetime' ? null : findPersonal(column.name, sampleTexts(column, SAMPLES)),
  );
  const names = table.columns.filter((_, i) => found[i]?.personal === 'person_name');
  table.columns.forEach((column, i) => {
    if (found[i] !== null && found[i].personal !== 'user_name') return;
    for (const name of names) {
      const personal = partOf(table, column, name);
      if (personal === null) continue;
      const evidence = `Values are parts of the names in ${name.name}.`;
      found[i] = { personal, evidence, confidence: 'high' };
      return;
    }
  });
  splitNames(found);
  known.set(table, found);
  return found;
}

export const personalKinds = (table: Table): (PersonalKind | null)[] =>
  findPersonals(table).map((found) => found?.personal ?? null);

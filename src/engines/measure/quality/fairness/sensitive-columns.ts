import type { SidedColumn } from '../align-columns.ts';

/** Names of columns covered by equal-treatment laws, in the languages of bank files. */
const NAMES =
  /(^|[\s_.-])(sex|gender|geschlecht|sexe|genre|sexo|genero|sesso|age|alter|edad|eta|race|ethnic\w*|nationality|nationalitaet|citizenship|native[\s_.-]?country|country|region|state|province|canton|bundesland|religion|confession|marital\w*|marriage|civil[\s_.-]?status|disab\w*|language)($|[\s_.-])/i;
const SEXES = /^(m|f|male|female|man|woman|men|women|d|diverse|x|other|unknown)$/i;

const MAX_COLUMNS = 6;
const MAX_WORDS = 200;

function holdsSexes(column: SidedColumn): boolean {
  if (column.kind === 'number') return false;
  const used = column.words.filter((_, code) => column.counts[0][code] > 0);
  return used.length >= 2 && used.length <= 5 && used.every((word) => SEXES.test(word.trim()));
}

/** Returns true if name or categories indicate sex, age, origin, belief, marriage or health. */
const isSensitive = (column: SidedColumn): boolean =>
  holdsSexes(column) ||
  (NAMES.test(column.name.replaceAll(/([a-z])([A-Z])/g, '$1_$2')) &&
    (column.kind === 'number' ? !column.datetime : column.words.length <= MAX_WORDS));

/**
 * Returns the sensitive columns.
 *
 * @param declared names set by the user; by default at most six guessed from names and values
 */
export function sensitiveColumns(
  columns: readonly SidedColumn[],
  declared?: readonly string[],
): SidedColumn[] {
  if (declared !== undefined) return columns.filter(({ name }) => declared.includes(name));
  return columns.filter(isSensitive).slice(0, MAX_COLUMNS);
}

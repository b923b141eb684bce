import type { SidedColumn } from '../align-columns.ts';

/** Names of columns that laws on equal treatment speak of, in the languages of files that banks have. */
const NAMES =
  /(^|[\s_.-])(sex|gender|geschlecht|sexe|genre|sexo|genero|sesso|age|alter|edad|eta|race|ethnic\w*|nationality|nationalitaet|citizenship|native[\s_.-]?country|country|region|state|province|canton|bundesland|religion|confession|marital\w*|marriage|civil[\s_.-]?status|disab\w*|language)($|[\s_.-])/i;
const SEXES = /^(m|f|male|female|man|woman|men|women|d|diverse|x|other|unknown)$/i;

/** Most columns that are looked at, in the order of the file's features. */
const MAX_COLUMNS = 6;
/** More words than this classify no people. */
const MAX_WORDS = 200;

function holdsSexes(column: SidedColumn): boolean {
  if (column.kind === 'number') return false;
  const used = column.words.filter((_, code) => column.counts[0][code] > 0);
  return used.length >= 2 && used.length <= 5 && used.every((word) => SEXES.test(word.trim()));
}

/** Whether a column's name, or its words, say that it is about sex, age, origin, belief, marriage or health. */
const isSensitive = (column: SidedColumn): boolean =>
  holdsSexes(column) ||
  (NAMES.test(column.name.replaceAll(/([a-z])([A-Z])/g, '$1_$2')) &&
    (column.kind === 'number' ? !column.datetime : column.words.length <= MAX_WORDS));

/**
 * Columns by which people may not be treated differently.
 *
 * @param declared names that somebody gave; without them those that names and values propose, six at most
 */
export function sensitiveColumns(
  columns: readonly SidedColumn[],
  declared?: readonly string[],
): SidedColumn[] {
  if (declared !== undefined) return columns.filter(({ name }) => declared.includes(name));
  return columns.filter(isSensitive).slice(0, MAX_COLUMNS);
}

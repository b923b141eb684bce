import type { Given, Relation } from '../../engines/synthesize/index.ts';
import type { Table } from '../../engines/table/table.ts';
import { noColumn, refused } from '../terminal/arguments.ts';

/** Name of the table of a single file; arguments then name columns without a table. */
export const ONLY = 'table';

export type Place = { table: string; column: string };

/** Parses COLUMN for a single file, or TABLE.COLUMN; names of tables contain no dot. */
export function placeFrom(text: string, isAlone: boolean): Place | null {
  if (isAlone) return text === '' ? null : { table: ONLY, column: text };
  const at = text.indexOf('.');
  return at < 1 || at === text.length - 1
    ? null
    : { table: text.slice(0, at), column: text.slice(at + 1) };
}

export const writtenPlace = (isAlone: boolean) => (isAlone ? 'COLUMN' : 'TABLE.COLUMN');

/** Splits at the last equals sign. */
export function pairFrom(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  return [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
}

/** Returns the forms chosen for one table's columns, and the prefix of its columns in arguments. */
export function formsOf(
  table: string,
  forms: readonly string[] = [],
): { forms: string[]; prefix: string } {
  const prefix = table === ONLY ? '' : `${table}.`;
  const own = forms.filter((form) => form.startsWith(prefix));
  return { forms: own.map((form) => form.slice(prefix.length)), prefix };
}

/** Parses RULE for a single file, or TABLE: RULE. */
export function tableRule(option: string, text: string, isAlone: boolean): [string, string] {
  if (isAlone) return [ONLY, text];
  const [, table, rule] = /^([^:.]+):\s*(\S.*)$/s.exec(text) ?? [];
  if (table === undefined || rule === undefined)
    throw refused(`${option}: expected "TABLE: RULE" for linked tables, not "${text}".`);
  return [table.trim(), rule];
}

export function relationFrom(text: string): Relation {
  const at = text.indexOf('=');
  const child = placeFrom(text.slice(0, Math.max(0, at)), false);
  const parent = placeFrom(text.slice(at + 1), false);
  if (child === null || parent === null)
    throw refused('--relation: expected CHILD.COLUMN=PARENT.COLUMN.');
  return {
    child: child.table,
    childKey: child.column,
    parent: parent.table,
    parentKey: parent.column,
  };
}

/** Parses fixed values, by table. */
export function givenFrom(
  pairs: readonly string[] | undefined,
  isAlone: boolean,
): Record<string, Given> {
  const given: Record<string, Record<string, string>> = {};
  for (const pair of pairs ?? []) {
    const at = pair.indexOf('=');
    const place = at < 1 ? null : placeFrom(pair.slice(0, at), isAlone);
    if (place === null) throw refused(`--given: expected ${writtenPlace(isAlone)}=VALUE.`);
    given[place.table] = { ...given[place.table], [place.column]: pair.slice(at + 1) };
  }
  return given;
}

/** Parses target shares of values of one column, as COLUMN=VALUE:SHARE. */
export function rebalanceFrom(texts: readonly string[] | undefined, isAlone: boolean) {
  const parsed = (texts ?? []).map((text) => {
    const [, name = '', value = '', share = ''] = /^([^=]+)=(.*):([\d.]+)$/s.exec(text) ?? [];
    const place = placeFrom(name, isAlone);
    if (place === null || !(Number(share) <= 1))
      throw refused(
        `--rebalance: expected ${writtenPlace(isAlone)}=VALUE:SHARE, with a share from 0 to 1.`,
      );
    return { ...place, value, share: Number(share) };
  });
  const [first] = parsed;
  if (first === undefined) return undefined;
  if (parsed.some(({ table, column }) => table !== first.table || column !== first.column))
    throw refused('--rebalance: all shares must be of one column.');
  const shares = Object.fromEntries(parsed.map(({ value, share }) => [value, share]));
  return { table: first.table, column: first.column, shares };
}

/** Parses the files of an argument by table: a single file, or NAME=FILE for each. */
export function filesFrom(
  argument: string,
  texts: readonly string[],
  isAlone: boolean,
): Map<string, string> {
  const files = new Map<string, string>();
  if (isAlone && texts.length > 1)
    throw refused(`${argument}: expected one file; linked tables need --relation.`);
  for (const text of texts) {
    const at = isAlone ? -1 : text.indexOf('=');
    if (!isAlone && (at < 1 || at === text.length - 1))
      throw refused(`${argument}: expected NAME=FILE.`);
    const name = isAlone ? ONLY : text.slice(0, at);
    if (files.has(name)) throw refused(`${argument}: ${name} is given twice.`);
    files.set(name, text.slice(at + 1));
  }
  return files;
}

/** Returns a column named in an argument. */
export function columnAt(
  argument: string,
  text: string,
  { tables, isAlone }: { tables: Readonly<Record<string, Table>>; isAlone: boolean },
) {
  const place = placeFrom(text, isAlone);
  if (place === null) throw refused(`${argument}: expected ${writtenPlace(isAlone)}.`);
  const table = Object.hasOwn(tables, place.table) ? tables[place.table] : undefined;
  if (table?.columns.some(({ name }) => name === place.column)) return place;
  if (!isAlone) throw refused(`Column ${text} not found.`);
  const names = Object.values(tables).flatMap(({ columns }) => columns.map(({ name }) => name));
  throw noColumn(text, names, argument.replace(/^--/, ''));
}

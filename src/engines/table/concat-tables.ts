import type { CategoryColumn, Column, Table } from './table.ts';

export function concatTables(tables: readonly Table[]): Table {
  const first = tables[0];
  if (first === undefined) return { rows: 0, columns: [] };
  if (tables.length === 1) return first;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const columns = first.columns.map((column, i) => {
    const parts = tables.map((table) => table.columns[i]);
    return column.kind === 'category'
      ? concatCategories(column, parts as CategoryColumn[], rows)
      : concatValues(column, parts, rows);
  });
  return { rows, columns };
}

function concatValues(
  first: Exclude<Column, CategoryColumn>,
  parts: readonly Column[],
  rows: number,
): Column {
  const values = new Float64Array(rows);
  let at = 0;
  for (const part of parts) {
    if (part.kind === 'category') throw new TypeError(`Column ${part.name} changes its type.`);
    values.set(part.values, at);
    at += part.values.length;
  }
  return { ...first, values };
}

function concatCategories(
  first: CategoryColumn,
  parts: readonly CategoryColumn[],
  rows: number,
): CategoryColumn {
  const codes = new Int32Array(rows);
  const dictionary = [...first.dictionary];
  const codeOfWord = new Map(dictionary.map((word, code) => [word, code]));
  let at = 0;
  for (const part of parts) {
    const translated = part.dictionary.map((word) => {
      const code = codeOfWord.get(word);
      if (code !== undefined) return code;
      codeOfWord.set(word, dictionary.length);
      return dictionary.push(word) - 1;
    });
    for (const code of part.codes) codes[at++] = code < 0 ? -1 : translated[code];
  }
  return { kind: 'category', name: first.name, codes, dictionary };
}

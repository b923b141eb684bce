import type { Table } from '../table/table.ts';
import { books } from './books.ts';
import type { BookOutput } from './world/book.ts';
import { type LawTables, lawTablesOfCell, lawTablesOfRead } from './world/law-tables.ts';
import { type Checked, type Law, structuralLaws } from './world/laws.ts';
import type { BookName } from './world/plan.ts';

export type LawResult = Checked & Pick<Law, 'name' | 'table' | 'source'>;

const lawsOf = (preset: BookName): Law[] => [
  ...structuralLaws(books[preset].tables),
  ...books[preset].laws,
];

/**
 * Checks the laws of a book cell by cell: keys, references, and amounts to the cent. Keys of cells
 * must rise from one cell to the next, so that none repeats across cells.
 */
export function lawTally(preset: BookName): {
  add: (output: BookOutput) => void;
  results: () => LawResult[];
} {
  const laws = lawsOf(preset);
  const results = laws.map(({ name, table, source }) => ({
    name,
    table,
    source,
    checked: 0,
    broken: 0,
  }));
  const highest = new Map<string, string>();
  const addKeys = (tables: LawTables) => {
    for (const { name, key } of books[preset].tables) {
      const { rows, text } = tables[name];
      if (rows === 0) continue;
      const keyOf = text(key[0]);
      let [low, high] = [keyOf(0), keyOf(0)];
      for (let row = 1; row < rows; row++) {
        const value = keyOf(row);
        if (value < low) low = value;
        if (value > high) high = value;
      }
      if (low <= (highest.get(name) ?? ''))
        results[laws.findIndex((law) => law.table === name)].broken += rows;
      highest.set(name, high);
    }
  };
  return {
    add: (output) => {
      const tables = lawTablesOfCell(output.tables);
      addKeys(tables);
      laws.forEach((law, i) => {
        const { checked, broken } = law.count(tables);
        results[i].checked += checked;
        results[i].broken += broken;
      });
    },
    results: () => results,
  };
}

/**
 * Checks which laws of a book hold in uploaded or drawn tables with its columns. Laws whose tables
 * are missing are left out.
 *
 * @throws RangeError if a column of a book's table is missing
 */
export function checkBook(preset: BookName, tables: Readonly<Record<string, Table>>): LawResult[] {
  const read = lawTablesOfRead(tables, books[preset].tables);
  return lawsOf(preset).flatMap(({ name, table, source, uses = [], count }) =>
    [table, ...uses].every((each) => read[each] !== undefined)
      ? [{ name, table, source, ...count(read) }]
      : [],
  );
}

import { parseCodedColumn, type ReadLayout } from '../engines/table/parse-columns.ts';
import type { Column, Table } from '../engines/table/table.ts';
import {
  codeColumns,
  columnGroups,
  type PlainTable,
} from '../platform/tabular/delimited/plain-table.ts';
import { MAX_READ_CELLS } from '../platform/tabular/delimited/store-table.ts';
import type { ColumnLayout } from '../shared/column-layout.ts';
import type { CodedTexts } from '../shared/text-codes.ts';

/** Makes empty strings missing values, as stored rows are read. */
function withoutEmpty({ codes, texts }: CodedTexts): CodedTexts {
  const empty = texts.indexOf('');
  if (empty < 0) return { codes, texts };
  return {
    codes: codes.map((code) => (code === empty ? -1 : code > empty ? code - 1 : code)),
    texts: texts.filter((text) => text !== ''),
  };
}

const parsed = (name: string, coded: CodedTexts, layout: ReadLayout | undefined): Column =>
  parseCodedColumn(name, withoutEmpty(coded), layout);

const settingsOf = ({ form, nullWords }: ReadLayout): string => JSON.stringify([form, nullWords]);

/** Reads rows in plain form as a typed table: columns as they are taken, the others at the end. */
export function plainReader() {
  const taken = new Map<number, { column: Column; settings: string }>();
  return {
    /** Parses a column whose layout is known before those of the others; ambiguous ones wait. */
    take: (column: number, coded: CodedTexts, layout: ColumnLayout): void => {
      if (layout.ambiguous) return;
      const settings = settingsOf(layout);
      taken.set(column, { column: parsed(layout.name, coded, layout), settings });
    },
    /** Returns the table; columns whose layout changed since, or that were not taken, are read again. */
    table: async (
      plain: PlainTable,
      layouts: Readonly<Partial<Record<string, ReadLayout>>>,
    ): Promise<Table> => {
      const { columns: names, rows } = plain;
      const layoutOf = (name: string) => (Object.hasOwn(layouts, name) ? layouts[name] : undefined);
      const columns = names.map((name, i) => {
        const layout = layoutOf(name);
        const known = taken.get(i);
        const isSame = layout !== undefined && known?.settings === settingsOf(layout);
        return isSame ? known!.column : undefined;
      });
      const open = names.flatMap((_, i) => (columns[i] === undefined ? [i] : []));
      for (const group of columnGroups({ columns: open.map(String), rows }, MAX_READ_CELLS)) {
        const wanted = group.map((i) => open[i]!);
        for (const [i, coded] of (await codeColumns(plain, wanted)).entries()) {
          const name = names[wanted[i]!]!;
          columns[wanted[i]!] = parsed(name, coded, layoutOf(name));
        }
      }
      return { rows: names.length === 0 ? 0 : rows, columns: columns as Column[] };
    },
  };
}

import { parseCodedColumn, type ReadLayout } from '../engines/table/parse-columns.ts';
import type { Column, Table } from '../engines/table/table.ts';
import {
  codeColumns,
  columnGroups,
  type PlainTable,
} from '../platform/tabular/delimited/plain-table.ts';
import type { CodedTexts } from '../shared/text-codes.ts';

/** Cells held as codes at a time. */
const MAX_CELLS = 12_000_000;

/** Makes empty strings missing values, as stored rows are read. */
function withoutEmpty({ codes, texts }: CodedTexts): CodedTexts {
  const empty = texts.indexOf('');
  if (empty < 0) return { codes, texts };
  return {
    codes: codes.map((code) => (code === empty ? -1 : code > empty ? code - 1 : code)),
    texts: texts.filter((text) => text !== ''),
  };
}

/** Reads all rows in plain form as a typed table. */
export async function readPlain(
  plain: PlainTable,
  layouts: Readonly<Partial<Record<string, ReadLayout>>>,
): Promise<Table> {
  const columns: Column[] = [];
  for (const group of columnGroups(plain, MAX_CELLS)) {
    for (const [i, coded] of (await codeColumns(plain, group)).entries()) {
      const name = plain.columns[group[i]!]!;
      const layout = Object.hasOwn(layouts, name) ? layouts[name] : undefined;
      columns.push(parseCodedColumn(name, withoutEmpty(coded), layout));
    }
  }
  return { rows: columns.length === 0 ? 0 : plain.rows, columns };
}

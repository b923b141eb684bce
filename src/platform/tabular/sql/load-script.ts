import type { SqlType, TypedColumn } from '../columns/typed-column.ts';
import type { ColumnBatch } from '../delimited/write-csv.ts';

type Reference = { column: string; table: string; key: string };

export type ScriptTable = {
  name: string;
  columns: readonly Pick<TypedColumn, 'name' | 'type'>[];
  key: string | null;
  references: readonly Reference[];
};

const POSTGRES: Partial<Record<SqlType, string>> = {
  VARCHAR: 'text',
  DOUBLE: 'double precision',
  TIMESTAMPTZ: 'timestamptz',
};

const postgresName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const typeName = (type: SqlType): string =>
  POSTGRES[type] ??
  (type.startsWith('DECIMAL') ? type.replace('DECIMAL', 'numeric') : type.toLowerCase());

export function createTable({ name, columns, key, references }: ScriptTable): string {
  const lines = columns.map((column) => `  ${postgresName(column.name)} ${typeName(column.type)}`);
  if (key !== null) lines.push(`  primary key (${postgresName(key)})`);
  for (const { column, table, key: parentKey } of references) {
    lines.push(
      `  foreign key (${postgresName(column)}) references ${postgresName(table)} (${postgresName(parentKey)})`,
    );
  }
  return `create table ${postgresName(name)} (\n${lines.join(',\n')}\n);\n`;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const copyField = (value: string): string =>
  value.replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter]!);

export async function* copyRows(
  { name, columns }: ScriptTable,
  batches: AsyncIterable<ColumnBatch> | Iterable<ColumnBatch>,
): AsyncGenerator<string, void, undefined> {
  const names = columns.map((column) => postgresName(column.name)).join(', ');
  yield `copy ${postgresName(name)} (${names}) from stdin;\n`;
  for await (const batch of batches) {
    const rows = batch[0]?.length ?? 0;
    let text = '';
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < batch.length; column++) {
        const cell = batch[column]![row];
        if (column > 0) text += '\t';
        text += cell === null || cell === undefined ? '\\N' : copyField(String(cell));
      }
      text += '\n';
    }
    yield text;
  }
  yield '\\.\n';
}

/** Beginning of a `psql` script, closed by END: one transaction, in UTF-8. */
export const SCRIPT_BEGIN = `\\set ON_ERROR_STOP on\nbegin;\nset client_encoding = 'UTF8';\n`;
export const SCRIPT_END = 'commit;\n';

import { type ColumnForm, type ColumnLayout, NULL_WORDS } from '../../../shared/column-layout.ts';
import { withForm } from '../../../shared/layouts/with-form.ts';
import { rowsOf, sqlName, sqlPath, sqlText, withDuckDb } from '../duckdb.ts';
import { formSql } from './form-sql.ts';
import { refineForm } from './refine-form.ts';
import { sqlColumn } from './sql-texts.ts';

export type StatedForm = { form: ColumnForm; nullWords: readonly string[] };

export type UnlikeColumn = { name: string; values: number; first: string };

/** Allows any number of decimals, which differs from file to file. */
const anyDecimals = (form: ColumnForm): ColumnForm =>
  form.kind === 'number' ? { ...form, minDecimals: 0, decimals: 15 } : form;

const spelling = (form: ColumnForm): string => JSON.stringify(anyDecimals(form));

/** Returns true if the file's values may decide the form: all but dates, times and numbers. */
const isFree = ({ form }: StatedForm): boolean => form.kind === 'boolean' || form.kind === 'code';

/**
 * Applies stated forms to columns as far as all values match: a recipe decides between day and
 * month first if the values are ambiguous.
 *
 * @returns the layouts, and the columns with values of another form
 */
export async function applyForms(
  parquetPath: string,
  layouts: readonly ColumnLayout[],
  stated: Readonly<Partial<Record<string, StatedForm>>>,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<{ columns: ColumnLayout[]; unlike: UnlikeColumn[] }> {
  const from = `read_parquet(${sqlPath(parquetPath)})`;
  return withDuckDb({ paths: [parquetPath], ...options }, async (connection) => {
    const columns: ColumnLayout[] = [];
    const unlike: UnlikeColumn[] = [];
    for (const layout of layouts) {
      const said = Object.hasOwn(stated, layout.name) ? stated[layout.name] : undefined;
      if (said === undefined || layout.values === 0 || isFree(said)) columns.push(layout);
      else if (spelling(said.form) === spelling(layout.form))
        columns.push(withForm(layout, layout.form));
      else {
        const column = sqlName(layout.name);
        const form = anyDecimals(said.form);
        const missing = [...NULL_WORDS, ...said.nullWords].map(sqlText).join(', ');
        const [found] = await rowsOf(
          connection,
          `select count(*), min(${column}) from ${from}
            where ${column} not in (${missing}) and not ${formSql(column, form)}`,
        );
        const values = Number(found![0]);
        if (values > 0) unlike.push({ name: layout.name, values, first: String(found![1]) });
        const texts = sqlColumn({ connection, from }, layout.name);
        const refined = values > 0 ? null : await refineForm(texts, form);
        columns.push(refined === null ? layout : withForm(layout, refined.form));
      }
    }
    return { columns, unlike };
  });
}

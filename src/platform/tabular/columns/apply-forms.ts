import { type ColumnForm, type ColumnLayout, NULL_WORDS } from '../../../shared/column-layout.ts';
import { withForm } from '../../../shared/layouts/with-form.ts';
import { rowsOf, sqlName, sqlPath, sqlText, withDuckDb } from '../duckdb.ts';
import { formSql } from './form-sql.ts';
import { refineForm } from './refine-form.ts';

/** What somebody says a column is, and what stands for a missing value in it. */
export type StatedForm = { form: ColumnForm; nullWords: readonly string[] };

/** A column of which some values are not of the form that was stated. */
export type UnlikeColumn = { name: string; values: number; first: string };

/** How many digits follow the mark differs from file to file. */
const anyDecimals = (form: ColumnForm): ColumnForm =>
  form.kind === 'number' ? { ...form, minDecimals: 0, decimals: 15 } : form;

const spelling = (form: ColumnForm): string => JSON.stringify(anyDecimals(form));

/** Whether a file may say by its own values what the form is: only days, times and numbers are read by it. */
const isFree = ({ form }: StatedForm): boolean => form.kind === 'boolean' || form.kind === 'code';

/**
 * Reads columns by the forms that somebody stated, as far as all their values have them: a recipe says whether day or
 * month comes first where the values do not.
 *
 * @returns the layouts, and the columns of which values have another form
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
        const refined = values > 0 ? null : await refineForm({ connection, from, column }, form);
        columns.push(refined === null ? layout : withForm(layout, refined.form));
      }
    }
    return { columns, unlike };
  });
}

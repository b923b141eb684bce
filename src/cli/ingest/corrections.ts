import { kindsOf } from '../../engines/meaning/recipe.ts';
import { correctLayouts } from '../../product/ingestion/correct-layouts.ts';
import { mapFile, type ScannedFile } from '../../product/ingestion/map-file.ts';
import type { ColumnForm, ColumnLayout } from '../../shared/column-layout.ts';
import {
  type ColumnMapping,
  STATEMENT_ROLES,
  type StatementRole,
} from '../../shared/column-mapping.ts';
import { possibleForms } from '../../shared/layouts/with-form.ts';
import { noColumn, refused } from '../terminal/arguments.ts';

export type Corrections = {
  role?: string[] | undefined;
  form?: string[] | undefined;
  entity?: string | undefined;
  order?: string | undefined;
};

/** Name of a form as in --form. */
export const nameOf = (form: ColumnForm): string =>
  form.kind === 'datetime' ? form.pattern : form.kind === 'number' ? form.decimalMark : form.kind;

function pairsFrom(pairs: readonly string[] | undefined, flag: string, names: readonly string[]) {
  return (pairs ?? []).map((pair): [name: string, value: string] => {
    const at = pair.lastIndexOf('=');
    const name = pair.slice(0, at);
    if (at < 1) throw refused(`--${flag}: expected COLUMN=${flag.toUpperCase()}.`);
    if (!names.includes(name)) throw noColumn(name, names, flag);
    return [name, pair.slice(at + 1)];
  });
}

function rolesFrom(pairs: Corrections['role'], names: readonly string[]) {
  return new Map(
    pairsFrom(pairs, 'role', names).map(([name, text]): [string, StatementRole] => {
      const role = STATEMENT_ROLES.find((each) => each === text);
      if (role === undefined)
        throw refused(
          `--role: expected COLUMN=ROLE, where ROLE is one of ${STATEMENT_ROLES.join(', ')}.`,
        );
      return [name, role];
    }),
  );
}

function columnFrom(
  name: string | undefined,
  proposed: string | null,
  { names, flag }: { names: readonly string[]; flag: string },
) {
  if (name === undefined) return proposed;
  if (name !== '' && !names.includes(name)) throw noColumn(name, names, flag);
  return name === '' ? null : name;
}

/** @param prefix text before the names of columns in arguments: `TABLE.` of a linked table */
export function refuseAmbiguous(columns: readonly ColumnLayout[], prefix = ''): void {
  const unsure = columns.filter(({ ambiguous }) => ambiguous);
  if (unsure.length === 0) return;
  const lines = unsure.map((layout) => {
    const ways = possibleForms(layout).map(
      (form) => `--form ${JSON.stringify(`${prefix}${layout.name}=${nameOf(form)}`)}`,
    );
    return `  ${prefix}${layout.name}: ${layout.values} values are ambiguous. Choose ${ways.join(' or ')}`;
  });
  throw refused(`Ambiguous column formats (${lines.length}):\n${lines.join('\n')}`);
}

/** Applies `COLUMN=FORM` arguments to a file's layouts; columns that they don't name stay. */
export function withForms(
  columns: readonly ColumnLayout[],
  forms: readonly string[] | undefined,
): ColumnLayout[] {
  const names = columns.map(({ name }) => name);
  const chosen = pairsFrom(forms, 'form', names).map(([name, text]) => [
    name,
    (each: ColumnForm) => nameOf(each) === text,
  ]);
  return correctLayouts(columns, Object.fromEntries(chosen));
}

export async function corrected(
  file: ScannedFile,
  parquetPath: string,
  corrections: Corrections,
): Promise<ScannedFile> {
  const { role, form, entity, order } = corrections;
  if ([role, form, entity, order].every((each) => each === undefined)) return file;
  const names = file.columns.map(({ name }) => name);
  const roles = rolesFrom(role, names);
  const mapping: ColumnMapping = {
    columns: file.mapping.columns.map((column) => ({
      name: column.name,
      role: roles.get(column.name) ?? column.role,
    })),
    sign: file.mapping.sign,
    entity: columnFrom(entity, file.mapping.entity, { names, flag: 'entity' }),
    order: columnFrom(order, file.mapping.order, { names, flag: 'order' }),
  };
  const columns = withForms(file.columns, form);
  const { rules } = file.recipe;
  const stated = { mapping, kinds: kindsOf(file.recipe), rules };
  return mapFile({ ...file, columns }, parquetPath, stated);
}

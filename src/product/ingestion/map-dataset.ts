import type { z } from 'zod';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import type { Account } from '../../platform/functions/define.ts';
import { enqueueRun } from '../../platform/jobs/runs.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { type DeclaredColumns, declaredKinds } from '../../shared/column-kinds.ts';
import type { ColumnForm, ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping, DatasetRules } from '../../shared/column-mapping.ts';
import type { LineRange } from '../../shared/contracts/ingestion.ts';
import type { mapDatasetAnswer, mapDatasetBody } from '../../shared/contracts/mapping.ts';
import { AppError } from '../../shared/errors.ts';
import { datasetGone, lockDataset } from '../data/lock-dataset.ts';
import type { Product } from '../product.ts';
import { correctLayouts } from './correct-layouts.ts';
import type { ReadFile, ScannedFile } from './map-file.ts';
import { saveRecipe } from './recipes.ts';

type Body = z.output<typeof mapDatasetBody>;

type Row = {
  version: string;
  kind: string;
  filename: string;
  record_count: string;
  layout: ColumnLayout[] | null;
  dialect: ReadFile['dialect'];
  skipped_count: string;
  skipped: LineRange[];
  roles: DeclaredColumns;
  rules: DatasetRules | null;
  learned: boolean;
};

async function readDatasetRow(product: Product, account: Account, id: string): Promise<Row> {
  const { rows } = await product.platform.database.asTenant(account.tenantId, (tx) =>
    tx.query<Row>(
      `select m.kind, m.filename, m.record_count, m.layout, m.dialect, m.skipped_count, m.skipped, m.roles, m.rules, o.version,
            exists(select from public.stored_models s where s.manifest_id = m.id) as learned
       from public.ingestion_manifests m
       join storage.objects o on o.bucket_id = 'ingested_data' and o.name = m.parquet_path
      where m.id = $1`,
      [id],
    ),
  );
  const [row] = rows;
  if (row === undefined) throw datasetGone();
  if (row.kind !== 'upload' || row.layout === null) {
    throw new AppError('bad_request', 'Only the columns of an upload can be mapped.');
  }
  // A private model samples without the rows, with the forms of its fit.
  if (row.learned) {
    throw new AppError(
      'conflict',
      'A private model was fitted to this dataset, so its column formats are fixed. Upload the file again to map them.',
    );
  }
  return row;
}

const spelling = (form: ColumnForm): string => JSON.stringify(form, Object.keys(form).sort());

function layoutsOf(layouts: readonly ColumnLayout[], columns: Body['columns']): ColumnLayout[] {
  const chosen = columns.flatMap(({ name, form }) => {
    if (form === undefined) return [];
    const wanted = spelling(form);
    return [[name, (each: ColumnForm) => spelling(each) === wanted] as const];
  });
  return correctLayouts(layouts, Object.fromEntries(chosen));
}

function mappingFrom(body: Body, layouts: readonly ColumnLayout[]): ColumnMapping {
  const names = layouts.map(({ name }) => name);
  const roles = new Map(body.columns.map(({ name, role }) => [name, role]));
  const unknown = [...roles.keys(), body.entity, body.order].find(
    (name) => name !== null && !names.includes(name),
  );
  if (unknown !== undefined)
    throw new AppError('bad_request', `The dataset has no column ${unknown}.`);
  if (roles.size !== names.length || body.columns.length !== names.length) {
    throw new AppError('bad_request', 'Expected each column of the dataset exactly once.');
  }
  return {
    columns: names.map((name) => ({ name, role: roles.get(name)! })),
    sign: body.sign,
    entity: body.entity,
    order: body.order,
  };
}

export function learnedRoles(
  roles: Readonly<Record<string, string | undefined>>,
  mapping: ColumnMapping,
): Record<string, string | undefined> {
  const others = Object.entries(roles).filter(([, role]) => role !== 'ignored');
  const ignored = mapping.columns.filter(({ role }) => role === 'ignore');
  return Object.fromEntries([...others, ...ignored.map(({ name }) => [name, 'ignored'])]);
}

export async function mapDataset(
  product: Product,
  account: Account,
  body: Body,
): Promise<z.input<typeof mapDatasetAnswer>> {
  const row = await readDatasetRow(product, account, body.manifest_id);
  const columns = layoutsOf(row.layout!, body.columns);
  const file: ReadFile = {
    columns,
    rowCount: Number(row.record_count),
    leftOut: { lines: 0, ranges: [] },
    skipped: { lines: Number(row.skipped_count), ranges: row.skipped },
    notices: [],
    template: null,
    dialect: row.dialect,
    statement: null,
  };
  const mapping = mappingFrom(body, columns);
  const roles: DeclaredColumns = {
    ...row.roles,
    ...Object.fromEntries(body.columns.flatMap(({ name, kind }) => (kind ? [[name, kind]] : []))),
  };
  const kinds = declaredKinds(roles);
  const { mapFile } = await import('./map-file.ts');
  const mapped = await withLocalCopy(product.files, fileKey(row.version), (path) =>
    mapFile(file, path, { mapping, kinds, rules: row.rules }),
  );
  return product.platform.database.asTenant(account.tenantId, async (tx) => {
    await lockDataset(tx, body.manifest_id);
    const saved =
      body.save_as === undefined
        ? null
        : await saveRecipe(tx, account, { name: body.save_as, recipe: mapped.recipe });
    await tx.query(
      `update public.ingestion_manifests
          set layout = $2, schema = $3, mapping = $4, balance = $5, recipe = $6, roles = $7, profile = null,
              recipe_id = coalesce($8, recipe_id)
        where id = $1`,
      [
        body.manifest_id,
        JSON.stringify(columns),
        schemaText(columns),
        JSON.stringify(mapped.mapping),
        JSON.stringify(mapped.balance),
        JSON.stringify(mapped.recipe),
        JSON.stringify(learnedRoles(roles, mapping)),
        saved?.id ?? null,
      ],
    );
    await enqueueRun(product.boss, tx, {
      tenantId: account.tenantId,
      kind: 'profile',
      subject: { manifestId: body.manifest_id, filename: row.filename },
      createdBy: account.userId,
    });
    return { ...mappedColumns(mapped), recipe: saved };
  });
}

/** Returns names and types as a JSON array: an object would reorder names like 2024. */
export const schemaText = (columns: readonly ColumnLayout[]): string =>
  `{${columns.map(({ name, type }) => `${JSON.stringify(name)}:${JSON.stringify(type)}`).join(',')}}`;

export const mappedColumns = ({ columns, mapping, balance }: ScannedFile) => ({
  columns: mapping.columns.map(({ name, role }, i) => {
    const { type, form, ambiguous, alternatives, notices } = columns[i]!;
    return { name, role, type, form, ambiguous, alternatives, notices };
  }),
  sign: mapping.sign,
  entity: mapping.entity,
  order: mapping.order,
  balance,
});

import type pg from 'pg';
import type { StatedForm } from '../../platform/tabular/columns/apply-forms.ts';
import { DELIMITERS } from '../../platform/tabular/delimited/dialect.ts';
import type { SourceForm } from '../../platform/tabular/formats/write.ts';
import type { CellStyle } from '../../shared/cell-styles.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping } from '../../shared/column-mapping.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';
import type { CsvDialect } from '../../shared/csv.ts';
import { AppError } from '../../shared/errors.ts';
import type { ExportedTable } from './read-rows.ts';

export type BatchSource = {
  tenantId: string;
  batchId: string;
  createdBy: string | null;
  entity: string;
  csvUrl: string;
  version: string;
  file: { size: number; sha256: string };
  formulaColumns: string[] | null;
  dataset: {
    mapping: ColumnMapping | null;
    filename: string;
    format: string;
    layout: ColumnLayout[] | null;
    dialect: Partial<CsvDialect> & {
      header?: boolean | null;
      cells?: CellStyle[];
      objects?: string[];
    };
    schema: Record<string, string>;
    profile: DatasetProfile | null;
    roles: Record<string, string>;
  } | null;
};

export async function readSource(tx: pg.PoolClient, batchId: string): Promise<BatchSource> {
  const { rows } = await tx.query<BatchSource>(
    `select g.tenant_id as "tenantId", g.batch_id as "batchId", g.created_by as "createdBy", g.entity_type as entity,
            g.csv_url as "csvUrl", o.version,
            g.manifest #> '{notes,formulaColumns}' as "formulaColumns",
            json_build_object('size', o.metadata -> 'size', 'sha256', o.metadata -> 'sha256') as file,
            case when m.id is not null and g.entity_type <> 'blend' then json_build_object(
              'filename', m.filename, 'format', m.format, 'layout', m.layout, 'dialect', m.dialect,
              'mapping', m.mapping, 'schema', m.schema, 'profile', m.profile, 'roles', m.roles) end as dataset
       from public.generation_logs g
       join storage.objects o on o.bucket_id = split_part(g.csv_url, '/', 1)
        and o.name = substring(g.csv_url from position('/' in g.csv_url) + 1)
       left join public.ingestion_manifests m on m.id = g.manifest_id
      where g.batch_id = $1 and g.status = 'completed'`,
    [batchId],
  );
  if (!rows[0]) throw new AppError('not_found', 'Batch not found, or it has no file.');
  return rows[0];
}

type Dataset = NonNullable<BatchSource['dataset']>;

export function dialectOf(dataset: Dataset | null): CsvDialect | null {
  if (dataset === null || dataset.format !== 'csv') return null;
  const {
    encoding = 'UTF-8',
    byteOrderMark = false,
    delimiter,
    quote = '"',
    lineEnd = '\r\n',
    quotedColumns = [],
  } = dataset.dialect;
  const known = DELIMITERS.find((each) => each === delimiter);
  if (known === undefined) return null;
  const names = Object.keys(dataset.schema);
  const headerLine =
    dataset.dialect.header === false ? null : (dataset.dialect.headerLine ?? names.join(known));
  return {
    encoding,
    byteOrderMark,
    delimiter: known,
    quote,
    lineEnd,
    quotedColumns,
    headerLine,
  };
}

/** Returns the form of the source's file: dialect, types of cells, nested objects. */
function sourceForm(dataset: Dataset | null): SourceForm {
  const { cells = [], objects = [] } = dataset?.dialect ?? {};
  const names = (dataset?.layout ?? []).map(({ name }) => name);
  const styles = Object.fromEntries(
    names.flatMap((name, i) => (cells[i] === undefined ? [] : [[name, cells[i]]])),
  );
  return { dialect: dialectOf(dataset), cells: styles, objects };
}

/** Returns a batch's table to export from a local copy of its CSV file. */
export const exportedTable = (
  { dataset }: BatchSource,
  { path, ...table }: { path: string; table: string; keys: readonly string[] },
): ExportedTable => ({
  ...table,
  file: { path, format: 'csv' },
  stated: statedForms(dataset),
  form: sourceForm(dataset),
});

export const statedForms = (dataset: Dataset | null): Record<string, StatedForm> =>
  Object.fromEntries(
    (dataset?.layout ?? []).map(({ name, form, nullWords }) => [name, { form, nullWords }]),
  );

const BANK_KEYS: Record<string, string> = {
  customers: 'customer_id',
  accounts: 'account_id',
  transactions: 'txn_id',
};

export function keysOf({ dataset, entity }: BatchSource): string[] {
  const said = Object.entries(dataset?.roles ?? {}).flatMap(([name, role]) =>
    role === 'key' ? [name] : [],
  );
  const proposed = (dataset?.profile?.columns ?? []).flatMap(({ name, role }) =>
    role === 'key' ? [name] : [],
  );
  const own = dataset === null ? [BANK_KEYS[entity]] : [];
  return [...said, ...proposed, ...own].filter((name) => name !== undefined);
}

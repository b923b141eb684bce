import type { Relation } from '../../engines/synthesize/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { readBatch } from '../data/read-batch.ts';
import { readDataset } from '../data/read-dataset.ts';
import type { RowsFile } from '../data/read-table.ts';

export type LinkedSubject = {
  tables: { name: string; manifestId: string; batchId: string }[];
  relations: Relation[];
};

export type LinkedInput = {
  table: string;
  relations: Relation[];
  /** Key and foreign key columns of every table, which determine the holdout. */
  keys: (RowsFile & { name: string })[];
  parents: { name: string; real: RowsFile; synthetic: { csvPath: string; workPath: string } }[];
};

type Source = {
  name: string;
  real: Omit<RowsFile, 'parquetPath'>;
  realKey: string;
  madeKey: string | null;
};

export type LinkedSources = { table: string; relations: Relation[]; sources: Source[] };

export async function findLinked(
  database: Database,
  tenantId: string,
  { linked, manifestId }: { linked: LinkedSubject; manifestId: string },
): Promise<LinkedSources> {
  const table = linked.tables.find((each) => each.manifestId === manifestId)!.name;
  const parents = new Set(
    linked.relations.flatMap(({ child, parent }) => (child === table ? [parent] : [])),
  );
  const sources: Source[] = [];
  for (const each of linked.tables) {
    const {
      names,
      layouts,
      record_count: rows,
      version,
    } = await readDataset(database, tenantId, each.manifestId);
    const made = parents.has(each.name) ? await readBatch(database, tenantId, each.batchId) : null;
    sources.push({
      name: each.name,
      real: { columns: names, layouts, rows: Number(rows) },
      realKey: fileKey(version),
      madeKey: made && fileKey(made.version),
    });
  }
  return { table, relations: linked.relations, sources };
}

export function linkedFiles({ table, relations, sources }: LinkedSources): {
  keys: string[];
  inputOf: (paths: readonly string[], workPath: (name: string) => string) => LinkedInput;
} {
  const parents = sources.filter(({ madeKey }) => madeKey !== null);
  const linking = (name: string) =>
    new Set(
      relations.flatMap(({ child, childKey, parent, parentKey }) => [
        ...(child === name ? [childKey] : []),
        ...(parent === name ? [parentKey] : []),
      ]),
    );
  return {
    keys: [...sources.map(({ realKey }) => realKey), ...parents.map(({ madeKey }) => madeKey!)],
    inputOf: (paths, workPath) => ({
      table,
      relations,
      keys: sources.map(({ name, real }, i) => {
        const own = linking(name);
        const columns = real.columns.filter((column) => own.has(column));
        return { ...real, name, columns, parquetPath: paths[i]! };
      }),
      parents: parents.map((parent, i) => ({
        name: parent.name,
        real: { ...parent.real, parquetPath: paths[sources.indexOf(parent)]! },
        synthetic: { csvPath: paths[sources.length + i]!, workPath: workPath(parent.name) },
      })),
    }),
  };
}

import { join } from 'node:path';
import type { Relation } from '../../engines/synthesize/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { type Batch, readBatch } from '../data/read-batch.ts';
import { readDataset } from '../data/read-dataset.ts';
import type { RowsFile } from '../data/read-table.ts';

export type LinkedSubject = {
  tables: { name: string; manifestId: string; batchId: string }[];
  relations: Relation[];
};

export type SyntheticFile = { csvPath: string; workPath: string };

/** Tables to measure a batch against: its own first, then those linked with it. */
export type MeasuredSet = {
  relations: Relation[];
  tables: {
    name: string;
    real: RowsFile;
    /** Batch of the measured table and of its parents. */
    synthetic: SyntheticFile | null;
  }[];
};

type Source = {
  name: string;
  real: Omit<RowsFile, 'parquetPath'>;
  realKey: string;
  syntheticKey: string | null;
};

export type SetSources = {
  /** Settings by which the measured batch was drawn. */
  request: Pick<Batch, 'seed' | 'conditioned' | 'mode'> & {
    /** Entity column declared for the dataset. */
    declared: string | undefined;
  };
  /** Files of the datasets, then of the batches. */
  keys: string[];
  inputOf: (paths: readonly string[], folder: string) => MeasuredSet;
};

/** Returns the tables of a batch's set, the measured one first. */
function tablesOf({ batchId, manifestId, linked }: SetSubject): LinkedSubject {
  const own = { name: 'rows', manifestId, batchId };
  if (linked === null) return { tables: [own], relations: [] };
  const isOwn = (table: typeof own) => table.manifestId === manifestId;
  const tables = [...linked.tables].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  return { tables, relations: linked.relations };
}

type SetSubject = { batchId: string; manifestId: string; linked: LinkedSubject | null };

export async function findSources(
  database: Database,
  tenantId: string,
  subject: SetSubject,
): Promise<SetSources> {
  const { tables, relations } = tablesOf(subject);
  const own = tables[0]!.name;
  const parents = relations.flatMap(({ child, parent }) => (child === own ? [parent] : []));
  const sources: Source[] = [];
  let request: SetSources['request'] | null = null;
  for (const { name, manifestId, batchId } of tables) {
    const dataset = await readDataset(database, tenantId, manifestId);
    const { names: columns, layouts, record_count: rows } = dataset;
    const isRead = name === own || parents.includes(name);
    const batch = isRead ? await readBatch(database, tenantId, batchId) : null;
    if (name === own) {
      const { seed, conditioned, mode } = batch!;
      request = { seed, conditioned, mode, declared: dataset.entity ?? undefined };
    }
    sources.push({
      name,
      real: { columns, layouts, rows: Number(rows) },
      realKey: fileKey(dataset.version),
      syntheticKey: batch && fileKey(batch.version),
    });
  }
  const measured = sources.filter(({ syntheticKey }) => syntheticKey !== null);
  return {
    request: request!,
    keys: [
      ...sources.map(({ realKey }) => realKey),
      ...measured.map(({ syntheticKey }) => syntheticKey!),
    ],
    inputOf: (paths, folder) => ({
      relations,
      tables: sources.map((source, i) => {
        const place = measured.indexOf(source);
        const workPath = join(folder, `${i}.parquet`);
        return {
          name: source.name,
          real: { ...source.real, parquetPath: paths[i]! },
          synthetic: place < 0 ? null : { csvPath: paths[sources.length + place]!, workPath },
        };
      }),
    }),
  };
}

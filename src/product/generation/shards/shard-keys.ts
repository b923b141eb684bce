/** Storage keys of a sharded batch. Each attempt writes under unique keys. */
export const PLAN_KEY = 'plan.json';
export const MODEL_KEY = 'model.bin';
export const MANIFEST_KEY = 'manifest.json';
export const FILES_KEY = 'files.json';
export const REPORTS = 'reports/';

const four = (shard: number) => String(shard).padStart(4, '0');

/** Returns the file's name in the manifest, independent of the attempt. */
export const fileName = (table: string, shard: number) => `${table}/${four(shard)}.parquet`;

export const partKey = (part: { shard: number; attempt: string; table: string }) =>
  `parts/${four(part.shard)}/${part.attempt}/${part.table}.parquet`;

export const reportsOf = (shard: number) => `${REPORTS}${four(shard)}-`;

export const reportKey = ({ shard, attempt }: { shard: number; attempt: string }) =>
  `${reportsOf(shard)}${attempt}.json`;

export const shardOfReport = (key: string): number =>
  Number.parseInt(key.slice(REPORTS.length), 10);

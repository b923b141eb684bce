/** Where things lie in a batch's place. An attempt writes under keys of its own, so that no two meet. */
export const PLAN_KEY = 'plan.json';
export const MODEL_KEY = 'model.bin';
export const MANIFEST_KEY = 'manifest.json';
export const FILES_KEY = 'files.json';
export const REPORTS = 'reports/';

const four = (shard: number) => String(shard).padStart(4, '0');

/** A file as the manifest names it, whichever attempt wrote it. */
export const fileName = (table: string, shard: number) => `${table}/${four(shard)}.parquet`;

export const partKey = (part: { shard: number; attempt: string; table: string }) =>
  `parts/${four(part.shard)}/${part.attempt}/${part.table}.parquet`;

/** What keys of a shard's reports begin with. */
export const reportsOf = (shard: number) => `${REPORTS}${four(shard)}-`;

export const reportKey = ({ shard, attempt }: { shard: number; attempt: string }) =>
  `${reportsOf(shard)}${attempt}.json`;

/** The shard that a report is of, by its key; not a number where it is no report's. */
export const shardOfReport = (key: string): number =>
  Number.parseInt(key.slice(REPORTS.length), 10);

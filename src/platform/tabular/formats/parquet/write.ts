import { typeParquet } from '../../parquet/type-parquet.ts';
import type { WriteFormat } from '../write.ts';

/** Writes Parquet with typed columns. */
export const writeParquetFile: WriteFormat = async ({ path, columns }, { target, signal }) => {
  await typeParquet(path, target, columns, signal === undefined ? {} : { signal });
};

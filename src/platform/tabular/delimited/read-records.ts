import { AppError } from '../../../shared/errors.ts';
import type { Utf8Source } from '../encoding/utf8-source.ts';
import { copyToParquet } from './copy-to-parquet.ts';
import type { Layout } from './layout.ts';
import { rewriteDelimited } from './rewrite.ts';
import { type Survey, survey } from './survey.ts';

export type ReadOptions = {
  parquetPath: string;
  /** Where the records are written anew if they must be; whoever calls removes it. */
  plainPath: string;
  mostRejects?: number | undefined;
  memoryLimitMb?: number | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Has DuckDB read the records while this process counts them. Where the two disagree (mixed line ends,
 * for one, stop DuckDB or make it skip rows), the records are written anew in the plainest form and read
 * from there; if rows are lost even then, that is an error.
 */
export async function readRecords(
  source: Utf8Source,
  layout: Layout,
  options: ReadOptions,
): Promise<Survey> {
  const { parquetPath, plainPath, mostRejects = 1000, memoryLimitMb, signal } = options;
  const shape = {
    dialect: layout.dialect,
    columns: layout.columns.length,
    header: layout.header,
    skipBytes: source.skipBytes,
    signal,
  };
  const stop = new AbortController();
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const copying = copyToParquet(source.path, parquetPath, layout, {
    memoryLimitMb,
    signal: either,
  }).catch((error: unknown) => error as Error);
  let counted: Survey;
  try {
    counted = await survey(source.path, { ...shape, mostRejects });
  } catch (error) {
    stop.abort();
    await copying;
    throw error;
  }
  if (counted.kind === 'not-utf8') {
    stop.abort();
    await copying;
    return counted;
  }
  const copied = await copying;
  if (copied === counted.accepted) return counted;
  signal?.throwIfAborted();

  const written = await rewriteDelimited(source.path, plainPath, shape);
  const again = await copyToParquet(
    plainPath,
    parquetPath,
    {
      columns: layout.columns,
      header: false,
      dialect: { delimiter: ',', quote: '"', escape: 'double' },
    },
    { memoryLimitMb, signal },
  );
  if (written !== counted.accepted || again !== counted.accepted) {
    throw new AppError(
      'internal',
      `The file has ${counted.accepted} readable rows, of which only ${again} were read.`,
      { cause: copied },
    );
  }
  return counted;
}

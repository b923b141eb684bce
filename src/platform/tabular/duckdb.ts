import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { AppError } from '../../shared/errors.ts';
import { diskFull } from '../files/disk-full.ts';
import { beginNativeWork } from '../threads/native-work.ts';

export type DuckOptions = {
  /** Only these files are accessible. */
  paths: string[];
  signal?: AbortSignal | undefined;
  memoryLimitMb?: number | undefined;
  /** One thread preserves row order with the least memory; more help only unordered work. */
  threads?: number;
};

export const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;
export const sqlName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Quotes a path for DuckDB. Characters that DuckDB reads as a pattern cannot be escaped. */
export function sqlPath(path: string): string {
  if (/[*?[]/.test(path)) {
    throw new AppError(
      'unavailable',
      "The path of the server's data folder contains *, ? or [, so its files can't be read.",
    );
  }
  return sqlText(path);
}

export function cancelled(signal: AbortSignal | undefined): AppError {
  return new AppError('cancelled', 'Cancelled', { cause: signal?.reason });
}

/** Instance that all work on one small file uses. */
type Shared = { instance: DuckDBInstance; path: string; folder: string };

const sharing = new AsyncLocalStorage<Shared>();

/** Returns the shared instance if it may read the files and no other limit is asked. */
function sharedFor({ paths, memoryLimitMb }: DuckOptions): DuckDBInstance | null {
  const shared = sharing.getStore();
  if (shared === undefined || memoryLimitMb !== undefined) return null;
  const isOpen = (path: string) => path === shared.path || dirname(path) === shared.folder;
  return paths.every(isOpen) ? shared.instance : null;
}

/**
 * Runs work on a small file in one in-memory database, whose opening and closing costs more than its
 * statements. It can access only the file and a folder of results.
 */
export async function withSharedDuckDb<T>(
  { path, folder }: Omit<Shared, 'instance'>,
  work: () => Promise<T>,
): Promise<T> {
  const ended = beginNativeWork(() => {});
  let instance: DuckDBInstance | undefined;
  try {
    instance = await newInstance({ paths: [path], folder });
    return await sharing.run({ instance, path, folder }, work);
  } finally {
    instance?.closeSync();
    ended();
  }
}

export type DuckSession = { connection: DuckDBConnection; close: () => void };

/** Opens a database in advance: the first one of a thread takes several times as long. */
export async function warmUpDuckDb(): Promise<void> {
  const session = await openDuckDb({ paths: [] });
  session.close();
}

/**
 * Opens an in-memory database that can access only the named files. An abort interrupts the running
 * statement. The caller closes it.
 */
export async function openDuckDb(options: DuckOptions): Promise<DuckSession> {
  const { signal } = options;
  if (signal?.aborted) throw cancelled(signal);
  let connection: DuckDBConnection | undefined;
  const interrupt = () => connection?.interrupt();
  const ended = beginNativeWork(interrupt);
  let instance: DuckDBInstance | undefined;
  const close = () => {
    signal?.removeEventListener('abort', interrupt);
    connection?.closeSync();
    instance?.closeSync();
    ended();
  };
  signal?.addEventListener('abort', interrupt);
  try {
    const shared = sharedFor(options);
    if (shared === null) instance = await newInstance(options);
    connection = await (shared ?? instance!).connect();
    return { connection, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Opens an in-memory database that can access only some files and, if given, one folder. */
async function newInstance({
  paths,
  folder,
  threads = 1,
  memoryLimitMb = 300,
}: DuckOptions & { folder?: string }): Promise<DuckDBInstance> {
  const duckdb = await import('@duckdb/node-api');
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    threads: String(Math.min(threads, availableParallelism())),
    memory_limit: `${memoryLimitMb}MB`,
    preserve_insertion_order: 'true',
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  try {
    const connection = await instance.connect();
    await connection.run(`set allowed_paths = [${paths.map(sqlText).join(', ')}]`);
    if (folder !== undefined)
      await connection.run(`set allowed_directories = [${sqlText(folder)}]`);
    await connection.run('set enable_external_access = false');
    await connection.run('set lock_configuration = true');
    connection.closeSync();
    return instance;
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/** Converts lack of memory or disk space to an error for the uploader. */
function toUserError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('Out of Memory Error')) {
    return new AppError('too_large', 'Reading the file exceeds the memory limit for one file.', {
      cause: error,
    });
  }
  return diskFull(error) ?? error;
}

export async function withDuckDb<T>(
  options: DuckOptions,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const { signal } = options;
  const session = await openDuckDb(options);
  try {
    const result = await work(session.connection);
    if (signal?.aborted) throw cancelled(signal);
    return result;
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal);
    throw toUserError(error);
  } finally {
    session.close();
  }
}

export async function rowsOf(
  connection: DuckDBConnection,
  sql: string,
): Promise<(string | number | bigint | boolean | null)[][]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRows() as (string | number | bigint | boolean | null)[][];
}

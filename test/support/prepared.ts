import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { type Sandbox, startSandbox } from './sandbox.ts';

/** Whether this file is the first to need the folder; others run beside it. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * A data folder of one's own, made ready by the first that asks for its kind and copied for the others: to set up a
 * database takes longer than to copy one.
 *
 * @param folder where it lies for all files of a run
 * @param make makes it, stops the sandbox in good order, and answers what is to be known of it
 */
export async function preparedFolder<Facts>(
  folder: string,
  kind: string,
  make: (dataDir: string) => Promise<Facts>,
): Promise<{ dataDir: string; facts: Facts }> {
  const made = join(folder, kind);
  const note = join(folder, `${kind}.json`);
  if (isFirst(made)) {
    const written = JSON.stringify(await make(made));
    writeFileSync(`${note}.new`, written);
    renameSync(`${note}.new`, note);
  } else {
    await vi.waitUntil(() => existsSync(note), { timeout: 110_000, interval: 50 });
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox data '));
  // cp keeps owners and rights, which the database server insists on.
  execFileSync('cp', ['-a', `${made}/.`, dataDir]);
  return { dataDir, facts: JSON.parse(readFileSync(note, 'utf8')) as Facts };
}

/** The data folder of a sandbox that was started once before, and has nobody in it. */
export async function emptyDataFolder(): Promise<string> {
  const { dataDir } = await preparedFolder(inject('fixturesFolder'), 'empty', async (made) => {
    await (await startSandbox({ dataDir: made, keep: true })).stop();
    return null;
  });
  return dataDir;
}

/** Starts a sandbox in such a folder. */
export const startPrepared = async (
  options: { env?: Record<string, string>; keep?: boolean } = {},
): Promise<Sandbox> => startSandbox({ ...options, dataDir: await emptyDataFolder() });

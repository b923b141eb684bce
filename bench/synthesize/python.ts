import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Compared packages from PyPI; both include scikit-learn. */
const PACKAGES = ['sdv==2.0.0', 'mostlyai[local]==6.2.0'];
const FOLDER = join(tmpdir(), 'sandbox-bench-peers');

export const lastLine = (error: unknown): string =>
  (error as Error).message.trim().split('\n').at(-1)!;

/**
 * Finds a Python with the peers: `PYTHON` if it has SDV, otherwise a temporary environment.
 *
 * @param install installs the peers if no Python has them
 */
export async function findPython({ install }: { install: boolean }): Promise<string | null> {
  const preferred = process.env.PYTHON ?? 'python3';
  const own = join(FOLDER, 'bin', 'python');
  for (const python of [preferred, ...(existsSync(own) ? [own] : [])]) {
    const has = await run(python, ['-c', 'import sdv, sklearn']).catch(() => null);
    if (has !== null) return python;
  }
  if (!install) {
    console.log('peers: no Python has them; classifiers of scikit-learn are skipped');
    return null;
  }
  try {
    console.log(`peers: installing ${PACKAGES.join(' and ')} from PyPI (5 GB) into ${FOLDER}`);
    await run(preferred, ['-m', 'venv', FOLDER]);
    await run(own, ['-m', 'pip', 'install', '--quiet', ...PACKAGES], { maxBuffer: 1e8 });
    return own;
  } catch (error) {
    console.log(`peers: skipped, no Python with the packages (${lastLine(error)})`);
    return null;
  }
}

/** Environment with one thread: several would waste processor time waiting on a shared machine. */
const ENV = {
  ...process.env,
  OMP_NUM_THREADS: '1',
  MKL_NUM_THREADS: '1',
  OPENBLAS_NUM_THREADS: '1',
};

/** Runs a script of this folder at low priority; returns the lines of JSON that it prints. */
export async function runPython<Line>(
  python: string,
  script: string,
  given: readonly string[],
): Promise<Line[]> {
  const path = fileURLToPath(new URL(`./${script}`, import.meta.url));
  const { stdout } = await run('nice', ['-n', '10', python, path, ...given], {
    env: ENV,
    maxBuffer: 1e8,
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Line);
}

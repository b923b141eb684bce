/**
 * Runs mutation tests of the folders in folders.json, each with its own tests: `npm run mutation
 * [folder …]`. Prints a line per folder and fails if a score is below the folder's minimum. Folders
 * are tested in parts with cached results: an interrupted run resumes with the next part.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hashOfTests, partsOf } from './parts.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const cache = join(root, 'node_modules', '.cache', 'stryker');
const stryker = join(cache, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const PACKAGES = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1'];

/** Installs Stryker on the first run: 110 packages not needed otherwise. */
function install() {
  if (existsSync(stryker)) return;
  process.stderr.write('Fetching Stryker.\n');
  mkdirSync(cache, { recursive: true });
  const args = ['install', '--prefix', cache, '--no-save', '--legacy-peer-deps'];
  spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES], {
    stdio: 'inherit',
  });
}

/** Runs Stryker over some files of a folder, by all tests of the folder. */
function mutate({ folder, database = false, without = [] }, { files, report, concurrency }) {
  const config = {
    testRunner: 'vitest',
    plugins: [
      join(cache, 'node_modules', '@stryker-mutator', 'vitest-runner', 'dist', 'src', 'index.js'),
    ],
    // Coverage determines the tests of a mutant; no need to search for importers.
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    // TypeScript 7 has no JavaScript interface that Stryker could read a tsconfig with.
    tsconfigFile: 'none.json',
    mutate: files,
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency,
    // Ends work that never yields; waiting tests time out themselves.
    timeoutMS: 60_000,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: '.cache/stryker',
    ignorePatterns: ['/data', '/dist', '/docs'],
    allowConsoleColors: false,
  };
  const file = join(cache, `stryker-${process.pid}.config.json`);
  writeFileSync(file, JSON.stringify(config));
  const { status } = spawnSync(process.execPath, [stryker, 'run', file], {
    cwd: root,
    // Progress goes to standard error.
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      MUTATION_TESTS: `src/${folder}/**/*.test.ts`,
      MUTATION_WITHOUT: without.map((name) => `src/${folder}/${name}`).join(','),
      MUTATION_DATABASE: database ? '1' : '0',
    },
  });
  rmSync(file);
  if (status !== 0) throw new Error(`Stryker exited with status ${status}.`);
}

/** Opens the folder of cached reports; deletes those of outdated sources and tests. */
function openReports(folder, hash) {
  const reports = join(cache, 'reports', folder.replaceAll('/', '-'));
  mkdirSync(reports, { recursive: true });
  for (const name of readdirSync(reports)) if (!name.startsWith(hash)) rmSync(join(reports, name));
  return reports;
}

function countMutants(reports) {
  const statuses = reports.flatMap((path) =>
    Object.values(JSON.parse(readFileSync(path, 'utf8')).files).flatMap(({ mutants }) =>
      mutants.map(({ status }) => status),
    ),
  );
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
  const detected = count('Killed', 'Timeout');
  return { detected, valid: detected + count('Survived', 'NoCoverage') };
}

function scoreOf(entry, { hash, concurrency }) {
  const folder = openReports(entry.folder, hash);
  const parts = partsOf(root, entry.folder);
  const reports = parts.map((_, part) => join(folder, `${hash}-${part + 1}.json`));
  for (const [part, files] of parts.entries()) {
    const report = reports[part];
    const state = existsSync(report) ? ', tried before' : '';
    process.stderr.write(`${entry.folder}: part ${part + 1} of ${parts.length}${state}\n`);
    if (state === '') mutate(entry, { files, report, concurrency });
  }
  return countMutants(reports);
}

const { values, positionals } = parseArgs({
  options: { concurrency: { type: 'string', default: '2' } },
  allowPositionals: true,
});
const folders = JSON.parse(readFileSync(new URL('folders.json', import.meta.url), 'utf8'));
const unknown = positionals.filter((name) => !folders.some(({ folder }) => folder === name));
if (unknown.length > 0) throw new Error(`Not in folders.json: ${unknown.join(', ')}`);
install();
const hash = hashOfTests(root);
let failed = false;
for (const entry of folders) {
  if (positionals.length > 0 && !positionals.includes(entry.folder)) continue;
  const { detected, valid } = scoreOf(entry, { hash, concurrency: Number(values.concurrency) });
  const score = (100 * detected) / valid;
  const holds = score >= entry.atLeast;
  if (!holds) failed = true;
  process.stdout.write(
    `${entry.folder}: ${detected} of ${valid} mutants found, ${score.toFixed(1)} % (at least ${entry.atLeast} %)${holds ? '' : ' FAILED'}\n`,
  );
}
process.exit(failed ? 1 : 0);

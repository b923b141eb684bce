/**
 * Mutation tests of the folders in folders.json, each by the tests beside it: `npm run mutation [folder …]`.
 * Prints a line for each folder and fails where the score is below what the folder has to hold.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const cache = join(root, 'node_modules', '.cache', 'stryker');
const stryker = join(cache, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const PACKAGES = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1'];

/** Fetched at the first run: 110 packages that nobody else needs. */
function install() {
  if (existsSync(stryker)) return;
  process.stderr.write('Fetching Stryker.\n');
  mkdirSync(cache, { recursive: true });
  const args = ['install', '--prefix', cache, '--no-save', '--legacy-peer-deps'];
  spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES], {
    stdio: 'inherit',
  });
}

/** Killed and timed out, of all mutants that could be tried. */
function scoreOf(report) {
  const statuses = Object.values(report.files).flatMap(({ mutants }) =>
    mutants.map(({ status }) => status),
  );
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
  const detected = count('Killed', 'Timeout');
  return { detected, valid: detected + count('Survived', 'NoCoverage') };
}

function mutate({ folder, database = false }) {
  const report = join(cache, `${folder.replaceAll('/', '-')}.json`);
  const config = {
    testRunner: 'vitest',
    plugins: [
      join(cache, 'node_modules', '@stryker-mutator', 'vitest-runner', 'dist', 'src', 'index.js'),
    ],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts' },
    // TypeScript 7 has no JavaScript interface that Stryker could read a tsconfig with.
    tsconfigFile: 'none.json',
    mutate: [`src/${folder}/**/*.ts`, `!src/${folder}/**/*.{test,fixture}.ts`],
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: '.cache/stryker',
    ignorePatterns: ['/data', '/dist', '/docs'],
    allowConsoleColors: false,
  };
  const file = join(cache, 'stryker.config.json');
  writeFileSync(file, JSON.stringify(config));
  // How far it is goes to standard error: a large folder takes an hour.
  const { status } = spawnSync(process.execPath, [stryker, 'run', file], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      MUTATION_TESTS: `src/${folder}/**/*.test.ts`,
      MUTATION_DATABASE: database ? '1' : '0',
    },
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status}`);
  return scoreOf(JSON.parse(readFileSync(report, 'utf8')));
}

install();
const asked = process.argv.slice(2);
const folders = JSON.parse(readFileSync(new URL('folders.json', import.meta.url), 'utf8'));
let failed = false;
for (const entry of folders.filter(({ folder }) => asked.length === 0 || asked.includes(folder))) {
  const { detected, valid } = mutate(entry);
  const score = (100 * detected) / valid;
  const holds = score >= entry.atLeast;
  if (!holds) failed = true;
  process.stdout.write(
    `${entry.folder}: ${detected} of ${valid} mutants found, ${score.toFixed(1)} % (at least ${entry.atLeast} %)${holds ? '' : ' FAILED'}\n`,
  );
}
process.exit(failed ? 1 : 0);

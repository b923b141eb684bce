/**
 * Everything that has to hold, in the order in which it is cheapest to fail: types, lint, direction, unit,
 * database, web build, size, browser beside calls, specification. Ends with one line of counts.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';
import { findPostgres15 } from './find-postgres.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'sandbox-reports-'));
/** `--quick` leaves out what needs a server or a browser; a name runs the steps that begin with it. */
const quick = process.argv[2] === '--quick';
const only = quick ? undefined : process.argv[2];
const started = Date.now();
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

function run(name, command, args, env = {}) {
  if (only !== undefined && !name.startsWith(only)) return Promise.resolve();
  const at = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
        ...env,
      },
    });
    child.on('close', (code) => {
      process.stdout.write(
        `-- ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - at) / 1000)} s\n`,
      );
      if (code !== 0) failures.push(name);
      resolve(code);
    });
  });
}

async function check(name, command, args) {
  const code = await run(name, command, args);
  if (code === undefined) return;
  counts[code === 0 ? 'passed' : 'failed'] += 1;
}

async function tests(name, project, env = {}) {
  const file = join(reports, `${name.replaceAll(' ', '-')}.json`);
  const code = await run(
    name,
    bin('vitest'),
    [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    env,
  );
  if (code === undefined) return;
  if (!existsSync(file)) {
    counts.failed += 1;
    return;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests;
  counts.skipped += report.numPendingTests + report.numTodoTests;
  if (code !== 0 && report.numFailedTests === 0) counts.failed += 1;
}

/** How many tests a project holds, to count those that can't run here. */
function countTests(project) {
  const { stdout } = spawnSync(bin('vitest'), ['list', '--project', project, '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const listed = JSON.parse(stdout.slice(stdout.indexOf('['))).length;
  process.stdout.write(
    `\nNo Chromium found: ${listed} tests of pages are skipped. Install it (Debian: apt-get install chromium), or name one in CHROMIUM.\n`,
  );
  return listed;
}

await check('types of the server', bin('tsc'), ['-b', 'tsconfig.json']);
await check('types of the web', bin('tsc'), ['-p', 'tsconfig.web.json']);
await check('lint and format', bin('biome'), ['ci', '.']);
await check('direction of imports', process.execPath, [
  join(root, 'scripts', 'check-directions.ts'),
]);
await check('dead code', bin('knip'), ['--no-progress']);
await tests('unit', 'unit');
if (!quick) await tests('database', 'database');
if (!quick && only === undefined) findPostgres15();
if (!quick && existsSync('/usr/lib/postgresql/15/bin/postgres')) {
  await tests('database on PostgreSQL 15', 'database', { TEST_POSTGRES: '15' });
}
if (!quick) await check('web build', process.execPath, [join(root, 'scripts', 'build-web.mjs')]);
if (!quick) {
  await check('size budget', process.execPath, [join(root, 'scripts', 'size-budget.ts')]);
}
let chromium = null;
if (!quick && (only === undefined || /^(browser|calls)/.test(only))) {
  chromium = await findChromium();
  // Either project waits most of the time: for a page, or for what was killed to start again.
  const running = [tests('calls', 'calls', { CHROMIUM: chromium ?? '' })];
  if (chromium !== null) running.push(tests('browser', 'browser', { CHROMIUM: chromium }));
  else counts.skipped += countTests('browser');
  await Promise.all(running);
}
if (!quick && only === undefined) {
  const kept = join(root, 'dist', 'test-reports');
  rmSync(kept, { recursive: true, force: true });
  cpSync(reports, kept, { recursive: true });
  const script = join(root, 'scripts', 'check-specification.ts');
  // Clauses about pages are held by tests of pages: without a browser there is nothing to check them by.
  if (chromium === null) counts.skipped += 1;
  else await check('specification', process.execPath, [script, '--reports', reports]);
}

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
process.stdout.write(`\nAll of it took ${Math.round((Date.now() - started) / 1000)} s\n`);
process.stdout.write(
  `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
);
process.exit(failures.length > 0 || counts.failed > 0 ? 1 : 0);

/**
 * Runs all checks, cheapest first: types in parallel with lint, directions, dead code and web
 * build; databases, then calls and browser, with unit in what these leave of the processors;
 * specification. Ends with the failed tests and one line of counts.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';
import { findPostgres15 } from './find-postgres.mjs';
import { countsOf, failedTests, filesToTryAgain, withSecondTry } from './test-reports.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'sandbox-reports-'));
/** `--quick` skips steps that need a server or browser; a name runs the steps it begins. */
const quick = process.argv[2] === '--quick';
const only = quick ? undefined : process.argv[2];
const started = Date.now();
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const failed = [];
let chromium = null;

/** Runs a command; its output is shown at its end if others run meanwhile, to which it may give way. */
function run(name, command, args, { env = {}, output = 'live', gives = false } = {}) {
  if (only !== undefined && !name.startsWith(only)) return Promise.resolve();
  const at = Date.now();
  const isLive = output === 'live';
  const title = `\n== ${name}\n`;
  const parts = [];
  if (isLive) process.stdout.write(title);
  return new Promise((resolve) => {
    const shown = isLive ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', shown, shown],
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
        ...env,
      },
    });
    if (gives) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part) => parts.push(part));
    }
    child.on('close', (code) => {
      if (!isLive) process.stdout.write(Buffer.concat([Buffer.from(title), ...parts]));
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

/** Runs vitest projects or files; returns the exit status, and the report if written. */
async function runTests(name, { projects, files = [], ...options }) {
  const path = join(reports, `${name.replaceAll(' ', '-')}.json`);
  const named = projects.flatMap((project) => ['--project', project]);
  const args = ['run', ...named, '--reporter=default', '--reporter=json'];
  const own = [...args, `--outputFile.json=${path}`, ...files];
  const code = await run(name, bin('vitest'), own, options);
  return { code, path, report: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null };
}

/** Runs tests; retries failed files once, alone. A test that then passes counts as passed. */
async function tests(name, { projects = [name], ...options } = {}) {
  const first = await runTests(name, { projects, ...options });
  if (first.code === undefined) return;
  if (first.report === null) {
    counts.failed += 1;
    return;
  }
  const files = first.code === 0 ? [] : filesToTryAgain(first.report);
  let { code, report } = first;
  if (files.length > 0) {
    const second = await runTests(`${name}, second try`, { projects, ...options, files });
    if (second.report !== null) {
      report = withSecondTry(report, second.report);
      writeFileSync(first.path, JSON.stringify(report));
      rmSync(second.path);
      code = second.code;
      if (code === 0) failures.splice(failures.indexOf(name), 1);
    }
  }
  const found = countsOf(report);
  for (const kind of Object.keys(counts)) counts[kind] += found[kind];
  failed.push(...failedTests(report, root));
  if (code !== 0 && found.failed === 0) counts.failed += 1;
}

/** Counts a project's tests, for those that can't run here. */
function countTests(project) {
  const { stdout } = spawnSync(bin('vitest'), ['list', '--project', project, '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const listed = JSON.parse(stdout.slice(stdout.indexOf('['))).length;
  process.stdout.write(
    `\nNo Chromium found: ${listed} page tests are skipped. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM.\n`,
  );
  return listed;
}

async function checkTypes() {
  await check('types of the server', bin('tsc'), ['-b', 'tsconfig.json']);
  await check('types of the web', bin('tsc'), ['-p', 'tsconfig.web.json']);
  await check('dead code', bin('knip'), ['--no-progress']);
}

async function checkFormAndBuild() {
  const node = (...path) => [process.execPath, [join(root, 'scripts', ...path)]];
  await check('lint and format', bin('biome'), ['ci', '.']);
  await check('direction of imports', ...node('check-directions.ts'));
  if (quick) return;
  await check('web build', ...node('build-web.mjs'));
  await check('size budget', ...node('size-budget.ts'));
}

async function testDatabases() {
  await tests('database', { output: 'at the end' });
  if (only === undefined) findPostgres15();
  if (!existsSync('/usr/lib/postgresql/15/bin/postgres')) return;
  const name = 'database on PostgreSQL 15';
  const env = { TEST_POSTGRES: '15' };
  await tests(name, { projects: ['database'], env, output: 'at the end' });
}

/** Runs both sandbox projects in one queue for two workers; a third would slow all. */
async function testSandboxes() {
  const wanted = ['calls', 'browser'].filter((name) => only === undefined || name.startsWith(only));
  if (wanted.length === 0) return;
  chromium = await findChromium();
  const projects = wanted.filter((name) => name !== 'browser' || chromium !== null);
  if (projects.length < wanted.length) counts.skipped += countTests('browser');
  if (projects.length === 0) return;
  await tests(projects.join(' and '), { projects, env: { CHROMIUM: chromium ?? '' } });
}

await Promise.all([checkTypes(), checkFormAndBuild()]);
const testServers = async () => {
  await testDatabases();
  await testSandboxes();
};
const beside = quick ? {} : { output: 'at the end', gives: true };
await Promise.all([
  tests('unit', { projects: ['unit', 'web'], ...beside }),
  ...(quick ? [] : [testServers()]),
]);
if (!quick && only === undefined) {
  const reportsFolder = join(root, 'dist', 'test-reports');
  rmSync(reportsFolder, { recursive: true, force: true });
  cpSync(reports, reportsFolder, { recursive: true });
  const script = join(root, 'scripts', 'check-specification.ts');
  // Clauses about pages are verified by page tests, which need a browser.
  if (chromium === null) counts.skipped += 1;
  else await check('specification', process.execPath, [script, '--reports', reports]);
}

rmSync(reports, { recursive: true, force: true });
for (const test of failed) process.stdout.write(`\n${test}\n`);
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
process.stdout.write(`\nTotal time: ${Math.round((Date.now() - started) / 1000)} s\n`);
process.stdout.write(
  `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
);
process.exit(failures.length > 0 || counts.failed > 0 ? 1 : 0);

import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecipes } from '../support/recipes.ts';
import { root } from '../support/sandbox.ts';

const recipes = readRecipes();

/** Path without the repository's own programs. */
const PATH = process.env
  .PATH!.split(delimiter)
  .filter((folder) => !folder.startsWith(root))
  .join(delimiter);

const pack = (folder: string, into: string): string => {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', into], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${PATH}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).replace(/^[^[]*/, ''),
  ) as [{ filename: string }];
  return join(into, filename);
};

/** Steps of a user of the packages, in a folder that has nothing else; needs a registry. */
describe.runIf(process.env.TEST_LONG)('from an empty folder', () => {
  const made = mkdtempSync(join(tmpdir(), 'sandbox-packages-'));
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-empty-'));
  const at = (name: string) => join(folder, name);
  const runner: Record<string, string> = {};
  const seconds: Record<string, number> = {};
  let sandboxPackage: string;
  let clientPackage: string;

  function run(name: string, command: string, args: string[]) {
    const started = performance.now();
    const ended = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH,
        HOME: folder,
        DATA_DIR: at('sandbox'),
        npm_config_cache: join(made, 'npm'),
        ...(process.env.npm_config_registry && {
          npm_config_registry: process.env.npm_config_registry,
        }),
        ...runner,
      },
    });
    seconds[name] = Math.round((performance.now() - started) / 100) / 10;
    expect([name, ended.status, ended.stderr]).toEqual([name, 0, expect.anything()]);
    return ended.stdout;
  }
  const sandbox = (name: string, ...args: string[]) =>
    run(name, 'npx', [
      '--yes',
      '--loglevel=error',
      '--package',
      sandboxPackage,
      'sandbox',
      ...args,
    ]);

  beforeAll(() => {
    sandboxPackage = pack(root, made);
    clientPackage = pack(join(root, 'clients/typescript'), made);
  }, 300_000);
  afterAll(() => {
    spawnSync('npx', ['--yes', '--package', sandboxPackage, 'sandbox', 'down'], {
      cwd: folder,
      env: { ...process.env, PATH, DATA_DIR: at('sandbox'), npm_config_cache: join(made, 'npm') },
    });
    rmSync(made, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  test('the action starts, seeds and states a sandbox; its tests reset it, and down ends it', () => {
    // Inputs of the recipe are those of the action.
    const inputs = [...recipes.get('GitHub Action')!.matchAll(/^ {6}(\w+):/gm)];
    const declared = readFileSync(join(root, 'clients/action/action.yml'), 'utf8');
    for (const [, name] of inputs) expect(declared).toContain(`inputs.${name} }}`);
    const action = join(root, 'clients/action/up.sh');
    Object.assign(runner, {
      RUNNER_TEMP: folder,
      GITHUB_ENV: at('env'),
      GITHUB_OUTPUT: at('output'),
      INPUT_PACKAGE: sandboxPackage,
      INPUT_ENVIRONMENT: 'ci',
      INPUT_SEED: '7',
      INPUT_CUSTOMERS: '100',
    });
    const log = run('up and seed', action, []);
    for (const line of readFileSync(at('env'), 'utf8').trim().split('\n')) {
      runner[line.split('=')[0]!] = line.slice(line.indexOf('=') + 1);
    }
    expect(log).toContain(`::add-mask::${runner.SANDBOX_KEY}`);
    expect(readFileSync(at('output'), 'utf8')).toMatch(
      /^url=http:\/\/localhost:\d+\npin=[0-9a-f]{64}\n$/,
    );

    writeFileSync(at('package.json'), '{ "type": "module" }');
    copyFileSync(clientPackage, at('client.tgz'));
    run('install client', 'npm', [
      'install',
      '--no-audit',
      '--no-fund',
      './client.tgz',
      'vitest@4',
    ]);
    writeFileSync(at('bank.test.ts'), recipes.get('vitest')!);
    expect(run('test', 'npx', ['vitest', 'run'])).toContain('3 passed');

    expect(JSON.parse(sandbox('reset', 'env', 'reset', 'ci', '--json'))).toMatchObject({
      changed: [],
    });
  }, 600_000);

  test('the same from Python', () => {
    const bin = at('venv/bin');
    mkdirSync(at('python'));
    writeFileSync(at('python/test_bank.py'), recipes.get('pytest')!);
    run('create venv', 'python3', ['-m', 'venv', at('venv')]);
    // pip builds in the folder.
    cpSync(join(root, 'clients/python'), at('client'), { recursive: true });
    run('install python client', join(bin, 'pip'), [
      'install',
      '--quiet',
      at('client'),
      'pytest==8.4.2',
    ]);
    const output = run('pytest', join(bin, 'pytest'), [
      '-q',
      '-p',
      'no:cacheprovider',
      at('python'),
    ]);
    expect(output).toContain('3 passed');
  }, 300_000);

  test('down ends it, within 3 minutes of the start', () => {
    expect(JSON.parse(sandbox('down', 'down'))).toHaveProperty('stopped');
    const sum = (names: string[]) => names.reduce((total, name) => total + seconds[name]!, 0);
    const shared = ['up and seed', 'reset', 'down'];
    const typescript = sum([...shared, 'install client', 'test']);
    const python = sum([...shared, 'create venv', 'install python client', 'pytest']);
    process.stdout.write(`${JSON.stringify({ ...seconds, typescript, python })}\n`);
    expect(Math.max(typescript, python)).toBeLessThan(180);
  });
});

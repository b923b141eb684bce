import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openSandbox } from '../../clients/typescript/src/index.ts';
import { pythonWith } from '../support/python-packages.ts';
import { readRecipes } from '../support/recipes.ts';
import { root } from '../support/sandbox.ts';

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as object[];
  } finally {
    await client.end();
  }
}

const PATHS = [
  pythonWith('frames', ['pandas==2.3.3', 'polars==1.35.2', 'pyarrow==22.0.0']),
  pythonWith('dbt', ['dbt-core==1.10.15', 'dbt-duckdb==1.10.0']),
].filter((path) => path !== null);

const PATH_OF_TOOLS = [...PATHS, process.env.PATH].join(delimiter);

/** Returns true if a tool exists; reports a missing one. */
function has(tool: string): boolean {
  const found = spawnSync('which', [tool], { env: { ...process.env, PATH: PATH_OF_TOOLS } });
  if (found.status !== 0) process.stderr.write(`skipped: a recipe, since there is no ${tool}\n`);
  return found.status === 0;
}

/**
 * Runs the recipes of the docs.
 *
 * @param access address of a running sandbox and a key of all scopes
 */
export function testRecipes(access: () => { url: string; key: string }): void {
  const recipes = readRecipes();
  const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  let env: NodeJS.ProcessEnv;
  const targetUrl = inject('postgresUrl').replace(/\/postgres$/, '/recipes');

  beforeAll(async () => {
    await query(inject('postgresUrl'), 'create database recipes');
    const { url, key } = access();
    await openSandbox({ url, key }).call('generate-full', { count: 150, seed: 20 });
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const program = `#!/bin/sh\nexec "${process.execPath}" "${root}/src/cli/sandbox.mjs" "$@"\n`;
    writeFileSync(join(bin, 'sandbox'), program, { mode: 0o755 });
    env = {
      ...process.env,
      PATH: [bin, ...PATHS, process.env.PATH].join(delimiter),
      PYTHONPATH: join(root, 'clients/python'),
      SANDBOX_URL: url,
      SANDBOX_KEY: key,
      TARGET_URL: targetUrl,
    };
  }, 300_000);
  afterAll(async () => {
    await query(inject('postgresUrl'), 'drop database if exists recipes');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a program in the folder; returns its output, or its failure as an error. */
  const run = (command: string, ...args: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: folder, env });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => {
          output += part;
        });
      child.on('error', reject);
      child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
    });

  const bash = (name: string) => run('bash', '-euo', 'pipefail', '-c', recipes.get(name)!);
  test('the page has ten recipes', () => {
    expect([...recipes.keys()]).toEqual([
      'curl',
      'vitest',
      'pytest',
      'GitHub Action',
      'pandas',
      'DuckDB',
      'dbt seed',
      'PostgreSQL dump',
      'k6',
      'Postman',
    ]);
  });

  test.runIf(has('curl') && has('jq'))('curl reads all pages', async () => {
    await bash('curl');
    const lines = readFileSync(join(folder, 'transactions.jsonl'), 'utf8').trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as { txn_id: string; amount: number });
    expect(new Set(rows.map(({ txn_id }) => txn_id)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.every(({ amount }) => amount > 100)).toBe(true);
  });

  test.runIf(has('psql') && has('jq'))('psql loads a dump', async () => {
    await bash('PostgreSQL dump');
    const rows = await query(targetUrl, 'select count(*)::int as n from customers');
    expect(rows).toEqual([{ n: 50 }]);
  });

  test.runIf(PATHS[0] !== undefined)('pandas reads a batch and a table', async () => {
    writeFileSync(join(folder, 'frames.py'), recipes.get('pandas')!);
    const output = await run('python', 'frames.py');
    expect(output).toContain('POS');
    expect(output.trim().split('\n').at(-1)).toMatch(/^\d+$/);
  });

  test.runIf(has('duckdb') && has('jq'))('DuckDB reads a signed link', async () => {
    expect(await bash('DuckDB')).toContain('POS');
  });

  test.runIf(has('dbt') && has('jq'))('dbt seeds a warehouse', async () => {
    expect(await bash('dbt seed')).toContain('PASS=1');
  });

  test.runIf(has('k6'))('k6 reads at the rate of the key', async () => {
    writeFileSync(join(folder, 'load.js'), recipes.get('k6')!);
    await run(
      'k6',
      'run',
      '--quiet',
      '-e',
      `SANDBOX_URL=${env.SANDBOX_URL}`,
      '-e',
      `SANDBOX_KEY=${env.SANDBOX_KEY}`,
      'load.js',
    );
  });

  test.runIf(process.env.TEST_LONG)('newman runs the Postman collection', async () => {
    writeFileSync(join(folder, 'collection.json'), recipes.get('Postman')!);
    const variables = [
      '--env-var',
      `url=${env.SANDBOX_URL}`,
      '--env-var',
      `key=${env.SANDBOX_KEY}`,
    ];
    await run(
      'npx',
      '--yes',
      '--loglevel=error',
      'newman@6',
      'run',
      'collection.json',
      ...variables,
    );
  });
}

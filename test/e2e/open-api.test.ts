import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minimalBody, type Schema } from '../support/minimal-body.ts';
import { startPrepared } from '../support/prepared.ts';
import { pythonWith } from '../support/python-packages.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { makeUser, setUpSuperadmin } from '../support/users.ts';
import { FUNCTIONS } from './access-table.ts';

const programs = pythonWith('open-api', ['schemathesis==4.32.5', 'openapi-python-client==0.29.1']);
const PACKAGE = 'generated_sandbox';
const CASES = 10_000;

type Call = [name: string, body: Record<string, unknown>];

/** Requests that succeed, in order, so that answers of each kind are parsed. */
const SUCCEED: [...Call, status: number][] = [
  ['generate-full', { count: 5, seed: 3 }, 200],
  ['generate-full', { count: 200, executor: 'external', shards: 2 }, 202],
  ['sandbox-query', { table: 'customers' }, 200],
  ['create-environment', { name: 'contract', simulation: { seed: '5', count: 3 } }, 200],
  ['overlay-environment', { environment: 'contract', edge_cases: ['leap-day'] }, 200],
  ['branch-environment', { environment: 'contract', name: 'contract-2' }, 200],
  ['freeze-environment', { environment: 'contract' }, 200],
  ['reset-environment', { environment: 'contract' }, 200],
  ['create-environment-key', { environment: 'contract' }, 200],
  ['delete-environment', { environment: 'contract-2' }, 200],
  [
    'inspect-file',
    { file: `when,how much\n${'2026-01-02,3.50\n2026-01-03,4.25\n'.repeat(9)}` },
    200,
  ],
];

const ID = '00000000-0000-4000-8000-000000000000';
type Document = {
  paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
};

/** Returns a request of each function: required parts, and those of the access table. */
const callsOf = ({ paths }: Document): Call[] =>
  Object.entries(paths).map(([path, { post }]) => {
    const [media] = Object.values(post.requestBody.content);
    const row = FUNCTIONS.find(([, of]) => of === path);
    const body = { ...(minimalBody(media!.schema) as object), ...row?.[2] };
    const name = path.slice('/functions/v1/'.length);
    return [name, JSON.parse(JSON.stringify(body).replaceAll(/\{\w+\}/g, ID))];
  });

describe.runIf(programs !== null)('the OpenAPI document is a contract', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-api-'));
  const document = join(folder, 'openapi.json');
  let sandbox: Sandbox;
  let each: Call[];
  let session: string;

  beforeAll(async () => {
    sandbox = await startPrepared();
    const { client } = await makeUser(sandbox, await setUpSuperadmin(sandbox), {
      email: 'admin@bank.example',
      password: 'a good password',
      organization: 'Bank',
      role: 'admin',
    });
    session = (await client.auth.getSession()).data.session!.access_token;
    const answer = await fetch(`${sandbox.url}/functions/v1/openapi.json`);
    const text = await answer.text();
    writeFileSync(document, text);
    each = callsOf(JSON.parse(text) as Document);
  });
  afterAll(async () => {
    await sandbox?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a client of openapi-python-client calls every function, queued work too', () => {
    const config = join(folder, 'config.yaml');
    writeFileSync(
      config,
      `package_name_override: ${PACKAGE}\ncontent_type_overrides:\n  application/pdf: application/octet-stream\n`,
    );
    const out = join(folder, 'python');
    const generated = execFileSync(
      join(programs!, 'openapi-python-client'),
      ['generate', '--path', document, '--output-path', out, '--config', config],
      { encoding: 'utf8', env: { ...process.env, PATH: `${programs}:${process.env.PATH}` } },
    );
    expect(generated).not.toContain('WARNING');
    const wanted = SUCCEED.map(([name, body]) => [name, body]);
    const output = execFileSync(
      join(programs!, 'python'),
      [join(import.meta.dirname, 'python/generated_client.py'), out, PACKAGE],
      { encoding: 'utf8', input: JSON.stringify([sandbox.url, session, [...wanted, ...each]]) },
    );
    const answers = JSON.parse(output) as [name: string, status: number, type: string][];
    expect(answers.slice(0, wanted.length).map(([name, status]) => [name, status])).toEqual(
      SUCCEED.map(([name, , status]) => [name, status]),
    );
    expect(answers).toHaveLength(wanted.length + each.length);
    expect(each.length).toBeGreaterThanOrEqual(43);
    expect(answers.filter(([, status, type]) => status >= 500 || type === 'NoneType')).toEqual([]);
  }, 300_000);

  test('types of openapi-typescript admit a call of every function', () => {
    const types = join(folder, 'types.ts');
    const generate = ['--yes', '--loglevel=error', 'openapi-typescript@7.13.0', document];
    execFileSync('npx', [...generate, '-o', types], { stdio: 'ignore' });
    const names = each.map(([name]) => name);
    const body = (name: string) => `paths['/functions/v1/${name}']['post']`;
    writeFileSync(
      join(folder, 'calls.ts'),
      `import type { paths } from './types.ts';
type Body<P extends keyof paths> = NonNullable<paths[P]['post']['requestBody']>['content'];
export declare function send<P extends keyof paths>(path: P, body: Body<P>): Promise<paths[P]['post']['responses']>;
${names.map((name, i) => `export declare const b${i}: Body<'/functions/v1/${name}'>;\nexport const a${i} = send('/functions/v1/${name}', b${i});`).join('\n')}
export const query: Body<'/functions/v1/sandbox-query'> = { 'application/json': { table: 'customers', limit: 5 } };
// @ts-expect-error: no such table
export const wrong: Body<'/functions/v1/sandbox-query'> = { 'application/json': { table: 'shoes' } };
export type Queued = ${body('generate-full')}['responses'][202]['content']['application/json']['runId'];
`,
    );
    const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--allowImportingTsExtensions'];
    const ended = spawnSync(tsc, [...flags, '--types', '', join(folder, 'calls.ts')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([ended.status, ended.stdout]).toEqual([0, '']);
  }, 300_000);

  test(`schemathesis: ${CASES} cases without a violation or an answer of 5xx`, () => {
    const checks =
      'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,negative_data_rejection';
    let cases = 0;
    for (let round = 1; cases < CASES; round++) {
      const ended = spawnSync(
        join(programs!, 'schemathesis'),
        [
          ...['--config-file', join(import.meta.dirname, 'python/schemathesis.toml')],
          ...['run', document, '--url', sandbox.url, '-H', `Authorization: Bearer ${session}`],
          ...['-c', checks, '--phases', 'coverage,fuzzing', '--max-examples', '100'],
          ...['--request-timeout', '120', '--seed', String(round), '--continue-on-failure'],
          ...['--workers', '2', '--exclude-path', '/functions/v1/delete-organization'],
        ],
        {
          encoding: 'utf8',
          cwd: folder,
          env: {
            ...process.env,
            PYTHONPATH: join(import.meta.dirname, 'python'),
            SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
          },
        },
      );
      const found = /(\d[\d,]*) generated/.exec(ended.stdout)?.[1] ?? '0';
      process.stdout.write(`schemathesis: ${found} cases, exit code ${ended.status}\n`);
      expect([ended.status, ended.status === 0 ? '' : ended.stdout + ended.stderr]).toEqual([
        0,
        '',
      ]);
      cases += Number(found.replaceAll(',', ''));
    }
  }, 3_600_000);
});

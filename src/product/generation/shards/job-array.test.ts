import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { expect, test } from 'vitest';
import { kubernetesJob, slurmLine, tasksFor } from './job-array.ts';

const place = 's3://bank/sandbox/external/1?endpoint=https://store.example:9000&region=us-east-1';
const job = () => kubernetesJob({ place, tasks: 64, image: 'sandbox:1' });
const check = (manifest: object) =>
  new Job(manifest as ConstructorParameters<typeof Job>[0]).validate();

function* spoiled(value: unknown): Generator<[path: string, unknown]> {
  if (typeof value !== 'object') yield ['', []];
  else
    for (const [key, inner] of Object.entries(value as object))
      for (const [path, other] of spoiled(inner)) {
        const copy = Array.isArray(value) ? [...value] : { ...value };
        yield [`.${key}${path}`, Object.assign(copy, { [key]: other })];
      }
}

test('the manifest is a Job as the schema of Kubernetes has it, which knows each of its fields', () => {
  expect(() => check(job())).not.toThrow();
  const wrong = [...spoiled(job())];
  expect(wrong.length).toBeGreaterThan(30);
  for (const [path, manifest] of wrong) expect(() => check(manifest as object), path).toThrow();
  const { spec, metadata } = job();
  expect(spec).toMatchObject({ completionMode: 'Indexed', completions: 64, parallelism: 64 });
  const { command } = spec.template.spec.containers[0]!;
  expect(command.slice(2, 8)).toEqual(['shard', 'run', '--store', place, '--tasks', '64']);
  expect(metadata.name).toMatch(/^[a-z][a-z0-9-]{0,61}[a-z0-9]$/);
});

test('the line for Slurm reaches each task with the address as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), "it's a place "));
  // Stubs that record the arguments of sbatch and node, as a shell passes them.
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['sbatch', 'node']) {
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\nprintf '%s\\n' "$@" > "$(dirname "$0")/${name}.txt"\n`,
    );
    chmodSync(join(bin, name), 0o755);
  }
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const given = (name: string) =>
    readFileSync(join(bin, `${name}.txt`), 'utf8')
      .trim()
      .split('\n');
  for (const address of [place, `${folder}/storage`]) {
    execFileSync('sh', ['-c', slurmLine({ place: address, tasks: 64 })], { env, cwd: folder });
    expect(given('sbatch').slice(0, 3)).toEqual(['--array=0-63', '--requeue', '--wrap']);
    execFileSync('sh', ['-c', given('sbatch')[3]!], { env, cwd: folder });
    const args = ['src/cli/sandbox.mjs', 'shard', 'run', '--store', address, '--tasks', '64'];
    expect(given('node')).toEqual(args);
  }
  rmSync(folder, { recursive: true });
});

test('a task makes twenty million rows, but no less than a shard', () => {
  expect(tasksFor({ shards: 64, rows: 10 ** 8 })).toBe(5);
  expect(tasksFor({ shards: 64, rows: 10 ** 9 })).toBe(50);
  expect(tasksFor({ shards: 64, rows: 10 ** 10 })).toBe(64);
  expect(tasksFor({ shards: 2, rows: 40_000 })).toBe(1);
});

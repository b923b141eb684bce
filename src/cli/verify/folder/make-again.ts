import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SealedContents } from '../../../engines/provenance/contents.ts';
import { bookVersion, engineVersion, isBook } from '../../../engines/simulate/index.ts';
import { MODEL_KEY, PLAN_KEY } from '../../../product/generation/shards/shard-keys.ts';
import { CONTENTS, hashFile } from '../../contents/contents-file.ts';
import type { Verdict } from '../findings.ts';
import type { Parts } from '../parts/parts.ts';

type Again = { contents: SealedContents; model: string | null; source: string | null };

/** Result of a repeated command: its folder, or the reason why it was not run. */
type Made = { folder: string } | { obstacle: string } | { differs: string };

const program = join(import.meta.dirname, '../../sandbox.mjs');

function run(args: readonly string[]): string | null {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return status === 0 ? null : (stderr.trim().split('\n').at(-1) ?? 'The command failed.');
}

/** Finds an input by its recorded hash. */
async function inputOf(
  role: string,
  given: string | null,
  { inputs }: SealedContents,
): Promise<string | Made> {
  if (given === null) return { obstacle: `Pass the ${role} with --${role}.` };
  const recorded = inputs.find((input) => input.role === role)?.sha256;
  if (recorded === undefined) return { obstacle: `The list records no ${role}.` };
  if (!existsSync(given)) return { obstacle: `Cannot read ${given}.` };
  return (await hashFile(given)).sha256 === recorded
    ? given
    : { differs: `${given} is not the recorded ${role}.` };
}

async function repeatShards(parts: Parts, to: string): Promise<string | null> {
  const plan = await parts.read(PLAN_KEY);
  mkdirSync(to);
  writeFileSync(join(to, PLAN_KEY), plan);
  if (parts.has(MODEL_KEY)) copyFileSync(join(parts.path, MODEL_KEY), join(to, MODEL_KEY));
  const { shards } = JSON.parse(plan.toString('utf8')) as { shards: unknown[] };
  const index = `0-${shards.length - 1}`;
  return (
    run(['shard', 'run', '--store', to, '--index', index]) ??
    run(['shard', 'commit', '--store', to])
  );
}

/** Returns the option for a configuration of its own, which the manifest contains. */
async function configurationOf(
  parts: Parts,
  { inputs, files }: SealedContents,
  to: string,
): Promise<string[]> {
  if (!inputs.some(({ role }) => role === 'configuration')) return [];
  const { name } = files.find((file) => file.name.startsWith('manifest'))!;
  const manifest = JSON.parse((await parts.read(name)).toString('utf8')) as {
    configuration: unknown;
  };
  const path = `${to}.configuration.json`;
  writeFileSync(path, JSON.stringify(manifest.configuration));
  return ['--configuration', path];
}

/** Returns the version of the engine that a command of simulate runs. */
function engineOf(args: readonly string[]): string {
  const at = args.findIndex((arg) => arg === '--preset' || arg.startsWith('--preset='));
  const preset = args[at]?.split('=')[1] ?? args[at + 1] ?? '';
  return at >= 0 && isBook(preset) ? bookVersion : engineVersion;
}

async function repeat(parts: Parts, again: Again, to: string): Promise<Made> {
  const { contents, model, source } = again;
  const { name, arguments: args } = contents.command;
  const [file] = contents.files;
  const isFolder = contents.files.length > 1 || file === undefined;
  const out = isFolder ? to : join(to, file.name);
  if (!isFolder) mkdirSync(to);
  const done = (failure: string | null): Made =>
    failure === null ? { folder: to } : { obstacle: failure };
  if (name === 'simulate') {
    const version = engineOf(args);
    if (version !== contents.engine) {
      const why = `The folder was written by engine ${contents.engine}; this is ${version}.`;
      return { obstacle: `${why} Use that version.` };
    }
    const own = await configurationOf(parts, contents, to);
    return done(run(['simulate', ...args, ...own, '--out', to]));
  }
  if (contents.inputs.some((input) => input.role === 'like')) {
    return { obstacle: 'The file was written like another one (--like).' };
  }
  if (name === 'shard commit') return done(await repeatShards(parts, to));
  const role = name === 'sample' ? 'model' : 'source';
  const input = await inputOf(role, name === 'sample' ? model : source, contents);
  return typeof input === 'string' ? done(run([name, input, ...args, '--out', out])) : input;
}

async function compare(contents: SealedContents, folder: string): Promise<string[]> {
  const isSharded = contents.command.name === 'shard commit';
  const differing: string[] = [];
  for (const { name, sha256 } of contents.files) {
    // Names of shards contain their attempt; the manifest holds the hashes of all.
    if (isSharded && name !== 'manifest.json') continue;
    const path = join(folder, name);
    const isSame = existsSync(path) && (await hashFile(path)).sha256 === sha256;
    if (!isSame && name !== CONTENTS) differing.push(name);
  }
  return differing;
}

/** Repeats the recorded command in a temporary folder and compares the files. */
export async function makeAgain(parts: Parts, again: Again, verdict: Verdict): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'sandbox-again-'));
  try {
    const made = await repeat(parts, again, join(work, 'out'));
    if ('obstacle' in made) verdict.notDone.push(`Not regenerated: ${made.obstacle}`);
    else if ('differs' in made) {
      verdict.broken.push({ kind: 'source differs', entry: null, what: made.differs });
    } else {
      const differing = await compare(again.contents, made.folder);
      for (const name of differing) {
        const what = `${name} differs when it is generated again.`;
        verdict.broken.push({ kind: 'not made again', entry: null, what });
      }
      if (differing.length === 0) verdict.checked.push('Generated again: all files are identical.');
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

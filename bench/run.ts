import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BENCHES = {
  foundation: 'uploads and generated rows on a started sandbox, against bare peers (1 GB of disk)',
  simulate: 'simulator speed, rows per second',
  synthesize: 'fidelity, privacy and speed of learned data',
  commands: 'fit, sample, evaluate and detect from file to file, with one thread and two',
  measure: 'speed of the quality and privacy measures',
  shards:
    '10^8 rows by a Slurm array with killed and repeated tasks, against one process (6 GB of disk)',
  rest: 'reads as JSON against the least work under the same policies',
  keys: 'reads by key against the least work; a million rows by cursor, beside a member',
  exports: 'reads as CSV against a bare COPY',
  reads: 'pages, rows and counts among ten million rows (6 GB of disk)',
  web: 'largest contentful paint of three pages, on a slowed processor',
  formats:
    'bank formats: results of third-party parsers, and speed relative to a CSV of the same rows',
  tables:
    'time and memory to read a workbook, Parquet and JSON, relative to a CSV of the same rows',
  programs: 'resets of an environment relative to a COPY',
  proof:
    'overhead of the log on requests and batches; time to verify a log, a pack and a million entries',
  sizing: 'time, memory and bytes per row of each kind of work, for docs/operations/sizing.md',
  detect:
    'detection: rankers, rings, fusion, own crime by typology, a million rows, speed of detectors',
};
type Name = keyof typeof BENCHES;

/** Benches that are parts of the file of another. */
const PARTS: Partial<Record<Name, string>> = { rest: 'reads', keys: 'keys', exports: 'exports' };
const fileOf = (name: Name) =>
  fileURLToPath(new URL(`./${name in PARTS ? 'rest' : name}.ts`, import.meta.url));
const known = (Object.keys(BENCHES) as Name[]).filter((name) => existsSync(fileOf(name)));

/** Reads names first, then flags to pass to each of them. */
function readArguments(given: string[]): { names: Name[]; flags: string[] } {
  const names: Name[] = [];
  const rest = [...given];
  while (known.some((name) => name === rest[0])) names.push(rest.shift() as Name);
  if (names.length === 0 && rest[0] !== undefined && !rest[0].startsWith('-')) {
    throw new Error(`Unknown bench '${rest[0]}'. Expected one of ${known.join(', ')}.`);
  }
  return { names: names.length === 0 ? ['foundation'] : names, flags: rest };
}

function run(name: Name, flags: string[]): Promise<number> {
  const part = PARTS[name] === undefined ? [] : ['--only', PARTS[name]];
  const given = [fileOf(name), ...part, ...flags];
  const child = spawn(process.execPath, given, { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

try {
  const { names, flags } = readArguments(process.argv.slice(2));
  if (process.argv.length === 2) {
    for (const name of known) console.log(`${name.padEnd(12)} ${BENCHES[name]}`);
    console.log('Run with: npm run bench -- <name> …; without a name: foundation.\n');
  }
  for (const name of names) process.exitCode = (await run(name, flags)) || process.exitCode || 0;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

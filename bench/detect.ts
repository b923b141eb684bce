import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Benchmarks detection. `node bench/detect.ts [PART ...] [--rows N]`: without parts, all of them.
 * labels: learning from decisions on card payments; rings: cycles of an AMLSim file; fusion: ADBench
 * sets; own-crime: simulated banks by typology; million: the command on 1,000,000 rows; speed:
 * detectors on 1 and 5 million rows of 12 features, relative to a plain sort of each column, and
 * scikit-learn and pyod on the same rows if `python3` (or $PYTHON) has them.
 */
const PARTS = ['fusion', 'own-crime', 'million', 'rings', 'labels'] as const;
const MEMORY_FLOOR = 1500;
const run = promisify(execFile);
const path = (name: string) => fileURLToPath(new URL(`./detect/${name}`, import.meta.url));

type Timed = { name: string; seconds: number; auc: number };
type Measured = {
  rows: number;
  sort: number;
  whole: number;
  peak: number;
  auc: number;
  keys: number;
  fusion: number;
  detectors: Timed[];
};

const at = process.argv.indexOf('--rows');
const sizes = at < 0 ? [1_000_000, 5_000_000] : [Number(process.argv[at + 1])];

async function oneSize(rows: number): Promise<Measured> {
  const { stdout } = await run(process.execPath, [path('one-size.ts'), String(rows)]);
  return JSON.parse(stdout) as Measured;
}

function report({ rows, sort, whole, peak, auc, keys, fusion, detectors }: Measured): void {
  console.log(`\n${rows} rows x 12 features; a plain sort of each column ${sort.toFixed(2)} s`);
  for (const detector of detectors) {
    const ratio = (detector.seconds / sort).toFixed(2);
    console.log(
      `  ${detector.name.padEnd(18)} ${detector.seconds.toFixed(2).padStart(7)} s  ${ratio.padStart(6)} x sort  AUC ${detector.auc.toFixed(4)}`,
    );
  }
  console.log(`  keys ${keys.toFixed(2)} s, fusion ${fusion.toFixed(2)} s`);
  console.log(
    `  all                ${whole.toFixed(2).padStart(7)} s  ${(whole / sort).toFixed(2).padStart(6)} x sort  AUC ${auc.toFixed(4)}`,
  );
  const passed = rows < 5_000_000 || peak <= MEMORY_FLOOR;
  console.log(
    `  memory ${Math.round(peak)} MB${rows < 5_000_000 ? '' : `, floor ${MEMORY_FLOOR}: ${passed ? 'held' : 'FAILED'}`}`,
  );
  if (!passed) process.exitCode = 1;
}

async function comparePeers(ours: Measured): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'detect-peers-'));
  const python = process.env.PYTHON ?? 'python3';
  try {
    const file = join(folder, 'rows.f32');
    await run(process.execPath, [path('one-size.ts'), String(ours.rows), file]);
    const answer = await run(python, [path('peers.py'), file, `${file}.labels`, '12']);
    console.log(`\npeers on the same ${ours.rows} rows, one thread`);
    for (const line of answer.stdout.split('\n').filter((each) => each.startsWith('{'))) {
      const theirs = JSON.parse(line) as Timed;
      const own = ours.detectors.find(({ name }) => name === theirs.name)!;
      console.log(
        `  ${theirs.name.padEnd(18)} theirs ${theirs.seconds.toFixed(2)} s AUC ${theirs.auc.toFixed(4)}; ours ${own.seconds.toFixed(2)} s AUC ${own.auc.toFixed(4)}; ${(own.seconds / theirs.seconds).toFixed(2)} x (aim 0.5)`,
      );
    }
  } catch (error) {
    const last = (error as Error).message.trim().split('\n').at(-1);
    console.log(`peers: ${python} cannot run scikit-learn and pyod: ${last}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const chosen = process.argv.slice(2).filter((each) => /^[a-z]/.test(each));
const unknown = chosen.find((part) => part !== 'speed' && !PARTS.some((name) => name === part));
if (unknown !== undefined) throw new Error(`Unknown part '${unknown}'.`);
const isChosen = (part: string) => chosen.length === 0 || chosen.includes(part);
for (const part of PARTS.filter(isChosen)) {
  const [status] = await once(
    spawn(process.execPath, [path(`${part}.ts`)], { stdio: 'inherit' }),
    'exit',
  );
  if (status !== 0) process.exitCode = 1;
}
if (isChosen('speed')) {
  const measured: Measured[] = [];
  for (const rows of sizes) {
    const one = await oneSize(rows);
    report(one);
    measured.push(one);
  }
  await comparePeers(measured[0]!);
}

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fit, sample } from '../../src/engines/synthesize/index.ts';
import { readLike, readTable } from './read-table.ts';
import { type Scores, score } from './score.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./peers.py', import.meta.url));
const TVAE_EPOCHS = process.env.TVAE_EPOCHS ?? '300';
const lastLine = (error: Error) => error.message.trim().split('\n').at(-1);

type Answer = { version: string; fit: number; sample: number; megabytes: number };

/** A Python that has SDV: `PYTHON` where it has, else one in a new folder with SDV from PyPI. */
async function findPython(folder: string): Promise<string | null> {
  const own = process.env.PYTHON ?? 'python3';
  const has = (python: string) =>
    run(python, ['-c', 'import sdv']).then(
      () => true,
      () => false,
    );
  if (await has(own)) return own;
  try {
    await run(own, ['-m', 'venv', folder]);
    const python = join(folder, 'bin', 'python');
    console.log('peers: installing SDV from PyPI into a temporary folder');
    await run(python, ['-m', 'pip', 'install', '--quiet', 'sdv==2.0.0'], { maxBuffer: 1e8 });
    return python;
  } catch (error) {
    console.log(`peers: no Python with SDV at hand, skipped (${lastLine(error as Error)})`);
    return null;
  }
}

/** SDV's GaussianCopula and TVAE, fitted and sampled on the same files in the same run, beside the balanced default. */
export async function benchPeers(
  folders: readonly string[],
  print: (name: string, scores: Scores, note: string) => void,
): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'synthesize-peers-'));
  try {
    const python = await findPython(join(temporary, 'python'));
    if (python === null) return;
    for (const folder of folders) {
      const source = join(folder, 'trn.csv.gz');
      if (!existsSync(source)) {
        console.log(`peers: no data at ${folder}, skipped`);
        continue;
      }
      const train = readTable(source);
      const holdout = readLike(join(folder, 'val.csv.gz'), train);
      console.log(`\npeers on ${folder}: ${train.rows} rows`);
      const began = performance.now();
      const model = fit(train, { mode: 'balanced', seed: 1n });
      const fitted = performance.now();
      const synthetic = sample(model, { rows: train.rows, seed: 2n });
      const own = (performance.now() - began) / 1000;
      const note = `fit ${((fitted - began) / 1000).toFixed(2)} s, in all ${own.toFixed(2)} s`;
      print('balanced', score(train, holdout, synthetic), note);
      for (const name of ['GaussianCopula', 'TVAE']) {
        const target = join(temporary, `${name}.csv.gz`);
        const answer = await run(python, [script, name, source, target, TVAE_EPOCHS], {
          maxBuffer: 1e8,
        }).catch((error: Error) => {
          console.log(`peers: ${name} failed: ${lastLine(error)}`);
          return null;
        });
        if (answer === null) continue;
        const facts = JSON.parse(answer.stdout.trim().split('\n').at(-1)!) as Answer;
        const seconds = facts.fit + facts.sample;
        print(
          `SDV ${facts.version} ${name}${name === 'TVAE' ? `, ${TVAE_EPOCHS} epochs` : ''}`,
          score(train, holdout, readLike(target, train)),
          `fit ${facts.fit.toFixed(1)} s, in all ${seconds.toFixed(1)} s (${(seconds / own).toFixed(0)} times ours), ${Math.round(facts.megabytes)} MB`,
        );
      }
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const once = fileURLToPath(new URL('./fit-once.ts', import.meta.url));
const here = fileURLToPath(new URL('../../', import.meta.url));
const TURNS = 3;

/**
 * Prints processor seconds of fit and sample by this engine and an earlier checkout's, in turns:
 * the first of a process, and the fastest of three.
 */
export function benchEngineTurns(sets: readonly string[], before: string): void {
  console.log('\nprocessor seconds of fit and sample, fidelity: first of a process, fastest of 3');
  for (const set of sets) {
    const seconds: Record<string, { first: number; best: number }[]> = { before: [], now: [] };
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [name, root] of [
        ['before', resolve(before)],
        ['now', here],
      ] as const) {
        const text = execFileSync(process.execPath, [once, root, set], { encoding: 'utf8' });
        seconds[name]!.push(JSON.parse(text.trimEnd().split('\n').at(-1)!));
      }
    }
    const least = (name: string, of: 'first' | 'best') =>
      Math.min(...seconds[name]!.map((turn) => turn[of])).toFixed(2);
    console.log(
      `${set}: before ${least('before', 'first')} / ${least('before', 'best')}, now ${least('now', 'first')} / ${least('now', 'best')}`,
    );
  }
}

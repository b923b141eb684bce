import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../proof/run-command.ts';

/** Processor time and memory of `sandbox detect` on a simulated bank of 1,000,000 rows. */
const [AIM_SECONDS, AIM_MEGABYTES] = [35, 1000];
const rows = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), 'detect-million-'));
try {
  const size = `--customers ${rows / 50} --accounts ${rows / 25} --transactions ${rows} --seed 1`;
  const made = await runCommand(`simulate ${size} --out ${folder}`.split(' '));
  if (made.status !== 0) throw new Error(made.said);
  const ran = await runCommand(['detect', join(folder, 'transactions.csv'), '--json']);
  if (ran.status !== 0) throw new Error(ran.said.slice(-500));
  const isHeld = ran.processorSeconds <= AIM_SECONDS && ran.megabytes <= AIM_MEGABYTES;
  console.log(
    `\nsandbox detect, a bank of ${rows} rows: ${ran.processorSeconds.toFixed(1)} s of processor time (aim ${AIM_SECONDS}), ${ran.megabytes.toFixed(0)} MB (aim ${AIM_MEGABYTES}), ${ran.seconds.toFixed(0)} s: ${isHeld ? 'held' : 'FAILED'}`,
  );
  if (!isHeld) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
